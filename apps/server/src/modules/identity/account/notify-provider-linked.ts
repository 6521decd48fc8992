import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson } from './account.queries.ts'
import { queueAccountMail } from './queue-account-mail.ts'

/** Notifies a user by email that an OpenID Connect account can now sign in to theirs. */
export async function notifyProviderLinked(
  trx: Transaction<Database>,
  deps: MailDeps,
  id: string,
  origin: { ip: string; userAgent: string | null },
): Promise<void> {
  const user = await requirePerson(trx, id)
  const { company, locale, password_hash } = user
  const kind = password_hash === null ? 'provider_only' : 'provider_linked'
  await queueAccountMail(trx, deps, { kind, user, company, origin, locale: localeOf(locale) })
}
