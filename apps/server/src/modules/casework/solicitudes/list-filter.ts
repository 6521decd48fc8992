import type { listSolicitudMainQuery } from '@foja/contracts/solicitudes'
import { joinTerms, searchTerms, type SearchTerm } from '@foja/db/search'
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { addDays, startOfDay } from '../../../lib/zoned-days.ts'

export type ListQuery = z.output<typeof listSolicitudMainQuery>
export type Filters = Pick<
  ListQuery,
  'status' | 'q' | 'desde' | 'hasta' | 'asignado_a' | 'mediacion' | 'vencidas' | 'sin_fecha' | 'sin_asignar'
>

/** One thing to filter by, as `main_facet` has it. */
export type Facet = {
  /** from the first to the last of these; a case file is under one of them at most */
  first: string
  last: string
  /** being under it is all that is asked */
  exact: boolean
  /** months: of these only part is asked for */
  edges: string[]
}

export type ListFilter = {
  facets: Facet[]
  /** all conditions, over the case file `m` */
  conditions: RawBuilder<boolean>[]
  /** the same without those of the days */
  besidesDays: RawBuilder<boolean>[]
  /** those of one request `s`: the same one must satisfy them all */
  request: RawBuilder<boolean>[]
  /** words to find */
  terms: SearchTerm[]
  /** instants of creation, from and before */
  from: Date | null
  until: Date | null
  /** some request is `agendado` and its date is before this */
  overdue: Date | null
  /** some request has this status, and not many have */
  open: 'pendiente' | 'agendado' | null
}

const monthOf = (at: Date) => `c:${at.toISOString().slice(0, 7)}`

/** The months of a stretch of days. */
function monthsOf(from: Date | null, until: Date | null): Facet {
  const edges = [from, until].flatMap((at) => (at === null ? [] : [monthOf(at)]))
  return {
    first: from === null ? 'c:' : monthOf(from),
    last: until === null ? 'c:9999' : monthOf(until),
    exact: false,
    edges,
  }
}

/** What is asked of requests, each as a facet and as a condition. */
function requestFilters(query: Filters, now: Date): (Facet & { of: RawBuilder<boolean> })[] {
  const { status, asignado_a: assignee, mediacion } = query
  const filters: (Facet & { of: RawBuilder<boolean> })[] = []
  const add = (facet: string, of: RawBuilder<boolean>, exact = true) =>
    filters.push({ first: facet, last: facet, exact, edges: [], of })
  if (status !== undefined) add(`s:${status}`, sql`s.status = ${status}`)
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

/** The query of a list as conditions and as what finds them; its days are those of the caller's zone. */
export function filterOf(query: Filters, timeZone: string, now: Date): ListFilter {
  const from = query.desde === undefined ? null : startOfDay(query.desde, timeZone)
  // The whole last day counts.
  const until = query.hasta === undefined ? null : startOfDay(addDays(query.hasta, 1), timeZone)
  const terms = searchTerms(query.q ?? '')
  const requests = requestFilters(query, now)
  const request = requests.map(({ of }) => of)
  const days: RawBuilder<boolean>[] = []
  if (from !== null) days.push(sql`m.created_at >= ${from}`)
  if (until !== null) days.push(sql`m.created_at < ${until}`)
  const besidesDays: RawBuilder<boolean>[] = []
  if (terms.length > 0) besidesDays.push(sql`m.palabras @@ ${joinTerms(terms)}::tsquery`)
  const [only] = requests
  if (requests.length === 1 && only?.exact === true) besidesDays.push(sql`m.facets @> ${[only.first]}::text[]`)
  else if (requests.length > 0) {
    // A value and not `exists`: looked at for one case file after the other, never joined with all of them.
    besidesDays.push(sql`(select 1 from solicitud s where s.id_solicitud_main = m.id_solicitud_main
      and ${sql.join(request, sql` and `)} limit 1) = 1`)
  }
  // Two filters must hold of the same request, which facets of the whole case file do not tell.
  const facets: Facet[] = requests.map(({ of: _of, ...facet }) => ({
    ...facet,
    exact: facet.exact && requests.length === 1,
  }))
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
    open: query.status === 'concluido' ? null : (query.status ?? null),
  }
}
