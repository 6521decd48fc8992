import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { changeOf } from '../documents.presenter.ts'
import { requireDocument } from '../require-document.ts'
import { announceChange } from '../../notify/public.ts'
import { findShareById } from './shares.queries.ts'

/** Returns a link that the caller may manage, with its document; throws `not_found` or `forbidden`. */
export async function requireShare({ db, actor }: Ctx, id: string) {
  const share = await findShareById(db, id)
  if (share === undefined) throw new ProblemError('not_found')
  return { share, document: await requireDocument(db, actor, 'share.remove', share.id_documento) }
}

/** Revokes a link. Revoking it again changes nothing. */
export async function removeShare(ctx: Ctx, id: string): Promise<void> {
  const { actor, ip } = ctx
  const { document } = await requireShare(ctx, id)
  const at = ctx.clock()
  await inTransaction(ctx.db, async (trx) => {
    const revoked = await trx
      .updateTable('share')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows === 0n) return
    await announceChange(trx, ctx, changeOf(document))
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
