import { mostTodo } from '@foja/contracts/constants'
import type { Todo, TodoKind } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import type { Parte, SolicitudStatus } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { maySignIn } from '../../identity/public.ts'
import { inScope, type ListScope } from '../../casework/public.ts'

/** The user's day: now, and where today begins and ends. */
export type Today = { now: Date; start: Date; end: Date }

/** Query of one kind of to-do: requests `s` of case files `m`, and their order. */
type Waiting = {
  kind: TodoKind
  /** Provides `s` and `m`, and `d` for documents. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** Each company's requests have an index in this order: the oldest are read per company and merged. */
  byCompany: boolean
}

type Row = {
  total: number
  id_solicitud: string
  id_solicitud_main: string
  id_documento: string | null
  titulo: string
  main_titulo: string
  documento: string | null
  partes: Parte[]
  status: SolicitudStatus
  fecha_agendada: Date | null
  lugar: string | null
  updated_at: Date
}

const mostShown = 10

// `offset 0` is an optimization fence: the few rows found first are joined by key, whatever the planner estimates for
// the whole table.
const main = sql`cross join lateral (select * from solicitud_main
  where id_solicitud_main = s.id_solicitud_main offset 0) m`

/** Requests that a user created and that are not concluded; `m.facets && …` matches its index. */
const requestsOf = (idUser: string) => sql`(select * from solicitud_main m where m.created_by = ${idUser}
    and m.facets && array['s:pendiente', 's:agendado'] offset 0) m
  cross join lateral (select * from solicitud where id_solicitud_main = m.id_solicitud_main offset 0) s`

const changed = sql`s.updated_at`
const date = sql`s.fecha_agendada`

/** Requests in a status that a user created or is assigned: two branches, each with its index. */
const concerning = (idUser: string, status: 'pendiente' | 'agendado') => sql`(
    select id_solicitud from solicitud where asignado_a = ${idUser} and status = ${sql.lit(status)}
    union select s.id_solicitud from ${requestsOf(idUser)} where s.status = ${sql.lit(status)}) mine
  cross join lateral (select * from solicitud where id_solicitud = mine.id_solicitud offset 0) s ${main}`

/** What the user created and did not send, and what they are assigned from authors who left or lost access. */
function toSend(actor: Actor): Waiting {
  return {
    kind: 'send',
    from: concerning(actor.id, 'pendiente'),
    // A scalar subquery instead of `exists`, so that each author is looked up by key.
    where: sql`(m.created_by = ${actor.id} or (
      select 1 from app_user left join company on company.id = app_user.id_company
      where app_user.id = m.created_by and ${maySignIn()}
        and (app_user.role = 'admin' or app_user.id_company = m.id_company) limit 1) is null)`,
    order: changed,
    byCompany: false,
  }
}

/** PDFs of open requests that are assigned to or by the user and that they have not signed in any version. */
function toSign(actor: Actor): Waiting {
  return {
    kind: 'sign',
    from: sql`${concerning(actor.id, 'agendado')}
      cross join lateral (select * from document where id_solicitud = s.id_solicitud and deleted_at is null
        and mime = 'application/pdf' offset 0) d`,
    where: sql`(select 1 from document_version v where v.id_documento = d.id_documento and v.origin = 'sign'
      and v.created_by = ${actor.id} limit 1) is null`,
    order: changed,
    byCompany: false,
  }
}

/** To-do kinds per role. Admins and gestors see everything in the scope, mediators what is assigned to them or unassigned,
 * authors their own case files, and assignees those whose author is gone. */
