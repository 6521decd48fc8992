import type { Invitation } from '@foja/contracts/users'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { companyOf } from './users.queries.ts'
import { lockPerson, statusOf } from './lock-person.ts'
import { recordUser } from './record-user.ts'
import { sendInvitation } from './send-invitation.ts'

/** Keeps a mailbox from being flooded with invitations. */
const tries: ThrottleRule = { tries: 10, seconds: 15 * 60 }

/**
 * Sends another invitation to a user who has not chosen a password yet.
 * @throws ProblemError not_found, forbidden, user_not_invited, company_shut, email_address_wrong, too_many_attempts
 */
export async function inviteUser(ctx: Ctx, id: string): Promise<Invitation> {
  await inTransaction(ctx.db, async (trx) => void (await lockPerson(trx, ctx, id)))
  await slowDown(ctx, 'invite_user', id, tries)
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockPerson(trx, ctx, id)
    if (statusOf(locked) !== 'invitado') throw new ProblemError('user_not_invited')
    const at = ctx.clock()
    const company = await companyOf(trx, locked.id_company)
    // The link would not work.
    if (company?.activa === false) throw new ProblemError('company_shut')
    const user = { ...locked, locale: ctx.locale }
    const invitation = await sendInvitation(trx, ctx, user, company?.nombre ?? null, at)
    await recordUser(trx, ctx, locked, 'user.invited', at)
    return invitation
  })
}
