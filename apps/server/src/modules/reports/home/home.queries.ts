import type { Database } from '@foja/db/schema'
import type { EventRow } from '@foja/db/events'
import { sql, type Kysely } from 'kysely'
import { inScope, tallyScope, type ListScope } from '../../casework/public.ts'

/**
 * Numbers of requests created, sent and concluded in a week, regardless of what became of them, and the seconds from
 * creation to each conclusion.
 */
export type WeekCounts = { creadas: number; agendadas: number; concluidas: number; segundos: number }

type Counted = { week: number; kind: keyof WeekCounts; n: number }

const hours = (at: Date) => Math.floor(at.getTime() / 3_600_000)

/** Hourly counters of a company or of all. */
async function countByHour(db: Kysely<Database>, scope: ListScope, edges: readonly Date[]): Promise<Counted[]> {
  const buckets = edges.map(hours)
  const where = sql`kind in ('creadas', 'agendadas', 'concluidas', 'segundos') and scope = ${tallyScope(scope)}
    and bucket >= ${buckets[0]} and bucket < ${buckets.at(-1)}`
  const { rows } = await sql<Counted>`
    select width_bucket(bucket, ${buckets}::integer[]) as week, kind, sum(n)::bigint as n
    from (select kind, bucket, n from tally where ${where}
      union all select kind, bucket, n from tally_change where ${where}) t group by 1, 2`.execute(db)
  return rows
}

/** The same for the case files of one user, computed from rows and events. */
async function countOwn(db: Kysely<Database>, scope: ListScope, edges: readonly Date[]): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select width_bucket(done.at, ${[...edges]}::timestamptz[]) as week, t.kind, sum(t.n)::bigint as n
    from solicitud_main m join solicitud s on s.id_solicitud_main = m.id_solicitud_main
    cross join lateral (select 'creadas' as act, s.created_at as at
      union all select a.kind, a.at from request_act a
        where a.id_solicitud_main = m.id_solicitud_main and a.id_solicitud = s.id_solicitud) done
    cross join lateral act_tallies(done.act, done.at, s.created_at) t
    where ${inScope(scope)} and m.updated_at >= ${edges[0]} and done.at >= ${edges[0]} and done.at < ${edges.at(-1)}
    group by 1, 2`.execute(db)
  return rows
}

/** Counts per interval between consecutive `edges`. */
export async function countWeeks(
  db: Kysely<Database>,
  scope: ListScope,
  edges: readonly Date[],
): Promise<WeekCounts[]> {
  const weeks = edges.slice(1).map(() => ({ creadas: 0, agendadas: 0, concluidas: 0, segundos: 0 }))
  const counted = await (scope.kind === 'own' ? countOwn : countByHour)(db, scope, edges)
  for (const { week, kind, n } of counted) {
    const of = weeks[week - 1]
    if (of !== undefined) of[kind] = n
  }
  return weeks
}

export type RecentRow = EventRow & { id_solicitud: string | null; titulo: string | null }

const mostRecent = 10
/** For one user, recent events are searched in this many of their latest changed case files. */
const ownLooked = 500

/** Finds the newest events of the case files in the scope. */
export async function findRecent(db: Kysely<Database>, scope: ListScope): Promise<RecentRow[]> {
  const events =
    scope.kind === 'own'
      ? sql`(select m.id_solicitud_main from solicitud_main m where ${inScope(scope)}
            order by m.updated_at desc, m.id_solicitud_main desc limit ${ownLooked}) mine
          cross join lateral (select * from event where id_solicitud_main = mine.id_solicitud_main and action <> 'email.sent'
            order by id desc limit ${mostRecent}) e`
      : sql`event e`
  const within = scope.kind === 'company' ? sql`e.id_company = ${scope.id_company}` : sql`true`
  const { rows } = await sql<RecentRow>`
    select e.*, m.titulo, coalesce(d.id_solicitud, s.id_solicitud) as id_solicitud
    from (select e.* from ${events} where ${within} and e.id_solicitud_main is not null
        -- a message that went out is no news; one that did not is
        and e.action <> 'email.sent'
      order by e.id desc limit ${mostRecent}) e
    join solicitud_main m on m.id_solicitud_main = e.id_solicitud_main
    left join document d on d.id_documento = e.id_documento
    left join solicitud s on s.id_solicitud = e.data ->> 'id_solicitud' and s.id_solicitud_main = e.id_solicitud_main
    order by e.id desc`.execute(db)
  return rows
}
