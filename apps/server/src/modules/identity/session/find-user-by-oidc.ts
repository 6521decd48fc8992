import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import { notifyProviderLinked } from '../account/security-notices.ts'
import { voidLinks } from '../account/links.queries.ts'
import type { MailDeps } from '../../outbox/public.ts'
import type { ProvenPerson } from './oidc-client.ts'
import { recordSession } from './session.events.ts'
import { findByProvider, findCredentials } from './session.queries.ts'
import type { Origin } from './start-session.ts'

type Proven = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/**
 * Finds the user of an OIDC identity by subject, else by verified email. Linking by email notifies the user and voids
 * their open links, which others may hold. Signing in never creates users. `about`: id of the account that was refused.
 */
export async function findUserByOidc(
  deps: MailDeps & Pick<AppDeps, 'db'>,
  { subject, email }: ProvenPerson,
  from: Origin,
): Promise<{ user: Proven } | { user: undefined; about: string | undefined }> {
  const refused = (about?: string) => ({ user: undefined, about })
  return await inTransaction(deps.db, async (trx) => {
    const linked = await findByProvider(trx, subject)
    if (linked !== undefined) return linked.maySignIn ? { user: linked } : refused(linked.id)
    if (email === null) return refused()
    const user = await findCredentials(trx, email)
    if (user === undefined) return refused()
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ oidc_subject: subject })
      .where('id', '=', user.id)
      .where('oidc_subject', 'is', null)
      // The user may have left or changed their address meanwhile.
      .where('email', '=', user.email)
      .where('activo', '=', true)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return refused(user.id)
    const at = deps.clock()
    await voidLinks(trx, user.id, at)
    await recordSession(trx, 'session.provider_linked', user, { at, ip: from.ip })
    await notifyProviderLinked(trx, deps, user.id, from)
    return { user }
  })
}
