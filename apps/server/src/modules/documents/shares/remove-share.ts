import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { changeOf } from '../documents.presenter.ts'
import { requireDocument } from '../require-document.ts'
import { announceChange } from '../../notify/public.ts'
import { findShareById } from './shares.queries.ts'

/** Returns a link that the actor may manage, with its document; throws `not_found` or `forbidden`. */
export async function requireShare(db: Kysely<Database>, actor: SessionActor, id: string) {
  const share = await findShareById(db, id)
  if (share === undefined) throw new ProblemError('not_found')
  return { share, document: await requireDocument(db, actor, 'share.remove', share.id_documento) }
}

/** Revokes a link. Revoking it again changes nothing. */
export async function removeShare(
  deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  actor: SessionActor,
  ip: string,
  id: string,
): Promise<void> {
  const { document } = await requireShare(deps.db, actor, id)
  const at = deps.clock()
  await inTransaction(deps.db, async (trx) => {
    const revoked = await trx
      .updateTable('share')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows === 0n) return
    await announceChange(trx, deps, changeOf(document))
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
