import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { notify } from '../../notify/public.ts'
import type { RecipientRow, RequestRow } from '../requests.queries.ts'
import { findRequirements, type RequirementRow } from './requirements.queries.ts'

const arrived = ({ obligatorio, status }: RequirementRow) =>
  !obligatorio || status === 'recibido' || status === 'aceptado'

/**
 * Updates the state of a recipient after their requirements have changed: `entregado` when all that is required has
 * arrived, which the user who asked is notified of, and back when some of it was withdrawn or returned.
 */
export async function settleDelivery(
  trx: Transaction<Database>,
  deps: AppDeps,
  request: RequestRow,
  recipient: RecipientRow,
): Promise<void> {
  const hasAll = (await findRequirements(trx, [recipient.id])).every(arrived)
  if (hasAll === (recipient.status === 'entregado')) return
  const acted_at = hasAll ? deps.clock() : null
  await trx
    .updateTable('recipient')
    .set({ status: hasAll ? 'entregado' : 'visto', acted_at })
    .where('id', '=', recipient.id)
    .execute()
  if (acted_at === null) return
  await notify(trx, deps, {
    kind: 'documents.delivered',
    to: [request.created_by],
    actor: { id: null, nombre: recipient.nombre },
    id_solicitud: request.id_solicitud,
    id_documento: null,
    data: { titulo: request.titulo, nombre: null, motivo: null },
    key: `documents.delivered:${recipient.id}:${acted_at.toISOString()}`,
    email: true,
  })
}
