import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { findAssignee, nameOf, type SolicitudValues } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'
import type { StepEvent } from './notify-participants.ts'

/**
 * How a request is freed of somebody who may take it no more, as one that was concluded when they left still names them:
 * it waits for somebody again, and the history says so. Nothing where whoever has it may keep it.
 */
export async function clearIneligibleAssignee(
  trx: Transaction<Database>,
  { main, row }: LockedSolicitud,
): Promise<{ values: SolicitudValues; events: StepEvent[] }> {
  const { asignado_a: id } = row
  if (id === null || (await findAssignee(trx, main.id_company, id)) !== undefined) return { values: {}, events: [] }
  const data = { fields: 'asignado_a', from_asignado_a: await nameOf(trx, id), to_asignado_a: null }
  return { values: { asignado_a: null }, events: [{ action: 'solicitud.updated', data }] }
}
