import type { Solicitud } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { authorize } from '../../../http/authorize.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import type { Call, CaseDeps } from './case-context.ts'
import { readSolicitud, saveSolicitud, type SolicitudValues } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { lockSolicitud, requireAllowed, type LockedSolicitud } from '../../case-locks/public.ts'
import { changesOf, zoneOf, type Changes, type Wanted } from './requested-changes.ts'
import { requireVersion } from './require-version.ts'
import { recordStep, notifyAssignee, notifyConcerned, type Step, type StepEvent } from './notify-participants.ts'

const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Throws what the permissions and the table of states have against it. */
function requireMay(held: LockedSolicitud, { actor }: Call, wanted: Wanted): void {
  const { titulo, tipo, notas, partes, fecha_agendada: fecha, lugar, asignado_a: assignee, status } = wanted
  const schedules = isGiven(fecha, lugar, assignee)
  if (schedules) authorize('solicitud.schedule', actor, held.main)
  if (status !== undefined) authorize('solicitud.conclude', actor, held.main)
  if (status !== undefined) requireAllowed(held, actor, 'conclude')
  if (schedules) requireAllowed(held, actor, 'schedule')
  if (isGiven(titulo, tipo, notas, partes) || !isGiven(status, schedules || undefined)) {
    requireAllowed(held, actor, 'update')
  }
}

/** A case file that nobody named otherwise is called as its first request is. */
async function renameCase(trx: Transaction<Database>, { main, row }: LockedSolicitud, titulo: string): Promise<void> {
  if (row.position !== 0 || main.titulo !== row.titulo) return
  await trx
    .updateTable('solicitud_main')
    .set({ titulo })
    .where('id_solicitud_main', '=', main.id_solicitud_main)
    .execute()
}

async function tellOf(
  trx: Transaction<Database>,
  deps: CaseDeps,
  step: Step,
  before: LockedSolicitud['row'],
  { values }: Changes,
): Promise<void> {
  const { row } = step.held
  if (values.asignado_a !== undefined) await notifyAssignee(trx, deps, step)
  const fecha = row.fecha_agendada?.toISOString() ?? null
  if (values.fecha_agendada !== undefined && before.status === 'agendado') {
    // By email they get the invitation itself.
    await notifyConcerned(trx, deps, step, 'solicitud.scheduled', { fecha, lugar: row.lugar }, false)
  }
  if (row.status !== before.status) await notifyConcerned(trx, deps, step, 'solicitud.concluded')
  await inviteFor(trx, deps, step, before)
}

/** The columns of the step: what was asked, concluding, and the count of messages to calendars. */
function withConclusion({ row }: LockedSolicitud, values: SolicitudValues, isConcluded: boolean, at: Date) {
  const all: SolicitudValues = { ...values, ...(isConcluded ? { status: 'concluido', concluded_at: at } : {}) }
  const { partes, ...rest } = all
  const after = { ...row, ...rest, ...(partes === undefined ? {} : { partes: JSON.parse(partes) }) } as typeof row
  const calls = calendarStep(row, after, at) !== null
  return calls ? { ...all, calendar_sequence: row.calendar_sequence + 1 } : all
}

/**
 * Changes a request, and concludes it with `status: 'concluido'`: one step of its version, whatever it changes, and none
 * where nothing changes.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed, solicitud_concluded,
 * assignee_unknown, date_in_past
 */
export async function updateSolicitud(deps: CaseDeps, call: Call, wanted: Wanted): Promise<Solicitud> {
  const { id_solicitud: id, asignado_a: assignee } = wanted
  return await inTransaction(deps.db, async (trx) => {
    const held = await lockSolicitud(trx, call.actor, 'solicitud.update', id, () => assignee)
    const at = deps.clock()
    requireMay(held, call, wanted)
    await requireVersion(trx, held, wanted.version)
    const changes = await changesOf(trx, held, wanted, at)
    const fields = Object.keys(changes.values)
    const concludes = wanted.status === 'concluido'
    if (fields.length === 0 && !concludes) return await readSolicitud(trx, id)

    const { titulo } = changes.values
    // What the case file is found by follows by triggers of the database.
    if (titulo !== undefined) await renameCase(trx, held, titulo)
    const saved = await saveSolicitud(
      trx,
      held,
      withConclusion(held, { ...changes.values, ...zoneOf(changes.values, call) }, concludes, at),
      at,
    )
    const act = call.act ?? startNotificationBatch()
    const step: Step = { held: saved, call: { ...call, act }, at }
    await tellOf(trx, deps, step, held.row, changes)
    if (call.act === undefined) await sendNotificationBatch(trx, deps, act)
    const events: StepEvent[] = []
    if (fields.length > 0) {
      events.push({ action: 'solicitud.updated', data: { fields: fields.join(','), ...changes.told } })
    }
    if (concludes) events.push({ action: 'solicitud.concluded', data: {} })
    await recordStep(trx, deps, step, events)
    return await readSolicitud(trx, id)
  })
}
