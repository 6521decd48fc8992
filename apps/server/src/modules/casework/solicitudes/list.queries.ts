import type { Ordering } from '@foja/contracts/constants'
import type { SolicitudStatus } from '@foja/contracts/states'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { type Facet, inScope, tallyScope, type ListScope } from './list-filter.ts'

/** A range of an ordered list. */
export type Stretch = { ordering: Ordering; offset: number; limit: number }

/** A filter with its counts: its facets with case files in the scope, and the number of these. */
export type Sized = { facets: string[]; size: number; exact: boolean; edges: string[] }

const columnOf = (ordering: Ordering) => ordering.replace('-', '').replace('titulo', 'orden')
const isDescending = (ordering: Ordering) => ordering.startsWith('-')
const direction = (ordering: Ordering) => (isDescending(ordering) ? sql`desc` : sql`asc`)

/** `order by` of a list over `alias`, with the id as tie-break. */
function inOrder(ordering: Ordering, alias: string): RawBuilder<unknown> {
  const way = direction(ordering)
  return sql`order by ${sql.ref(`${alias}.${columnOf(ordering)}`)} ${way}, ${sql.ref(`${alias}.id_solicitud_main`)} ${way}`
}

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

type Found = { id_solicitud_main: string }
const idsOf = (rows: readonly Found[]) => rows.map((row) => row.id_solicitud_main)

/** The counts of `tally` and those not yet added to it. */
function tallies(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select kind, scope, bucket, n from tally where ${where}
    union all select kind, scope, bucket, n from tally_change where ${where})`
}

/** The number of case files in a scope. */
export async function countMains(db: Kysely<Database>, scope: ListScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::bigint as n
    from ${tallies(sql`kind = 'mains' and scope = ${tallyScope(scope)} and bucket = 0`)} t`.execute(db)
  return rows[0]?.n ?? 0
}

/** The number of requests of a scope per status; a status without any is absent. */
export async function countByStatus(db: Kysely<Database>, scope: ListScope): Promise<Record<string, number>> {
  const where = sql`kind = any (array['pendiente', 'agendado', 'concluido']) and scope = ${tallyScope(scope)} and bucket = 0`
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::bigint as n from ${tallies(where)} t group by kind`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.kind, row.n]))
}

/** The facets with case files in the scope, grouped by filter. */
export async function sizesOf(db: Kysely<Database>, scope: ListScope, facets: readonly Facet[]): Promise<Sized[]> {
  if (facets.length === 0) return []
  const inCompany = scope.kind === 'all' ? sql`true` : sql`scope = ${scope.id_company}`
  const ranges = facets.map(({ first, last }) => sql`kind between ${first} and ${last}`)
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::bigint as n from ${tallies(sql`(${sql.join(ranges, sql` or `)}) and ${inCompany}`)} t
    group by kind having sum(n) > 0`.execute(db)
  return facets.map(({ first, last, exact, edges }) => {
    const among = rows.filter(({ kind }) => (first === last ? kind === first : kind >= first && kind <= last))
    return { facets: among.map(({ kind }) => kind), size: among.reduce((sum, { n }) => sum + n, 0), exact, edges }
  })
}

/**
 * The start for reading a list by date at `offset`: the edge of the day (UTC) that contains the row, and the remaining
 * offset within that day. Null beyond the end.
 */
async function dayOf(db: Kysely<Database>, scope: ListScope, { ordering, offset }: Stretch) {
  const kind = ordering.endsWith('updated_at') ? 'updated' : 'created'
  const { rows } = await sql<{ bucket: number; before: number }>`
    select bucket, before from (
      select bucket, n, sum(n) over (order by bucket ${direction(ordering)})::bigint - n as before from (
        select bucket, sum(n)::bigint as n from ${tallies(sql`kind = ${kind} and scope = ${tallyScope(scope)}`)} t
        group by bucket) days) running
    where before <= ${offset} and before + n > ${offset}`.execute(db)
  const [day] = rows
  if (day === undefined) return null
  const edge = new Date((day.bucket + (isDescending(ordering) ? 1 : 0)) * 86_400_000)
  return { edge, rest: offset - day.before }
}

/** Above this offset, a page is located by its day. */
const nearOffset = 500

/** The ids of a range of a whole scope, in order. */
export async function walkScope(db: Kysely<Database>, scope: ListScope, stretch: Stretch): Promise<string[]> {
  const { ordering, limit } = stretch
  let { offset } = stretch
  let within = inScope(scope)
  if (offset > nearOffset && scope.kind !== 'own' && !ordering.endsWith('titulo')) {
    const day = await dayOf(db, scope, stretch)
    if (day === null) return []
    const column = sql.ref(`m.${columnOf(ordering)}`)
    const side = isDescending(ordering) ? sql`${column} < ${day.edge}` : sql`${column} >= ${day.edge}`
    within = sql`${within} and ${side}`
    offset = day.rest
  }
  const { rows } = await sql<Found>`select m.id_solicitud_main from solicitud_main m where ${within}
    ${inOrder(ordering, 'm')} limit ${limit} offset ${offset}`.execute(db)
  return idsOf(rows)
}

