import type { Database } from '@foja/db/schema'
import { type Transaction, sql, type Kysely, type RawBuilder } from 'kysely'
import { can, type Actor } from '@foja/contracts/policies'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { findAssignee, nameOf, saveSolicitud } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { lockCase, type LockedSolicitud } from '../../case-locks/public.ts'
import { recordStep, notifyAssignee } from './notify-participants.ts'

/** An open request that a user is responsible for: assigned to them, or their own and unassigned. */
type OpenCase = {
  person: string
  id_solicitud: string
  id_solicitud_main: string
  id_company: string
  assigned: boolean
}

/** The open requests of several users; each part uses its own index (migrations 0001 and 0004). */
const openCases = (people: readonly string[]): RawBuilder<OpenCase> => sql<OpenCase>`
  select s.asignado_a as person, s.id_solicitud, s.id_solicitud_main, s.id_company, true as assigned
  from solicitud s where s.asignado_a = any(${[...people]}::uuid[]) and s.status <> 'concluido'
  union all
  select m.created_by, s.id_solicitud, s.id_solicitud_main, s.id_company, false
  from solicitud_main m join solicitud s on s.id_solicitud_main = m.id_solicitud_main
  where m.created_by = any(${[...people]}::uuid[]) and m.facets && array['s:pendiente', 's:agendado']
    and s.status <> 'concluido' and s.asignado_a is null`

/** The number of open requests per user; users without any are absent. */
export async function countOpenCases(db: Kysely<Database>, people: readonly string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ person: string; n: number }>`
    select person, count(*)::int as n from (${openCases(people)}) cases group by person`.execute(db)
  return new Map(rows.map(({ person, n }) => [person, n]))
}

/** The user's future role and company; null: the user is removed. */
type Afterwards = Pick<Actor, 'role' | 'id_company'> | null

function mayKeep({ person, id_company, assigned }: OpenCase, after: Afterwards): boolean {
  if (after === null) return false
  const actor = { id: person, ...after }
  return assigned
    ? can('solicitud.schedule', actor, { id_company, created_by: null })
    : can('solicitud.read', actor, { id_company, created_by: person })
}

/** The open requests that a user may not keep with their future role and company, in a fixed order. */
async function findLeftCases(db: Kysely<Database>, person: string, after: Afterwards): Promise<OpenCase[]> {
  const { rows } = await openCases([person]).execute(db)
  const left = rows.filter((row) => !mayKeep(row, after))
  const keyOf = (row: OpenCase) => row.id_solicitud_main + row.id_solicitud
  return left.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

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
