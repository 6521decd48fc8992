import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { localeOf } from '../../../texts/locale.ts'
import { requirePerson } from './account.queries.ts'
import { dropTotp } from './drop-totp.ts'
import { limitAttempts, requireOwnPassword } from './own-secrets.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { takeCode } from './take-code.ts'

/**
 * Removes the second factor of a user, its recovery codes and any pending one; records the event and notifies the user.
 * Returns false, without a notification, if none was active.
 */
export async function removeTotpOf(trx: Transaction<Database>, ctx: Ctx, user: string, at: Date): Promise<boolean> {
  const { actor: by, ip, userAgent } = ctx
  const person = await requirePerson(trx, user)
  await dropTotp(trx, user)
  if (person.totp_enabled_at === null) return false
  const { company, id_company, locale } = person
  const isOwn = by.id === user
  await queueAccountMail(trx, ctx, {
    kind: 'totp_removed',
    user: person,
    company,
    // The origin of an admin's request is not disclosed to the user.
    ...(isOwn ? { origin: { ip, userAgent } } : { by }),
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
export async function removeTotp(ctx: Ctx, input: { current_password: string; code: string }): Promise<void> {
  const { db, clock, keys, actor } = ctx
  await requireOwnPassword(ctx, actor.id, input.current_password)
  const person = await requirePerson(db, actor.id)
  if (person.totp_enabled_at === null) throw new ProblemError('totp_not_on')
  if (person.exige_totp === true) throw new ProblemError('totp_required_by_company')
  const remove = async () =>
    await inTransaction(db, async (trx) => {
      const at = clock()
      const right = await takeCode(trx, keys, actor.id, input.code, at)
      if (right === null) throw new ProblemError('totp_wrong', { field: 'code' })
      await removeTotpOf(trx, ctx, actor.id, at)
    })
  await limitAttempts(ctx, 'own code', actor.id, remove)
}
