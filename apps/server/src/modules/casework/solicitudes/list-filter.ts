import type * as z from 'zod/mini'
import type { listSolicitudMainQuery } from '@foja/contracts/solicitudes'
import { joinTerms, searchTerms, type SearchTerm } from '@foja/db/search'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '@foja/contracts/policies'
import { addDays, startOfDay } from '../../../lib/zoned-days.ts'

/** The scope of a list: all companies, one company, or one author. The permission `solicitud.read` as data. */
export type ListScope =
  | { kind: 'all' }
  | { kind: 'company'; id_company: string }
  | { kind: 'own'; id_company: string; id_user: string }

/** The scope that `actor` may read, within `idCompany` when given; null: nothing. */
export function scopeOf(actor: Actor, idCompany?: string): ListScope | null {
  if (actor.role === 'admin')
    return idCompany === undefined ? { kind: 'all' } : { kind: 'company', id_company: idCompany }
  const { id_company } = actor
  if (id_company === null || (idCompany !== undefined && idCompany !== id_company)) return null
  return actor.role === 'usuario' ? { kind: 'own', id_company, id_user: actor.id } : { kind: 'company', id_company }
}

/** The scope id of all companies in `tally`. */
export const everybody = '00000000-0000-0000-0000-000000000000'

/** The scope id of a scope in `tally`. */
export function tallyScope(scope: ListScope): RawBuilder<string> {
  if (scope.kind === 'own') return sql`own_scope(${scope.id_company}, ${scope.id_user})`
  return sql`${scope.kind === 'all' ? everybody : scope.id_company}`
}

/** The scope as a condition on a table with `id_company` and `created_by`. */
export function inScope(scope: ListScope, alias = 'm'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (scope.kind === 'all') return sql<boolean>`true`
  const inCompany = sql<boolean>`${column('id_company')} = ${scope.id_company}`
  if (scope.kind === 'company') return inCompany
  return sql<boolean>`${inCompany} and ${column('created_by')} = ${scope.id_user}`
}

export type ListQuery = z.output<typeof listSolicitudMainQuery>
export type Filters = Pick<
  ListQuery,
  'status' | 'q' | 'desde' | 'hasta' | 'asignado_a' | 'mediacion' | 'vencidas' | 'sin_fecha' | 'sin_asignar'
>

/** One filter as facets of `main_facet`. */
export type Facet = {
  /** The range of facets; a case file is under at most one of them. */
  first: string
  last: string
  /** True if having the facet is the whole filter. */
  exact: boolean
  /** Months that are only partly requested. */
  edges: string[]
}

export type ListFilter = {
  facets: Facet[]
  /** All conditions on the case file `m`. */
  conditions: RawBuilder<boolean>[]
  /** The conditions without those on days. */
  besidesDays: RawBuilder<boolean>[]
  /** Conditions on one request `s`: the same request must match all. */
  request: RawBuilder<boolean>[]
  /** Search words. */
  terms: SearchTerm[]
  /** Creation time: from (inclusive) and until (exclusive). */
  from: Date | null
  until: Date | null
  /** Some request is `agendado` with a date before this. */
  overdue: Date | null
  /** Some request has one of these statuses, which are rare; null: no such condition. */
  open: readonly ('pendiente' | 'agendado')[] | null
}

const monthOf = (at: Date) => `c:${at.toISOString().slice(0, 7)}`

/** The months of a period. */
function monthsOf(from: Date | null, until: Date | null): Facet {
  const edges = [from, until].flatMap((at) => (at === null ? [] : [monthOf(at)]))
  return {
    first: from === null ? 'c:' : monthOf(from),
    last: until === null ? 'c:9999' : monthOf(until),
    exact: false,
    edges,
  }
}

/** The filters on requests, each as a facet and as a condition. */
function requestFilters(query: Filters, now: Date): (Facet & { of: RawBuilder<boolean> })[] {
  const { asignado_a: assignee, mediacion } = query
  const filters: (Facet & { of: RawBuilder<boolean> })[] = []
  const add = (facet: string, of: RawBuilder<boolean>, exact = true) =>
    filters.push({ first: facet, last: facet, exact, edges: [], of })
  if (assignee !== undefined) add(`a:${assignee}`, sql`s.asignado_a = ${assignee}`)
  if (query.sin_asignar !== undefined) add('a:', sql`s.asignado_a is null and s.status <> 'concluido'`)
  if (query.sin_fecha !== undefined) add('d:no', sql`s.status = 'agendado' and s.fecha_agendada is null`)
  if (query.vencidas !== undefined) add('d:yes', sql`s.status = 'agendado' and s.fecha_agendada < ${now}`, false)
  if (mediacion !== undefined) {
    const some = sql<boolean>`exists (select from document d where d.id_solicitud = s.id_solicitud
      and d.deleted_at is null and d.status_mediacion = ${mediacion})`
    add(`m:${mediacion}`, some)
  }
  return filters
}

/** Requests that a case file of a status has: it is `agendado` also when only some are concluded. */
const openOf = { pendiente: ['pendiente'], agendado: ['agendado', 'pendiente'], concluido: null } as const

/** The conditions and facets of a list query; its days are in the caller's time zone. */
export function filterOf(query: Filters, timeZone: string, now: Date): ListFilter {
  const from = query.desde === undefined ? null : startOfDay(query.desde, timeZone)
  // Includes the whole last day.
  const until = query.hasta === undefined ? null : startOfDay(addDays(query.hasta, 1), timeZone)
  const terms = searchTerms(query.q ?? '')
  const requests = requestFilters(query, now)
  const request = requests.map(({ of }) => of)
  const days: RawBuilder<boolean>[] = []
  if (from !== null) days.push(sql`m.created_at >= ${from}`)
  if (until !== null) days.push(sql`m.created_at < ${until}`)
  const besidesDays: RawBuilder<boolean>[] = []
  // The status of the whole case file, as lists show it.
  const status: Facet[] = []
  if (query.status !== undefined) {
    const facet = `s:${query.status}`
    status.push({ first: facet, last: facet, exact: true, edges: [] })
    besidesDays.push(sql`m.facets @> ${[facet]}::text[]`)
  }
  if (terms.length > 0) besidesDays.push(sql`m.palabras @@ ${joinTerms(terms)}::tsquery`)
  const [only] = requests
  if (requests.length === 1 && only?.exact === true) besidesDays.push(sql`m.facets @> ${[only.first]}::text[]`)
  else if (requests.length > 0) {
    // A scalar subquery and not `exists`: evaluated per case file, never planned as a join with all of them.
    besidesDays.push(sql`(select 1 from solicitud s where s.id_solicitud_main = m.id_solicitud_main
      and ${sql.join(request, sql` and `)} limit 1) = 1`)
  }
  // Several filters must match the same request, which facets of the case file cannot express.
  const ofRequests = requests.map(({ of: _of, ...facet }) => ({
    ...facet,
    exact: facet.exact && requests.length === 1,
  }))
  const facets: Facet[] = [...status, ...ofRequests]
  if (days.length > 0) facets.push(monthsOf(from, until))
  const conditions = [...besidesDays, ...days]
  return {
    facets,
    conditions,
    besidesDays,
    request,
    terms,
    from,
    until,
    overdue: query.vencidas === undefined ? null : now,
    open: query.status === undefined ? null : openOf[query.status],
  }
}
