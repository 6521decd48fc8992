import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { queueNoticeEmail } from './queue-notice.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { announceUnread } from '../live/announce.ts'
import type { Notice } from './notice.ts'
import { findRecipients, insertNotifications } from './notifications.queries.ts'

export type NotifyDeps = Pick<AppDeps, 'bus'> & MailDeps

/**
 * Notifies users within the transaction of the change, so that a rollback undoes it; open screens are updated on
 * commit. With a `key` each user is notified once, however often it is called. With `email` each notified user also
 * gets an email.
 */
export async function notify(trx: Transaction<Database>, deps: NotifyDeps, notice: Notice): Promise<void> {
  const wanted = [...new Set(notice.to)].filter((id) => id !== notice.actor?.id)
  const people = await findRecipients(trx, wanted, notice)
  const recipients = await insertNotifications(
    trx,
    people.map((person) => person.id),
    notice,
    deps.clock(),
  )
  if (recipients.size === 0) return
  if (notice.email === true) {
    for (const person of people) if (recipients.has(person.id)) await queueNoticeEmail(trx, deps, person, notice)
  }
  await announceUnread(trx, deps, [...recipients])
}
