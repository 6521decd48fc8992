import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { findAssignee, nameOf, saveSolicitud } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { lockCase, type LockedSolicitud } from '../../case-locks/public.ts'
import { findLeftCases, type Afterwards, type OpenCase } from './open-cases.ts'
import { recordStep, notifyAssignee } from './notify-participants.ts'

export type HandOver = {
  person: { id: string; nombre: string }
  after: Afterwards
  /** The user who takes the requests over; undefined: not given. */
  successor: string | undefined
  at: Date
}

/** The user who takes the requests over; must be assignable in each of their companies. */
async function requireSuccessor(
  trx: Transaction<Database>,
  cases: readonly OpenCase[],
  { person, successor }: HandOver,
) {
  const field = 'entregar_a'
  if (successor === undefined) throw new ProblemError('handover_required', { field })
  if (successor === person.id) throw new ProblemError('assignee_unknown', { field })
  for (const company of new Set(cases.map(({ id_company }) => id_company))) {
    if ((await findAssignee(trx, company, successor)) === undefined)
      throw new ProblemError('assignee_unknown', { field })
  }
  return { id: successor, nombre: await nameOf(trx, successor) }
}

async function holdCase(
  trx: Transaction<Database>,
  { id_solicitud, id_solicitud_main }: OpenCase,
): Promise<LockedSolicitud> {
  const main = await lockCase(trx, id_solicitud_main)
  const row = await trx
    .selectFrom('solicitud')
    .where('id_solicitud', '=', id_solicitud)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { main, row }
}

/**
 * Hands the open requests that a user may not keep over to another user, who gets one letter about all of them. Each is
 * one step of its request's version. Returns the number of requests.
 * @throws ProblemError handover_required, assignee_unknown
 */
export async function handOver(trx: Transaction<Database>, ctx: Ctx, input: HandOver): Promise<number> {
  const { person, after, at } = input
  const cases = await findLeftCases(trx, person.id, after)
  if (cases.length === 0) return 0
  const to = await requireSuccessor(trx, cases, input)
  const batch = startNotificationBatch()
  let moved = 0
  for (const open of cases) {
    const { main, row } = await holdCase(trx, open)
    // Concluded or reassigned meanwhile.
    if (row.status === 'concluido' || row.asignado_a !== (open.assigned ? person.id : null)) continue
    const calls = calendarStep(row, { ...row, asignado_a: to.id }, at) === null ? 0 : 1
    const values = { asignado_a: to.id, calendar_sequence: row.calendar_sequence + calls }
    const locked = await saveSolicitud(trx, { main, row }, values, at)
    const step = { locked, batch, at }
    await notifyAssignee(trx, ctx, step)
    await inviteFor(trx, ctx, step, row)
    const data = { de: person.nombre, a: to.nombre }
    await recordStep(trx, ctx, step, [{ action: 'solicitud.handed_over', data }])
    moved += 1
  }
  await sendNotificationBatch(trx, ctx, batch)
  return moved
}
