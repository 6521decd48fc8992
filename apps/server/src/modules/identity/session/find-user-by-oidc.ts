import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import { tellLinked, voidLinks } from '../account/provider.public.ts'
import type { MailDeps } from '../../delivery/emails.public.ts'
import type { ProvenPerson } from './oidc-client.ts'
import { recordSession } from './session.events.ts'
import { findByProvider, findCredentials } from './session.queries.ts'
import type { Origin } from './start-session.ts'

type Proven = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/**
 * The person of Foja whom the provider vouches for: the one who is linked, else the one who has the verified address,
 * who is linked from now on and told so, and whose open links are void: by them alone somebody else would come in. Nobody else comes in: nobody is made by signing in, and an address that the provider
 * gave to somebody else opens nothing. `about`: id of the account that somebody was kept out of.
 */
export async function findProven(
  deps: MailDeps & Pick<AppDeps, 'db'>,
  { subject, email }: ProvenPerson,
  from: Origin,
): Promise<{ user: Proven } | { user: undefined; about: string | undefined }> {
  const nobody = (about?: string) => ({ user: undefined, about })
  return await inTransaction(deps.db, async (trx) => {
    const linked = await findByProvider(trx, subject)
    if (linked !== undefined) return linked.mayComeIn ? { user: linked } : nobody(linked.id)
    if (email === null) return nobody()
    const user = await findCredentials(trx, email)
    if (user === undefined) return nobody()
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ oidc_subject: subject })
      .where('id', '=', user.id)
      .where('oidc_subject', 'is', null)
      // Who left, or has another address, meanwhile.
      .where('email', '=', user.email)
      .where('activo', '=', true)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return nobody(user.id)
    const at = deps.clock()
    await voidLinks(trx, user.id, at)
    await recordSession(trx, 'session.provider_linked', user, { at, ip: from.ip })
    await tellLinked(trx, deps, user.id, from)
    return { user }
  })
}
