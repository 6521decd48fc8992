import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { findAnchor } from '../../verification-core/public.ts'

/**
 * Removes a trusted authority; later verifications no longer use it.
 * @throws ProblemError not_found, forbidden (a gestor and an authority of every company)
 */
export async function removeTrustAnchor({ db, clock, actor, ip }: Ctx, id: string): Promise<void> {
  const anchor = await findAnchor(db, id)
  authorize('trust.manage', actor, anchor)
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('trust_anchor').where('id', '=', id).execute()
    const data = { subject: anchor.subject, fingerprint: anchor.fingerprint }
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { ...who, action: 'trust_anchor.removed', data })
  })
}
