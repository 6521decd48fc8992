import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { queueNoticeEmail, type MailDeps } from '../../delivery/emails.public.ts'
import { announceUnread } from '../live/live.public.ts'
import type { Notice } from './notice.public.ts'
import { findRecipients, insertNotifications } from './notifications.queries.ts'

export type { Notice } from './notice.public.ts'

export type NotifyDeps = Pick<AppDeps, 'bus'> & MailDeps

/**
 * Tells people of something within the transaction of the change: their bells ring when it commits, and nobody hears of
 * what was undone. With a `key` each person is told once, however often and by however many it is called. With `email` each of those who
 * are told gets it by email too.
 */
export async function notify(trx: Transaction<Database>, deps: NotifyDeps, notice: Notice): Promise<void> {
  const wanted = [...new Set(notice.to)].filter((id) => id !== notice.actor?.id)
  const people = await findRecipients(trx, wanted, notice)
  const told = await insertNotifications(
    trx,
    people.map((person) => person.id),
    notice,
    deps.clock(),
  )
  if (told.size === 0) return
  if (notice.email === true) {
    for (const person of people) if (told.has(person.id)) await queueNoticeEmail(trx, deps, person, notice)
  }
  await announceUnread(trx, deps, [...told])
}
