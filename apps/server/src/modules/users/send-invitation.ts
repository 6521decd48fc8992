import type { Invitation } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Locale } from '../../http/locale.ts'
import { createLink, linkAddress, queueAccountMail } from '../account/account.public.ts'
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
  const { token, ...link } = await createLink(trx, deps, { user, kind: 'invitation', by, at })
  const { locale } = user
  const { status } = await queueAccountMail(trx, deps, { kind: 'invitation', user, company, link, by, locale })
  const url = status === 'held' ? linkAddress(deps.origin(), token) : null
  return { status, expires_at: link.expires_at.toISOString(), url }
}
