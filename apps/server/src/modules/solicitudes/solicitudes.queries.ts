import type { Actor } from '@foja/contracts/policies'
import type { listSolicitudMainQuery } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import { matchesSearch } from '@foja/db/search'
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type * as z from 'zod/mini'

export type ListQuery = z.output<typeof listSolicitudMainQuery>

/** The case files that `actor` may see: all, those of the company, or the own ones. The same rule as `solicitud.read`. */
function visibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'solicitud_main'>) => {
    if (actor.role === 'admin') return eb.lit(true)
    if (actor.id_company === null) return eb.lit(false)
    const inCompany = eb('solicitud_main.id_company', '=', actor.id_company)
    return actor.role === 'usuario' ? eb.and([inCompany, eb('solicitud_main.created_by', '=', actor.id)]) : inCompany
  }
}

function filtered(db: Kysely<Database>, actor: Actor, query: ListQuery) {
  let select = db.selectFrom('solicitud_main').where(visibleTo(actor))
  const { status, asignado_a: assignee } = query
  if (query.id_company !== undefined) select = select.where('solicitud_main.id_company', '=', query.id_company)
  if (query.desde !== undefined) select = select.where('solicitud_main.created_at', '>=', new Date(query.desde))
  if (query.hasta !== undefined) {
    // The whole last day counts.
    const end = new Date(query.hasta)
    end.setUTCDate(end.getUTCDate() + 1)
    select = select.where('solicitud_main.created_at', '<', end)
  }
  const search = query.q === undefined ? null : matchesSearch('solicitud_main.search', query.q)
  if (search !== null) select = select.where(search)
  if (status !== undefined || assignee !== undefined) {
    select = select.where((eb) => {
      let some = eb
        .selectFrom('solicitud')
        .whereRef('solicitud.id_solicitud_main', '=', 'solicitud_main.id_solicitud_main')
        .select(sql`1`.as('one'))
      if (status !== undefined) some = some.where('solicitud.status', '=', status)
      if (assignee !== undefined) some = some.where('solicitud.asignado_a', '=', assignee)
      return eb.exists(some)
    })
  }
  return select
}

/** The ids of one page, in order, and how many case files there are in all. */
export async function pageOfIds(
  db: Kysely<Database>,
  actor: Actor,
  query: ListQuery,
): Promise<{ ids: string[]; count: number }> {
  const descending = query.ordering.startsWith('-')
  const column = query.ordering.replace('-', '') as 'updated_at' | 'created_at' | 'titulo'
  const order = descending ? 'desc' : 'asc'
  const rows = await filtered(db, actor, query)
    .select('id_solicitud_main')
    .orderBy(column, order)
    .orderBy('id_solicitud_main', order)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const total = await filtered(db, actor, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { ids: rows.map((row) => row.id_solicitud_main), count: total.count }
}

/** Case files by id, in no order, each with its author. */
export async function findMains(db: Kysely<Database>, ids: string[]) {
  if (ids.length === 0) return []
  return await db
    .selectFrom('solicitud_main')
    .innerJoin('app_user', 'app_user.id', 'solicitud_main.created_by')
    .where('id_solicitud_main', 'in', ids)
    .select([
      'id_solicitud_main',
      'titulo',
      'solicitud_main.id_company',
      'solicitud_main.created_at',
      'solicitud_main.updated_at',
      'payload_sha256',
      'created_by',
      'app_user.nombre as author_nombre',
      'app_user.email as author_email',
    ])
    .execute()
}
export type MainRow = Awaited<ReturnType<typeof findMains>>[number]

/** The requests of some case files, in the order in which they were sent. */
export async function findSolicitudes(db: Kysely<Database>, mains: string[]) {
  if (mains.length === 0) return []
  return await db
    .selectFrom('solicitud')
    .leftJoin('app_user', 'app_user.id', 'solicitud.asignado_a')
    .where('id_solicitud_main', 'in', mains)
    .selectAll('solicitud')
    .select('app_user.nombre as assignee_nombre')
    .orderBy('id_solicitud_main')
    .orderBy('position')
    .execute()
}
export type SolicitudRow = Awaited<ReturnType<typeof findSolicitudes>>[number]

/** The case file that a request belongs to, as the policies need it. */
export async function findMainOfSolicitud(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main', 'solicitud_main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', id)
    .select(['solicitud_main.id_solicitud_main', 'solicitud_main.id_company', 'solicitud_main.created_by'])
    .executeTakeFirst()
}

/** How many requests are in each status among those that `actor` may see; statuses without any are absent. */
export async function countByStatus(db: Kysely<Database>, actor: Actor) {
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main', 'solicitud_main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where(visibleTo(actor) as never)
    .groupBy('solicitud.status')
    .select((eb) => ['solicitud.status', eb.fn.countAll<number>().as('count')])
    .execute()
}
