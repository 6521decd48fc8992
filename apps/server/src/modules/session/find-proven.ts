import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../deps.ts'
import { tellLinked } from '../account/provider.public.ts'
import type { MailDeps } from '../emails/emails.public.ts'
import type { ProvenPerson } from './oidc-client.ts'
import { recordSession } from './session.events.ts'
import { findByProvider, findCredentials } from './session.queries.ts'
import type { Origin } from './start-session.ts'

/**
 * The person of Foja whom the provider vouches for: the one who is linked, else the one who has the verified address,
 * who is linked from now on and told so. Undefined for anybody else: nobody is made by signing in, and an address that the provider
 * gave to somebody else opens nothing.
 */
export async function findProven(deps: MailDeps & Pick<AppDeps, 'db'>, { subject, email }: ProvenPerson, from: Origin) {
  return await inTransaction(deps.db, async (trx) => {
    const linked = await findByProvider(trx, subject)
    if (linked !== undefined) return linked.mayComeIn ? linked : undefined
    if (email === null) return undefined
    const user = await findCredentials(trx, email)
    if (user === undefined) return undefined
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ oidc_subject: subject })
      .where('id', '=', user.id)
      .where('oidc_subject', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return undefined
    await recordSession(trx, 'session.provider_linked', user, { at: deps.clock(), ip: from.ip })
    await tellLinked(trx, deps, user.id, from)
    return user
  })
}
