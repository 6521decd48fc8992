import { type SolicitudStatus, solicitudStatuses } from '@foja/contracts/states'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { joinTerms } from '@foja/db/search'
import { type Kysely, sql } from 'kysely'
import { runForAll } from '@foja/db/company-scope'
import { type Facet, filterOf, type ListFilter, type ListQuery, scopeOf, type ListScope } from './list-filter.ts'
import {
  countCreated,
  countMains,
  countStatusesAmong,
  countStatusesOf,
  countUpTo,
  gather,
  sift,
  sizesOf,
  sources,
  walkGroups,
  walkFiltered,
  walkScope,
  walkWindow,
  type Group,
  type Sized,
  type Stretch,
} from './list.queries.ts'

/** Frequencies of common words among all case files (0 to 1). */
type WordParts = { readAt: number; words: [word: string, part: number][] }

const known = new WeakMap<Kysely<Database>, WordParts>()
const freshMs = 600_000

/** Reads the statistics of the last analyze; they change slowly and are cached. Hidden from the role of companies. */
async function read(db: Kysely<Database>): Promise<WordParts['words']> {
  const { rows } = await sql<{ word: string; part: number }>`
    select word, part from pg_stats
    cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) k (word, part)
    where schemaname = current_schema() and tablename = 'solicitud_main' and attname = 'palabras'
    -- The frequencies end with three that are of no word.
    and word is not null`.execute(db)
  return rows.map(({ word, part }) => [word, part])
}

/**
 * The share of case files with a word of each prefix; null for rare words or without statistics. Only chooses the
 * search strategy.
 */
async function wordParts(db: Kysely<Database>, beginnings: readonly string[]): Promise<(number | null)[]> {
  let parts = known.get(db)
  if (parts === undefined || performance.now() - parts.readAt > freshMs) {
    parts = { readAt: performance.now(), words: await runForAll(() => read(db)) }
    known.set(db, parts)
  }
  const { words } = parts
  return beginnings.map((beginning) => {
    const found = words.filter(([word]) => word.startsWith(beginning))
    return found.length === 0 ? null : Math.min(1, Math.max(...found.map(([, part]) => part)))
  })
}

/** Ids of one page in order; the total count, or a lower bound if not exact; whether another page follows. */
export type FoundPage = { ids: string[]; count: number; exact: boolean; more: boolean }

/** Maximum number of case files that are picked, filtered and sorted in memory. */
const mostGathered = 1000
/** Words so common that a page of matches is expected among this many newest case files are searched there. */
const mostExpected = 5000
/** A word in more than this share of all case files does not narrow a full-text index search. */
const tooCommon = 0.02

const nothing: FoundPage = { ids: [], count: 0, exact: true, more: false }

/** A page of gathered case files. */
function gathered({ ids, count }: { ids: string[]; count: number }, { offset }: Stretch): FoundPage {
  return { ids, count, exact: true, more: offset + ids.length < count }
}

/** A page of a walk that read one row further: the count is exact at the end of the list, else a lower bound. */
function walked(rows: string[], { offset, limit }: Stretch, known?: number): FoundPage {
  const more = rows.length > limit
  const ids = rows.slice(0, limit)
  if (known !== undefined) return { ids, count: known, exact: true, more: offset + ids.length < known }
  const reached = rows.length > 0 || offset === 0
  return { ids, count: reached ? offset + rows.length : 0, exact: reached && !more, more }
}

/** The exact count if known without reading case files: of a single facet, or of days alone. */
async function exactCount(
  db: Kysely<Database>,
  scope: ListScope,
  filter: ListFilter,
  sized: Sized,
): Promise<number | undefined> {
  if (sized.exact && filter.conditions.length === 1) return sized.size
  if (filter.besidesDays.length > 0) return undefined
  return await countCreated(db, scope, filter.from, filter.until)
}

