import type { updateSolicitud } from '@foja/contracts/casework'
import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { findAssignee, nameOf, type SolicitudValues } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'

/** The requested changes; absent fields stay unchanged, and a version is compared if given. */
export type Wanted = Omit<z.output<typeof updateSolicitud.body>, 'version'> & { version?: number | undefined }

/** Columns to update, and event data with the old and new value of each short field. */
export type Changes = { values: SolicitudValues; eventData: Record<string, string | null> }

const plainParty = ({ nombre, rol, email, identificacion }: Parte): Parte => ({
  nombre,
  rol,
  ...(email ? { email } : {}),
  ...(identificacion ? { identificacion } : {}),
})
const partiesText = (partes: readonly Parte[]) => JSON.stringify(partes.map(plainParty))

/** Parses a date, or null for none. Throws `date_in_past`. */
export function futureDate(fecha: string | null, now: Date): Date | null {
  if (fecha === null) return null
  const date = new Date(fecha)
  if (date <= now) throw new ProblemError('date_in_past', { field: 'fecha_agendada' })
  return date
}

function changeTexts(row: LockedSolicitud['row'], wanted: Wanted, { values, eventData }: Changes): void {
  for (const name of ['titulo', 'tipo', 'lugar', 'notas'] as const) {
    if (wanted[name] === undefined) continue
    const value = wanted[name] || null
    if (value === row[name]) continue
    Object.assign(values, { [name]: value })
    // Notes are confidential and not recorded in the history.
    Object.assign(eventData, name === 'notas' ? {} : { [`from_${name}`]: row[name], [`to_${name}`]: value })
  }
  if (wanted.partes !== undefined && partiesText(wanted.partes) !== partiesText(row.partes)) {
    values.partes = partiesText(wanted.partes)
  }
}

/** The time zone of the user who chooses a date is stored with it. */
export function zoneOf({ fecha_agendada: fecha }: SolicitudValues, { browserZone }: Ctx): SolicitudValues {
  if (fecha === undefined) return {}
  return { time_zone: fecha === null ? null : browserZone }
}

/**
 * The changes of a call to a locked request.
 * @throws ProblemError date_in_past, assignee_unknown
 */
export async function diffRequest(
  trx: Transaction<Database>,
  { main, row }: LockedSolicitud,
  wanted: Wanted,
  now: Date,
): Promise<Changes> {
  const changes: Changes = { values: {}, eventData: {} }
  const { values, eventData } = changes
  changeTexts(row, wanted, changes)
  const { fecha_agendada: fecha, asignado_a: assignee } = wanted
  const before = row.fecha_agendada
  if (fecha !== undefined && (fecha === null ? null : Date.parse(fecha)) !== (before?.getTime() ?? null)) {
    const after = futureDate(fecha, now)
    values.fecha_agendada = after
    Object.assign(eventData, {
      from_fecha_agendada: before?.toISOString() ?? null,
      to_fecha_agendada: after?.toISOString() ?? null,
    })
  }
  if (assignee !== undefined && assignee !== row.asignado_a) {
    const person = assignee === null ? null : await findAssignee(trx, main.id_company, assignee)
    if (person === undefined) throw new ProblemError('assignee_unknown', { field: 'asignado_a' })
    values.asignado_a = assignee
    const from = await nameOf(trx, row.asignado_a)
    Object.assign(eventData, { from_asignado_a: from, to_asignado_a: person?.nombre ?? null })
  }
  return changes
}
