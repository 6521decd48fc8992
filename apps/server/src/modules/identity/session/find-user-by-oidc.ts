import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import { notifyProviderLinked } from '../account/security-notices.ts'
import { voidLinks } from '../account/links.queries.ts'
import type { MailDeps } from '../../outbox/public.ts'
import type { ProvenPerson } from './oidc-client.ts'
import type { ProviderPort, SignInRequest } from './provider-port.ts'
import { recordSession } from './session.events.ts'
import { findByProvider, findCredentials } from './session.queries.ts'

type Proven = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/** `left`: their account was deactivated or removed. `about`: id of the account that was refused. */
type Refusal = { user: undefined; why: 'unknown' | 'left'; about: string | undefined }

/**
 * Finds the user of an OIDC identity by subject, else by verified email, and creates them where a company takes in the
 * people of their domain. Linking by email notifies the user and voids their open links, which others may hold.
 */
export async function findUserByOidc(
  deps: MailDeps & Pick<AppDeps, 'db'>,
  { welcome }: Pick<ProviderPort, 'welcome'>,
  person: ProvenPerson,
  from: SignInRequest,
): Promise<{ user: Proven } | Refusal> {
  const { subject, email } = person
  const refused = (about?: string): Refusal => ({ user: undefined, why: 'unknown', about })
  return await inTransaction(deps.db, async (trx) => {
    const linked = await findByProvider(trx, subject)
    if (linked !== undefined) return linked.maySignIn ? { user: linked } : refused(linked.id)
    if (email === null) return refused()
    let user = await findCredentials(trx, email)
    if (user === undefined) {
      const welcomed = await welcome(trx, person, from)
      if (welcomed.outcome === 'left') return { user: undefined, why: 'left', about: welcomed.about }
      if (welcomed.outcome === 'none') return refused()
      const created = await findByProvider(trx, subject)
      if (created !== undefined) return { user: created }
      // An administrator added a user with this address meanwhile.
      user = await findCredentials(trx, email)
    }
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
