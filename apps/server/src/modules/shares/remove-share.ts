import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument } from '../documents/documents.public.ts'
import { findShareById } from './shares.queries.ts'

/** Closes a link from this moment. Closing it again changes nothing. */
export async function removeShare(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  actor: SessionActor,
  ip: string,
  id: string,
): Promise<void> {
  const share = await findShareById(deps.db, id)
  if (share === undefined) throw new ProblemError('not_found')
  const document = await requireDocument(deps.db, actor, 'share.remove', share.id_documento)
  const at = deps.clock()
  await inTransaction(deps.db, async (trx) => {
    const revoked = await trx
      .updateTable('share')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows === 0n) return
    await appendEvent(trx, {
      action: 'share.removed',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: document.nombre },
      ip,
      at,
    })
  })
}
