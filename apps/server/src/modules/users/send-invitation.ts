import type { Invitation } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Locale } from '../../texts/locale.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import {
  createFirstLinks,
  createLink,
  linkAddress,
  queueAccountMails,
  type AccountMail,
  type CreatedLink,
} from '../identity/account/account.public.ts'
import type { Call, UserDeps } from './user-context.ts'

export type Invited = { id: string; email: string; nombre: string; id_company: string | null; locale: Locale }

/** Invitations in a day of whoever does not administer Foja: their words reach strangers. */
const quota: ThrottleRule = { tries: 1000, seconds: 24 * 3600 }

/** Undone with the transaction. */
async function spendInvitations(trx: Transaction<Database>, deps: UserDeps, actor: Call['actor'], people: number) {
  if (actor.role === 'admin') return
  const { allowed, retryAfter } = await createThrottle(trx, deps.clock).hit('invitations', actor.id, quota, people)
  if (!allowed) throw new ProblemError('invitation_quota_exceeded', { retryAfter })
}

/**
 * Lets a person choose their password with a link that goes to them by mail; older ones are void. Where this server has
 * no mail the link is told to whoever invites, who passes it on.
 * @throws ProblemError email_address_wrong, invitation_quota_exceeded
 */
export async function sendInvitation(
  trx: Transaction<Database>,
  deps: UserDeps,
  { actor: by }: Pick<Call, 'actor'>,
  user: Invited,
  company: string | null,
  at: Date,
): Promise<Invitation> {
  await spendInvitations(trx, deps, by, 1)
  const link = await createLink(trx, deps, { user, kind: 'invitation', by, at })
  const [invitation] = await mailLinks(trx, deps, [
    { kind: 'invitation', user, company, link, by, locale: user.locale },
  ])
  return invitation!
}

/**
 * As `sendInvitation`, for people who were made in this transaction, in their order.
 * @throws ProblemError email_address_wrong, invitation_quota_exceeded
 */
export async function inviteNew(
  trx: Transaction<Database>,
  deps: UserDeps,
  { actor: by }: Pick<Call, 'actor'>,
  users: readonly Invited[],
  company: string | null,
  at: Date,
): Promise<Invitation[]> {
  if (users.length > 0) await spendInvitations(trx, deps, by, users.length)
  const links = await createFirstLinks(trx, deps, { users, kind: 'invitation', by, at })
  const mails = users.map((user, index) => {
    return { kind: 'invitation' as const, user, company, link: links[index]!, by, locale: user.locale }
  })
  return await mailLinks(trx, deps, mails)
}

async function mailLinks(
  trx: Transaction<Database>,
  deps: UserDeps,
  mails: readonly (AccountMail & { link: CreatedLink })[],
): Promise<Invitation[]> {
  const { status } = await queueAccountMails(trx, deps, mails)
  return mails.map(({ link: { token, expires_at } }) => {
    const url = status === 'held' ? linkAddress(deps.origin(), token) : null
    return { status, expires_at: expires_at.toISOString(), url }
  })
}
