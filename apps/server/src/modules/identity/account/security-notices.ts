import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson, type AccountPerson } from './account.queries.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

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

/** Notifies a user that another kind of browser uses one of their sessions. */
export async function notifyOtherBrowser(
  trx: Transaction<Database>,
  deps: MailDeps,
  id: string,
  origin: { ip: string; userAgent: string | null },
): Promise<void> {
  const user = await requirePerson(trx, id)
  const { company, locale } = user
  await queueAccountMail(trx, deps, { kind: 'session_other_browser', user, company, origin, locale: localeOf(locale) })
}

/** Notifies a user that a recovery code was used, and how many are left. */
export async function notifyRecoveryCodeUsed(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: AccountPerson,
  origin: { ip: string; userAgent: string | null },
): Promise<void> {
  const left = await countRecoveryCodes(trx, person.id)
  const { company, locale } = person
  await queueAccountMail(trx, deps, {
    kind: 'code_used',
    user: person,
    company,
    origin,
    left,
    locale: localeOf(locale),
  })
}
