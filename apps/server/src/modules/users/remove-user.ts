import { inTransaction } from '@foja/db/transaction'
import { ProblemError } from '../../http/problem.ts'
import { lockAdmins, requireRemainingAdmin } from '../identity/public.ts'
import { closeAccount } from './close-account.ts'
import { lockPerson } from './lock-person.ts'
import { leaveOffice } from './leave-office.ts'
import type { Call, UserDeps } from './user-context.ts'

/**
 * Removes a user: they leave the office, disappear from lists, and their address can be used again. The history keeps
 * their name.
 * @throws ProblemError not_found, forbidden, not_yourself, last_admin, handover_required, assignee_unknown
 */
export async function removeUser(
  deps: UserDeps,
  call: Call,
  id: string,
  successor: string | undefined,
): Promise<{ handed_over: number }> {
  return await inTransaction(deps.db, async (trx) => {
    await lockAdmins(trx)
    const person = await lockPerson(trx, call, id)
    if (id === call.actor.id) throw new ProblemError('not_yourself')
    const at = deps.clock()
    await closeAccount(trx, id, at)
    if (person.role === 'admin') await requireRemainingAdmin(trx)
    return await leaveOffice(trx, deps, call, { person, successor, how: 'removed', at })
  })
}
