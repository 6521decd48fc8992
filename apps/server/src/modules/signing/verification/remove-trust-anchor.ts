import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { authorize } from '../../../http/authorize.ts'
import { findAnchor } from '../../verification-core/public.ts'

/**
 * Removes a trusted authority; later verifications no longer use it.
 * @throws ProblemError not_found, forbidden (a gestor and an authority of every company)
 */
export async function removeTrustAnchor(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  actor: SessionActor,
  ip: string,
  id: string,
): Promise<void> {
  const anchor = await findAnchor(deps.db, id)
  authorize('trust.manage', actor, anchor)
  await inTransaction(deps.db, async (trx) => {
    await trx.deleteFrom('trust_anchor').where('id', '=', id).execute()
    const data = { subject: anchor.subject, fingerprint: anchor.fingerprint }
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at: deps.clock() }
    await appendEvent(trx, { ...who, action: 'trust_anchor.removed', data })
  })
}
