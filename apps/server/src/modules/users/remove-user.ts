import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockAdmins, requireRemainingAdmin } from '../identity/public.ts'
import { closeAccount } from './close-account.ts'
import { lockPerson } from './lock-person.ts'
import { leaveOffice } from './leave-office.ts'

/**
 * Removes a user: they leave the office, disappear from lists, and their address can be used again. The history keeps
 * their name.
 * @throws ProblemError not_found, forbidden, not_yourself, last_admin, handover_required, assignee_unknown
 */
export async function removeUser(
  ctx: Ctx,
  { id, successor }: { id: string; successor: string | undefined },
): Promise<{ handed_over: number }> {
  return await inTransaction(ctx.db, async (trx) => {
    await lockAdmins(trx)
    const person = await lockPerson(trx, ctx, id)
    if (id === ctx.actor.id) throw new ProblemError('not_yourself')
    const at = ctx.clock()
    await closeAccount(trx, id, at)
    if (person.role === 'admin') await requireRemainingAdmin(trx)
    return await leaveOffice(trx, ctx, { person, successor, how: 'removed', at })
  })
}
