import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson, type AccountPerson } from './account.queries.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

type Origin = { ip: string; userAgent: string | null }

/** Notifies a user by email that an OpenID Connect account can now sign in to theirs. */
export async function notifyProviderLinked(
  trx: Transaction<Database>,
  deps: MailDeps,
  id: string,
  origin: Origin,
): Promise<void> {
  const person = await requirePerson(trx, id)
  const kind = person.password_hash === null ? 'provider_only' : 'provider_linked'
  await notifyPerson(trx, deps, person, { kind, origin })
}

/** Notifies a user that another kind of browser uses one of their sessions. */
export async function notifyOtherBrowser(
  trx: Transaction<Database>,
  deps: MailDeps,
  id: string,
  origin: Origin,
): Promise<void> {
  await notifyPerson(trx, deps, await requirePerson(trx, id), { kind: 'session_other_browser', origin })
}

/** Notifies a user that a recovery code was used, and how many are left. */
export async function notifyRecoveryCodeUsed(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: AccountPerson,
  origin: Origin,
): Promise<void> {
  await notifyPerson(trx, deps, person, { kind: 'code_used', origin, left: await countRecoveryCodes(trx, person.id) })
}
