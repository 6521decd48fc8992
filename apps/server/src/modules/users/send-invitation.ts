import type { Invitation } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Locale } from '../../http/locale.ts'
import {
  createFirstLinks,
  createLink,
  linkAddress,
  queueAccountMails,
  type AccountMail,
  type CreatedLink,
} from '../account/account.public.ts'
import type { Call, UserDeps } from './user-context.ts'

export type Invited = { id: string; email: string; nombre: string; id_company: string | null; locale: Locale }

/**
 * Lets a person choose their password with a link that goes to them by mail; older ones are void. Where this server has
 * no mail the link is told to whoever invites, who passes it on.
 * @throws ProblemError email_address_wrong
 */
export async function sendInvitation(
  trx: Transaction<Database>,
  deps: UserDeps,
  { actor: by }: Pick<Call, 'actor'>,
  user: Invited,
  company: string | null,
  at: Date,
): Promise<Invitation> {
  const link = await createLink(trx, deps, { user, kind: 'invitation', by, at })
  const [invitation] = await mailLinks(trx, deps, [
    { kind: 'invitation', user, company, link, by, locale: user.locale },
  ])
  return invitation!
}

/**
 * As `sendInvitation`, for people who were made in this transaction, in their order.
 * @throws ProblemError email_address_wrong
 */
export async function inviteNew(
  trx: Transaction<Database>,
  deps: UserDeps,
  { actor: by }: Pick<Call, 'actor'>,
  users: readonly Invited[],
  company: string | null,
  at: Date,
): Promise<Invitation[]> {
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
