import type { EventAction } from '@foja/contracts/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { changeOf, type DocumentRow } from '../documents/public.ts'
import { announceChange, notify } from '../notify/public.ts'

async function assigneeOf(trx: Transaction<Database>, solicitud: string | null): Promise<string[]> {
  if (solicitud === null) return []
  const row = await trx
    .selectFrom('solicitud')
    .where('id_solicitud', '=', solicitud)
    .select('asignado_a')
    .executeTakeFirst()
  return row?.asignado_a == null ? [] : [row.asignado_a]
}

/**
 * Notifies open screens of a new version; for a signature also the document's uploader, the case's author and the
 * mediator.
 */
export async function notifyNewVersion(
  trx: Transaction<Database>,
  ctx: Ctx,
  { document, facts }: { document: DocumentRow; facts: { action: EventAction } },
): Promise<void> {
  const change = changeOf(document)
  if (facts.action === 'document.signed') {
    const { id_solicitud, id_documento, nombre, titulo } = document
    await notify(trx, ctx, {
      kind: 'document.signed',
      to: [change.created_by, document.created_by, ...(await assigneeOf(trx, id_solicitud))],
      actor: { id: ctx.actor.id, nombre: ctx.actor.nombre },
      id_solicitud,
      id_documento,
      data: { nombre, titulo },
    })
  }
  await announceChange(trx, ctx, change)
}