/** The ids of a range of the case files that match `conditions`, checked one by one in order. */
export async function walkFiltered(
  db: Kysely<Database>,
  scope: ListScope,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
): Promise<string[]> {
  const { rows } = await sql<Found>`select m.id_solicitud_main from solicitud_main m
    where ${inScope(scope)} and ${all(conditions)}
    ${inOrder(stretch.ordering, 'm')} limit ${stretch.limit} offset ${stretch.offset}`.execute(db)
  return idsOf(rows)
}

/** Like `walkFiltered`, among the first `window` case files of the scope. */
export async function walkWindow(
  db: Kysely<Database>,
  scope: ListScope,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
  window: number,
): Promise<string[]> {
  const { ordering, limit, offset } = stretch
  const { rows } = await sql<Found>`select w.id_solicitud_main from (
      select m.id_solicitud_main, ${sql.ref(`m.${columnOf(ordering)}`)}, ${all(conditions)} as fits
      from solicitud_main m where ${inScope(scope)} ${inOrder(ordering, 'm')} limit ${window}) w
    where w.fits ${inOrder(ordering, 'w')} limit ${limit} offset ${offset}`.execute(db)
  return idsOf(rows)
}

const companies = (scope: ListScope) =>
  scope.kind === 'all' ? sql`company` : sql`(select ${scope.id_company}::uuid as id)`

/** Case files with some facets, or created within a short period, and the remaining conditions. */
export type Group = ({ facets: readonly string[] } | { from: Date; until: Date }) & {
  conditions: readonly RawBuilder<boolean>[]
}

/** A range of the case files in any group, by last change; the groups are disjoint. */
export async function walkGroups(
  db: Kysely<Database>,
  scope: ListScope,
  groups: readonly Group[],
  stretch: Stretch,
): Promise<string[]> {
  const { ordering, limit, offset } = stretch
  const part = (group: Group) => {
    const conditions = all(group.conditions)
    if (!('facets' in group)) {
      return sql`(select u.* from ${companies(scope)} c cross join lateral (
        select m.id_solicitud_main, m.updated_at from solicitud_main m
        where m.id_company = c.id and m.created_at >= ${group.from} and m.created_at < ${group.until} and ${conditions}
        ${inOrder(ordering, 'm')} limit ${offset + limit}) u)`
    }
    const isBare = group.conditions.length === 0
    const main = isBare ? sql`` : sql`join solicitud_main m on m.id_solicitud_main = f.id_solicitud_main`
    return sql`(select u.* from ${companies(scope)} c
      cross join unnest(${[...group.facets]}::text[]) under(facet)
      cross join lateral (select f.id_solicitud_main, f.updated_at from main_facet f ${main}
        where f.id_company = c.id and f.facet = under.facet and ${conditions}
        ${inOrder(ordering, 'f')} limit ${offset + limit}) u)`
  }
  const { rows } = await sql<Found>`
    select u.id_solicitud_main from (${sql.join(groups.map(part), sql` union all `)}) u
    ${inOrder(ordering, 'u')} limit ${limit} offset ${offset}`.execute(db)
  return idsOf(rows)
}

/** Queries that select candidate ids of case files. */
export const sources = {
  facets: (scope: ListScope, facets: readonly string[]) =>
    sql<Found>`select f.id_solicitud_main from ${companies(scope)} c cross join unnest(${facets}::text[]) under(facet)
      join main_facet f on f.id_company = c.id and f.facet = under.facet`,
  /** Up to `most` rows; case files of other companies are null. The function uses the index in spite of the policies. */
  newest: (scope: ListScope, most: number) =>
    sql<Found>`select m.id_solicitud_main from solicitud_main m where ${inScope(scope)}
      ${inOrder('-updated_at', 'm')} limit ${most}`,
  words: (scope: ListScope, terms: string, most: number) =>
    scope.kind === 'all'
      ? sql<Found>`select m.id_solicitud_main from solicitud_main m where m.palabras @@ ${terms}::tsquery`
      : sql<Found>`select m.id_solicitud_main
          from mains_with_words(${terms}::tsquery, ${scope.id_company}::uuid, ${most}) m (id_solicitud_main)`,
  overdue: (scope: ListScope, before: Date) =>
    sql<Found>`select s.id_solicitud_main from ${companies(scope)} c join solicitud s on s.id_company = c.id
      and s.status = 'agendado' and s.fecha_agendada < ${before}`,
  /** Requests have the creation time of their case file. */
  open: (scope: ListScope, statuses: readonly string[], from: Date | null, until: Date | null) =>
    sql<Found>`select s.id_solicitud_main from ${companies(scope)} c join solicitud s on s.id_company = c.id
      and s.status in (${sql.join(statuses.map((status) => sql.lit(status)))}) and s.created_at >= ${from ?? new Date(0)}
      and s.created_at < ${until ?? new Date('9999-01-01')}`,
}

