import type { Invitation } from '@foja/contracts/users'
import { inTransaction } from '@foja/db/transaction'
import { ProblemError } from '../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { companyOf } from './company-name.ts'
import { holdPerson, statusOf } from './lock-person.ts'
import { recordUser } from './record-user.ts'
import { sendInvitation } from './send-invitation.ts'
import type { Call, UserDeps } from './user-context.ts'

/** Nobody’s mailbox is filled with invitations. */
const tries: ThrottleRule = { tries: 10, seconds: 15 * 60 }

/**
 * Invites somebody once more who has not chosen a password yet.
 * @throws ProblemError not_found, forbidden, user_not_invited, company_shut, email_address_wrong, too_many_attempts
 */
export async function inviteUser(deps: UserDeps, call: Call, id: string): Promise<Invitation> {
  await inTransaction(deps.db, async (trx) => void (await holdPerson(trx, call, id)))
  await slowDown(deps, 'invite_user', id, tries)
  return await inTransaction(deps.db, async (trx) => {
    const held = await holdPerson(trx, call, id)
    if (statusOf(held) !== 'invitado') throw new ProblemError('user_not_invited')
    const at = deps.clock()
    const company = await companyOf(trx, held.id_company)
    // Its link would open nothing.
    if (company?.activa === false) throw new ProblemError('company_shut')
    const invitation = await sendInvitation(
      trx,
      deps,
      call,
      { ...held, locale: call.locale },
      company?.nombre ?? null,
      at,
    )
    await recordUser(trx, call, held, 'user.invited', at)
    return invitation
  })
}
