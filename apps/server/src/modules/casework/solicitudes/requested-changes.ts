import type { updateSolicitud } from '@foja/contracts/casework'
import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { ProblemError } from '../../../http/problem.ts'
import type { Call } from './case-context.ts'
import { findAssignee, nameOf, type SolicitudValues } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'

/** What a call asks to change; absent fields stay as they are, and a version is compared when there is one. */
export type Wanted = Omit<z.output<typeof updateSolicitud.body>, 'version'> & { version?: number | undefined }

/** Columns to write, and what the history says of each: its name, and what it was and is where that is short. */
export type Changes = { values: SolicitudValues; told: Record<string, string | null> }

const plainParty = ({ nombre, rol, email, identificacion }: Parte): Parte => ({
  nombre,
  rol,
  ...(email ? { email } : {}),
  ...(identificacion ? { identificacion } : {}),
})
const partiesText = (partes: readonly Parte[]) => JSON.stringify(partes.map(plainParty))

/** The instant that a call names, or null for none. Throws `date_in_past` for one that is over. */
export function futureDate(fecha: string | null, now: Date): Date | null {
  if (fecha === null) return null
  const date = new Date(fecha)
  if (date <= now) throw new ProblemError('date_in_past', { field: 'fecha_agendada' })
  return date
}

function changeTexts(row: LockedSolicitud['row'], wanted: Wanted, { values, told }: Changes): void {
  for (const name of ['titulo', 'tipo', 'lugar', 'notas'] as const) {
    if (wanted[name] === undefined) continue
    const value = wanted[name] || null
    if (value === row[name]) continue
    Object.assign(values, { [name]: value })
    // What was noted is told nowhere but in the request itself.
    Object.assign(told, name === 'notas' ? {} : { [`from_${name}`]: row[name], [`to_${name}`]: value })
  }
  if (wanted.partes !== undefined && partiesText(wanted.partes) !== partiesText(row.partes)) {
    values.partes = partiesText(wanted.partes)
  }
}

/** The zone of whoever chooses a date is kept with it. */
export function zoneOf({ fecha_agendada: fecha }: SolicitudValues, { timeZone }: Call): SolicitudValues {
  if (fecha === undefined) return {}
  return { time_zone: fecha === null ? null : timeZone }
}

/**
 * How a call changes a request that is held.
 * @throws ProblemError date_in_past, assignee_unknown
 */
export async function changesOf(
  trx: Transaction<Database>,
  { main, row }: LockedSolicitud,
  wanted: Wanted,
  now: Date,
): Promise<Changes> {
  const changes: Changes = { values: {}, told: {} }
  const { values, told } = changes
  changeTexts(row, wanted, changes)
  const { fecha_agendada: fecha, asignado_a: assignee } = wanted
  const before = row.fecha_agendada
  if (fecha !== undefined && (fecha === null ? null : Date.parse(fecha)) !== (before?.getTime() ?? null)) {
    const after = futureDate(fecha, now)
    values.fecha_agendada = after
    Object.assign(told, {
      from_fecha_agendada: before?.toISOString() ?? null,
      to_fecha_agendada: after?.toISOString() ?? null,
    })
  }
  if (assignee !== undefined && assignee !== row.asignado_a) {
    const person = assignee === null ? null : await findAssignee(trx, main.id_company, assignee)
    if (person === undefined) throw new ProblemError('assignee_unknown', { field: 'asignado_a' })
    values.asignado_a = assignee
    const from = await nameOf(trx, row.asignado_a)
    Object.assign(told, { from_asignado_a: from, to_asignado_a: person?.nombre ?? null })
  }
  return changes
}