/** The number of rows of a source, up to `most`. */
export async function countUpTo(db: Kysely<Database>, source: RawBuilder<Found>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select 1 from (${source}) p limit ${most}) few`.execute(db)
  return rows[0]?.n ?? 0
}

type Counted = { ids: string[]; count: number }

/** Counts the table `hits`, the last of `tables`, and returns a range of it. */
async function countHits(
  db: Kysely<Database>,
  tables: RawBuilder<unknown>,
  { ordering, limit, offset }: Stretch,
): Promise<Counted> {
  const { rows } = await sql<Counted>`with ${tables}
    select (select count(*) from hits) as count, array(select h.id_solicitud_main::text from hits h
      ${inOrder(ordering, 'h')} limit ${limit} offset ${offset}) as ids`.execute(db)
  return rows[0] ?? { ids: [], count: 0 }
}

/** Counts all case files of a source that match `conditions`, and returns a range of them. */
export function gather(
  db: Kysely<Database>,
  scope: ListScope,
  source: RawBuilder<Found>,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
): Promise<Counted> {
  const tables = sql`picked as materialized (select distinct p.id_solicitud_main from (${source}) p),
    hits as materialized (
      select m.id_solicitud_main, ${sql.ref(`m.${columnOf(stretch.ordering)}`)} from picked
      -- One look each, whatever the planner expects.
      cross join lateral (select * from solicitud_main where id_solicitud_main = picked.id_solicitud_main limit 1) m
      where ${inScope(scope)} and ${all(conditions)})`
  return countHits(db, tables, stretch)
}

/** Counts all case files of a small scope that match `conditions`, and returns a range of them. */
export function sift(
  db: Kysely<Database>,
  scope: ListScope,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
): Promise<Counted> {
  const tables = sql`hits as materialized (
      select m.id_solicitud_main, ${sql.ref(`m.${columnOf(stretch.ordering)}`)} from solicitud_main m
      where ${inScope(scope)} and ${all(conditions)})`
  return countHits(db, tables, stretch)
}

type CountedStatus = { status: SolicitudStatus; n: number }

/** The number of case files per status among those of a source that match `conditions`; at most `most` are looked at. */
export async function countStatusesAmong(
  db: Kysely<Database>,
  scope: ListScope,
  source: RawBuilder<Found>,
  conditions: readonly RawBuilder<boolean>[],
  most: number,
): Promise<CountedStatus[]> {
  const { rows } = await sql<CountedStatus>`
    with picked as materialized (
      select distinct p.id_solicitud_main from (select * from (${source}) p limit ${most}) p)
    select substr(facet, 3) as status, count(*) as n from picked
    cross join lateral (select * from solicitud_main where id_solicitud_main = picked.id_solicitud_main limit 1) m
    cross join unnest(m.facets) facet
    where ${inScope(scope)} and ${all(conditions)} and facet like 's:%' group by 1`.execute(db)
  return rows
}

/** The number of case files per status of a small scope that match `conditions`. */
export async function countStatusesOf(
  db: Kysely<Database>,
  scope: ListScope,
  conditions: readonly RawBuilder<boolean>[],
): Promise<CountedStatus[]> {
  const { rows } = await sql<CountedStatus>`select substr(facet, 3) as status, count(*) as n from solicitud_main m
    cross join unnest(m.facets) facet
    where ${inScope(scope)} and ${all(conditions)} and facet like 's:%' group by 1`.execute(db)
  return rows
}

/** The number of case files of a scope created in a period; whole days come from `tally`. */
export async function countCreated(
  db: Kysely<Database>,
  scope: ListScope,
  from: Date | null,
  until: Date | null,
): Promise<number> {
  const dayMs = 86_400_000
  const first = from === null ? -1_000_000 : Math.ceil(from.getTime() / dayMs)
  const end = until === null ? 1_000_000 : Math.floor(until.getTime() / dayMs)
  const count = (after: Date, before: Date) => sql`(select count(*) from solicitud_main m
    where ${inScope(scope)} and m.created_at >= ${after} and m.created_at < ${before})`
  const [firstAt, endAt] = [new Date(first * dayMs), new Date(end * dayMs)]
  const edges =
    from !== null && until !== null && first > end
      ? [count(from, until)]
      : [...(from === null ? [] : [count(from, firstAt)]), ...(until === null ? [] : [count(endAt, until)])]
  const days = tallies(
    sql`kind = 'created' and scope = ${tallyScope(scope)} and bucket >= ${first} and bucket < ${end}`,
  )
  const { rows } = await sql<{ n: number }>`
    select ((select coalesce(sum(n), 0) from ${days} t) + ${sql.join(edges, sql` + `)})::bigint as n`.execute(db)
  return rows[0]?.n ?? 0
}
