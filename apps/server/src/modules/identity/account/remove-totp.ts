import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../../http/problem.ts'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson } from './account.queries.ts'
import type { AccountCaller, AccountDeps } from './change-password.ts'
import { dropTotp } from './drop-totp.ts'
import { limitAttempts, requireOwnPassword } from './own-secrets.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { takeCode } from './take-code.ts'

export type TotpRemoval = {
  user: { id: string }
  /** The user themselves or an admin of their office. */
  by: { id: string; nombre: string }
  at: Date
  ip: string | null
  /** Set when the user removes it themselves. */
  userAgent?: string | null
}

/**
 * Removes the second factor of a user, its recovery codes and any pending one; records the event and notifies the user.
 * Returns false, without a notification, if none was active.
 */
export async function removeTotpOf(
  trx: Transaction<Database>,
  deps: MailDeps,
  { user, by, at, ip, userAgent }: TotpRemoval,
): Promise<boolean> {
  const person = await requirePerson(trx, user.id)
  await dropTotp(trx, user.id)
  if (person.totp_enabled_at === null) return false
  const { company, id_company, locale } = person
  const isOwn = by.id === user.id
  await queueAccountMail(trx, deps, {
    kind: 'totp_removed',
    user: person,
    company,
    // The origin of an admin's request is not disclosed to the user.
    ...(isOwn ? { origin: { ip, userAgent: userAgent ?? null } } : { by }),
    locale: localeOf(locale),
  })
  const data = isOwn ? {} : { nombre: person.nombre }
  await appendEvent(trx, { action: 'totp.removed', actor: by.id, actor_label: by.nombre, id_company, data, ip, at })
  return true
}

/**
 * Removes the caller's second factor.
 * @throws ProblemError password_wrong, totp_wrong, totp_not_on, totp_required_by_company, too_many_attempts
 */
export async function removeTotp(
  deps: AccountDeps,
  { actor, ip, userAgent }: AccountCaller,
  input: { current_password: string; code: string },
): Promise<void> {
  await requireOwnPassword(deps, actor.id, input.current_password)
  const person = await requirePerson(deps.db, actor.id)
  if (person.totp_enabled_at === null) throw new ProblemError('totp_not_on')
  if (person.exige_totp === true) throw new ProblemError('totp_required_by_company')
  const remove = async () =>
    await inTransaction(deps.db, async (trx) => {
      const at = deps.clock()
      const right = await takeCode(trx, deps.keys, actor.id, input.code, at)
      if (right === null) throw new ProblemError('totp_wrong', { field: 'code' })
      await removeTotpOf(trx, deps, { user: person, by: person, at, ip, userAgent })
    })
  await limitAttempts(deps, 'own code', actor.id, remove)
}