function kindsFor(actor: Actor, today: Today): Waiting[] {
  const mine = { from: requestsOf(actor.id), byCompany: false }
  const staff = actor.role !== 'usuario'
  const leads = actor.role === 'admin' || actor.role === 'gestor'
  const ofMine =
    actor.role === 'mediador' ? sql<boolean>`(s.asignado_a = ${actor.id} or s.asignado_a is null)` : sql<boolean>`true`
  const looked = staff ? { from: sql`solicitud s`, byCompany: true } : mine
  const reach = staff ? ofMine : sql<boolean>`true`
  const overdue = sql<boolean>`s.status = 'agendado' and s.fecha_agendada < ${today.now}`
  const now = sql<boolean>`s.status = 'agendado' and s.fecha_agendada >= ${today.start} and s.fecha_agendada < ${today.end}`
  const kinds: Waiting[] = [
    toSend(actor),
    { kind: 'overdue', ...looked, where: sql`${reach} and ${overdue}`, order: date },
    { kind: 'today', ...looked, where: sql`${reach} and ${now}`, order: date },
    toSign(actor),
  ]
  if (staff)
    kinds.push({
      kind: 'schedule',
      ...looked,
      where: sql`${reach} and s.status = 'agendado' and s.fecha_agendada is null`,
      order: date,
    })
  if (leads)
    kinds.push({
      kind: 'assign',
      ...looked,
      where: sql`s.asignado_a is null and s.status <> 'concluido'`,
      order: changed,
    })
  return kinds
}

const companies = (scope: ListScope) =>
  scope.kind === 'all' ? sql`company` : sql`(select ${scope.id_company}::uuid as id)`

async function read(db: Kysely<Database>, scope: ListScope, waiting: Waiting): Promise<Row[]> {
  const { from, where, order, byCompany, kind } = waiting
  const ofDocument = kind === 'sign'
  const columns = sql`s.id_solicitud, ${order} as turn, ${ofDocument ? sql`d.id_documento, d.nombre` : sql`null::uuid as id_documento, null::text as nombre`}`
  const [found, total] = byCompany
    ? [
        sql`select o.* from ${companies(scope)} c cross join lateral (select ${columns} from solicitud s
          where s.id_company = c.id and ${where} order by ${order}, s.id_solicitud limit ${mostShown}) o`,
        sql`select count(*) from (select from ${companies(scope)} c
          cross join lateral (select from solicitud s where s.id_company = c.id and ${where} limit ${mostTodo}) o
          limit ${mostTodo}) counted`,
      ]
    : [
        sql`select ${columns} from ${from} where ${inScope(scope)} and ${where}`,
        sql`select least(count(*), ${mostTodo}) from found`,
      ]
  const { rows } = await sql<Row>`
    with found as materialized (${found})
    select (${total}) as total, s.id_solicitud, s.id_solicitud_main, o.id_documento, s.titulo, m.titulo as main_titulo,
      o.nombre as documento, s.partes, s.status, s.fecha_agendada, s.lugar, s.updated_at
    from (select * from found order by turn, id_solicitud, id_documento limit ${mostShown}) o
    join solicitud s on s.id_solicitud = o.id_solicitud
    join solicitud_main m on m.id_solicitud_main = s.id_solicitud_main
    order by o.turn, o.id_solicitud, o.id_documento`.execute(db)
  return rows
}

function present(kind: TodoKind, { total: _total, ...row }: Row): Todo {
  return {
    kind,
    ...row,
    partes: row.partes.map((party) => party.nombre),
    fecha_agendada: row.fecha_agendada?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}

/** Counts each kind of to-do for `actor`, up to `mostTodo`, and returns the oldest of each. */
export async function findTodo(
  db: Kysely<Database>,
  actor: Actor,
  scope: ListScope,
  today: Today,
): Promise<{ counts: Record<TodoKind, number>; todo: Todo[] }> {
  const counts = { send: 0, schedule: 0, overdue: 0, sign: 0, today: 0, assign: 0 }
  const todo: Todo[] = []
  for (const waiting of kindsFor(actor, today)) {
    const rows = await read(db, scope, waiting)
    counts[waiting.kind] = rows[0]?.total ?? 0
    todo.push(...rows.map((row) => present(waiting.kind, row)))
  }
  return { counts, todo }
}