/** A page of case files with common words, found among the newest; null: not found there. */
async function findNear(
  db: Kysely<Database>,
  scope: ListScope,
  { conditions, terms }: ListFilter,
  stretch: Stretch,
): Promise<FoundPage | null> {
  if (terms.length === 0) return null
  const parts = await wordParts(
    db,
    terms.flatMap(({ beginnings }) => beginnings),
  )
  const further = { ...stretch, limit: stretch.limit + 1 }
  const expected = (further.offset + further.limit) / parts.reduce<number>((all, part) => all * (part ?? 0), 1)
  if (expected > mostExpected) return null
  // Four times as far, as matches cluster.
  const near = await walkWindow(db, scope, conditions, further, Math.max(1000, Math.ceil(expected * 4)))
  return near.length > stretch.limit ? walked(near, stretch) : null
}

/** The case files with the words of a search, by the full-text index: the rare ones, else all or none. */
async function wordSources(db: Kysely<Database>, scope: ListScope, { terms }: ListFilter, orAll: boolean) {
  if (terms.length === 0) return []
  const parts = await wordParts(
    db,
    terms.flatMap(({ beginnings }) => beginnings),
  )
  let at = 0
  const rare = terms.filter(({ beginnings }) => {
    const own = parts.slice(at, (at += beginnings.length))
    return own.some((part) => (part ?? 0) < tooCommon)
  })
  const used = rare.length === 0 && orAll ? terms : rare
  return used.length === 0 ? [] : [sources.words(scope, joinTerms(used), mostGathered + 1)]
}

/** Groups the facets of a walk with the conditions that remain to be checked. */
function groupsOf(filter: ListFilter, { facets, exact, edges }: Sized): Group[] {
  const { conditions, besidesDays } = filter
  if (exact) return [{ facets, conditions: conditions.length === 1 ? [] : conditions }]
  if (edges.length === 0) return [{ facets, conditions }]
  const whole = facets.filter((facet) => !edges.includes(facet))
  // In a whole month every day matches.
  const parts = facets.filter((facet) => edges.includes(facet)).map((facet) => edgeOf(filter, facet))
  return [{ facets: whole, conditions: besidesDays }, ...parts]
}

/** A partly requested month: a large part is walked by facet like a whole month, a few days by date range. */
function edgeOf({ from, until, conditions, besidesDays }: ListFilter, facet: string): Group {
  const start = new Date(`${facet.slice(2)}-01`)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  const first = from !== null && from > start ? from : start
  const last = until !== null && until < end ? until : end
  const part = (last.getTime() - first.getTime()) / (end.getTime() - start.getTime())
  return part < 0.05 ? { from: first, until: last, conditions: besidesDays } : { facets: [facet], conditions }
}

/** Sources that may yield few case files although each facet has many. */
function selectiveSources(scope: ListScope, { overdue, open, from, until }: ListFilter) {
  return [
    ...(overdue === null ? [] : [sources.overdue(scope, overdue)]),
    ...(open === null || (from === null && until === null) ? [] : [sources.open(scope, open, from, until)]),
  ]
}

/** The narrowest facets of a filter, if it has any. */
const narrowestOf = async (db: Kysely<Database>, scope: ListScope, { facets }: ListFilter) =>
  (await sizesOf(db, scope, facets)).toSorted((a, b) => a.size - b.size)[0]

/** A source of all matching case files that has few others; null: none is known. */
async function narrowSource(db: Kysely<Database>, scope: ListScope, filter: ListFilter, byCommonWords: boolean) {
  const words = await wordSources(db, scope, filter, byCommonWords)
  for (const source of [...words, ...selectiveSources(scope, filter)]) {
    if ((await countUpTo(db, source, mostGathered + 1)) <= mostGathered) return source
  }
  return null
}

