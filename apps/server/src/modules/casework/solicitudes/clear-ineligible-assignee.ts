import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { findAssignee, nameOf, type SolicitudValues } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'
import type { StepEvent } from './notify-participants.ts'

/**
 * Unassigns a request whose mediator may not take it any more, for example a concluded one that still names them, and
 * records it. Changes nothing if the mediator may keep it.
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
