import type { Invitation } from '@foja/contracts/users'
import { inTransaction } from '@foja/db/transaction'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { slowDown, type ThrottleRule, createThrottle } from '../../http/throttle.ts'
import { companyOf } from './users.queries.ts'
import { lockPerson, statusOf } from './lock-person.ts'
import { recordUser } from './record-user.ts'
import type { Locale } from '../../texts/locale.ts'
import {
  createFirstLinks,
  createLink,
  linkAddress,
  queueAccountMails,
  type AccountMail,
  type CreatedLink,
} from '../identity/public.ts'

export type Invited = { id: string; email: string; nombre: string; id_company: string | null; locale: Locale }

/** Daily limit of invitations for non-admins, because their text reaches strangers. */
const quota: ThrottleRule = { tries: 1000, seconds: 24 * 3600 }

/** Counts in the transaction, so a rollback undoes it. */
async function spendInvitations(trx: Transaction<Database>, { clock, actor }: Ctx, people: number) {
  if (actor.role === 'admin') return
  const { allowed, retryAfter } = await createThrottle(trx, clock).hit('invitations', actor.id, quota, people)
  if (!allowed) throw new ProblemError('invitation_quota_exceeded', { retryAfter })
}

/**
 * Emails a user a link to choose their password and voids older links. If the server has no mail, the link is returned
 * to the caller to pass on.
 * @throws ProblemError email_address_wrong, invitation_quota_exceeded
 */
export async function sendInvitation(
  trx: Transaction<Database>,
  ctx: Ctx,
  user: Invited,
  company: string | null,
  at: Date,
): Promise<Invitation> {
  const { actor: by } = ctx
  await spendInvitations(trx, ctx, 1)
  const link = await createLink(trx, ctx, { user, kind: 'invitation', by, at })
  const [invitation] = await mailLinks(trx, ctx, [{ kind: 'invitation', user, company, link, by, locale: user.locale }])
  return invitation!
}

/**
 * Like `sendInvitation`, for users created in this transaction. Keeps their order.
 * @throws ProblemError email_address_wrong, invitation_quota_exceeded
 */
export async function inviteNew(
  trx: Transaction<Database>,
  ctx: Ctx,
  users: readonly Invited[],
  company: string | null,
  at: Date,
): Promise<Invitation[]> {
  const { actor: by } = ctx
  if (users.length > 0) await spendInvitations(trx, ctx, users.length)
  const links = await createFirstLinks(trx, ctx, { users, kind: 'invitation', by, at })
  const mails = users.map((user, index) => {
    return { kind: 'invitation' as const, user, company, link: links[index]!, by, locale: user.locale }
  })
  return await mailLinks(trx, ctx, mails)
}

async function mailLinks(
  trx: Transaction<Database>,
  ctx: Ctx,
  mails: readonly (AccountMail & { link: CreatedLink })[],
): Promise<Invitation[]> {
  const { status } = await queueAccountMails(trx, ctx, mails)
  return mails.map(({ link: { token, expires_at } }) => {
    const url = status === 'held' ? linkAddress(ctx.origin(), token) : null
    return { status, expires_at: expires_at.toISOString(), url }
  })
}

/** Keeps a mailbox from being flooded with invitations. */
const tries: ThrottleRule = { tries: 10, seconds: 15 * 60 }

/**
 * Sends another invitation to a user who has not chosen a password yet.
 * @throws ProblemError not_found, forbidden, user_not_invited, company_shut, email_address_wrong, paused
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
