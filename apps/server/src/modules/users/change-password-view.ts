import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import {
  isWeakPassword,
  queueAccountMail,
  requireOwnPassword,
  voidLinks,
  endSessions,
  hashPassword,
  requireSameActor,
} from '../identity/public.ts'
import { localeOf } from '../../texts/locale.ts'
import { companyNameOf } from './users.queries.ts'
import { lockPerson } from './lock-person.ts'
import { recordUser } from './record-user.ts'

/**
 * Sets the password of another user. The caller confirms with their own password. The user's sessions and open links
 * end, and they are notified by email.
 * @throws ProblemError not_found, forbidden, not_yourself, password_wrong, weak_password, paused
 */
export async function changePasswordOf(
  ctx: Ctx,
  { id, password, current_password }: { id: string; password: string; current_password: string },
): Promise<void> {
  const { db, clock, actor } = ctx
  const seen = await inTransaction(db, async (trx) => await lockPerson(trx, ctx, id))
  if (id === actor.id) throw new ProblemError('not_yourself')
  if (!seen.activo) throw new ProblemError('forbidden')
  const company = await companyNameOf(db, seen.id_company)
  if (isWeakPassword(password, [seen.email, seen.nombre, company ?? ''])) {
    throw new ProblemError('weak_password', { field: 'password' })
  }
  await requireOwnPassword(ctx, actor.id, current_password)
  const password_hash = await hashPassword(actor.id, password)
  await inTransaction(db, async (trx) => {
    const user = await lockPerson(trx, ctx, id)
    // Hashing takes a while: check the caller again.
    await requireSameActor(trx, actor, clock())
    if (!user.activo) throw new ProblemError('forbidden')
    const at = clock()
    const given = { password_hash, password_changed_at: at, password_given: true }
    await trx.updateTable('app_user').set(given).where('id', '=', id).execute()
    await endSessions(trx, { user: id, reason: 'password_changed', at })
    await voidLinks(trx, id, at)
    const locale = localeOf(user.locale)
    const kind = user.password_hash === null ? 'password_given' : 'password_changed'
    await queueAccountMail(trx, ctx, { kind, user, company, by: actor, locale })
    await recordUser(trx, ctx, user, 'user.changed', at, { fields: 'password' })
  })
}