async function findFiltered(
  db: Kysely<Database>,
  scope: ListScope,
  filter: ListFilter,
  stretch: Stretch,
): Promise<FoundPage> {
  const { conditions } = filter
  // The case files of one author are few enough to read all.
  if (scope.kind === 'own') return gathered(await sift(db, scope, conditions, stretch), stretch)
  const narrowest = await narrowestOf(db, scope, filter)
  if (narrowest !== undefined && narrowest.size <= mostGathered)
    return gathered(await gather(db, scope, sources.facets(scope, narrowest.facets), conditions, stretch), stretch)
  const near = await findNear(db, scope, filter, stretch)
  if (near !== null) return near
  const narrow = await narrowSource(db, scope, filter, true)
  if (narrow !== null) return gathered(await gather(db, scope, narrow, conditions, stretch), stretch)
  const further = { ...stretch, limit: stretch.limit + 1 }
  if (narrowest === undefined || !stretch.ordering.endsWith('updated_at')) {
    const known = narrowest === undefined ? undefined : await exactCount(db, scope, filter, narrowest)
    return walked(await walkFiltered(db, scope, conditions, further), stretch, known)
  }
  const known = await exactCount(db, scope, filter, narrowest)
  return walked(await walkGroups(db, scope, groupsOf(filter, narrowest), further), stretch, known)
}

/** Case files by status, or lower bounds if not exact. */
export type StatusCounts = Record<SolicitudStatus, number> & { all: number; exact: boolean }

const statusFacets = solicitudStatuses.map((status): Facet => {
  return { first: `s:${status}`, last: `s:${status}`, exact: true, edges: [] }
})

/**
 * The case files of a list by status, under its other filters. As for the count of a page, the work is bounded: where
 * no narrow source is known, those among a thousand are counted.
 */
export async function countStatuses(
  db: Kysely<Database>,
  actor: Actor,
  query: ListQuery,
  at: { timeZone: string; now: Date },
): Promise<StatusCounts> {
  const total = (counted: { status: SolicitudStatus; n: number }[], exact: boolean): StatusCounts => {
    const counts = { all: 0, pendiente: 0, agendado: 0, concluido: 0, exact }
    for (const { status, n } of counted) {
      counts[status] += n
      counts.all += n
    }
    return counts
  }
  const scope = scopeOf(actor, query.id_company)
  if (scope === null) return total([], true)
  const filter = filterOf({ ...query, status: undefined }, at.timeZone, at.now)
  const { conditions } = filter
  if (scope.kind === 'own') return total(await countStatusesOf(db, scope, conditions), true)
  if (conditions.length === 0) {
    const sizes = await sizesOf(db, scope, statusFacets)
    return total(
      solicitudStatuses.map((status, n) => ({ status, n: sizes[n]?.size ?? 0 })),
      true,
    )
  }
  const among = (source: Parameters<typeof countUpTo>[1]) =>
    countStatusesAmong(db, scope, source, conditions, mostGathered + 1)
  const narrowest = await narrowestOf(db, scope, filter)
  if (narrowest !== undefined && narrowest.size <= mostGathered)
    return total(await among(sources.facets(scope, narrowest.facets)), true)
  // The index reads all case files with a common word.
  const narrow = await narrowSource(db, scope, filter, false)
  if (narrow !== null) return total(await among(narrow), true)
  const some = narrowest === undefined ? sources.newest(scope, mostGathered) : sources.facets(scope, narrowest.facets)
  return total(await among(some), false)
}

/**
 * One page of the case files that `actor` may read, and their count. The work is bounded for any number of case files
 * (docs/adr/0019): where exact counting is not, the count is a lower bound.
 */
export async function findPage(
  db: Kysely<Database>,
  actor: Actor,
  query: ListQuery,
  at: { timeZone: string; now: Date },
): Promise<FoundPage> {
  const scope = scopeOf(actor, query.id_company)
  if (scope === null) return nothing
  const stretch = {
    ordering: query.ordering,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  }
  const filter = filterOf(query, at.timeZone, at.now)
  if (filter.conditions.length > 0) return await findFiltered(db, scope, filter, stretch)
  const count = await countMains(db, scope)
  if (stretch.offset >= count) return { ...nothing, count }
  return gathered({ ids: await walkScope(db, scope, stretch), count }, stretch)
}
