import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { endSessions } from '../session/session.queries.ts'
import { hashPassword } from '../session/passwords.ts'
import { personalWords, requirePerson } from './account.queries.ts'
import { voidLinks } from './links.queries.ts'
import { requireOwnPassword } from './own-secrets.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { dropPasskeysOfGivenPassword } from './second-factors.ts'
import { isWeakPassword } from './weak-password.ts'

/**
 * Changes the caller's password, ends their other sessions and voids their open links. Returns the number of ended
 * sessions.
 * @throws ProblemError password_wrong, weak_password, paused
 */
export async function changePassword(
  ctx: Ctx,
  input: { current_password: string; new_password: string },
): Promise<number> {
  const { db, clock, actor, ip, userAgent } = ctx
  const person = await requirePerson(db, actor.id)
  if (isWeakPassword(input.new_password, personalWords(person))) {
    throw new ProblemError('weak_password', { field: 'new_password' })
  }
  const stored = await requireOwnPassword(ctx, actor.id, input.current_password)
  const password_hash = await hashPassword(actor.id, input.new_password)
  return await inTransaction(db, async (trx) => {
    const at = clock()
    const dropped = await dropPasskeysOfGivenPassword(trx, actor.id)
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ password_hash, password_changed_at: at, password_given: false })
      .where('id', '=', actor.id)
      // Optimistic lock: if the password changed meanwhile, the one that was checked is no longer current.
      .where('password_hash', '=', stored)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ProblemError('password_wrong', { field: 'current_password' })
    await voidLinks(trx, actor.id, at)
    const ended = await endSessions(trx, { user: actor.id, except: actor.session, reason: 'password_changed', at })
    const notice = { kind: 'password_changed', passkey: dropped.join(', '), origin: { ip, userAgent } } as const
    await notifyPerson(trx, ctx, person, notice)
    const { id, nombre, id_company } = person
    const act = { actor: id, actor_label: nombre, id_company, ip, at }
    await appendEvent(trx, { action: 'password.changed', ...act })
    for (const llave of dropped) await appendEvent(trx, { action: 'passkey.removed', ...act, data: { llave } })
    return ended
  })
}
