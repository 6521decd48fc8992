import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { joinTerms } from '@foja/db/search'
import type { Kysely } from 'kysely'
import { filterOf, type ListFilter, type ListQuery } from './list-filter.ts'
import { scopeOf, type ListScope } from './list-scope.ts'
import {
  countCreated,
  countMains,
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
import { wordParts } from './word-parts.ts'

/** Ids of one page in order; how many there are in all, or at least; whether another page follows. */
export type FoundPage = { ids: string[]; count: number; exact: boolean; more: boolean }

/** So many case files are picked, filtered and sorted at most. */
const mostGathered = 1000
/** Words so common that a page of them is expected within so many of the newest case files are looked for there. */
const mostExpected = 5000
/** A word in more than this part of all case files is no help to an index of words. */
const tooCommon = 0.02

const nothing: FoundPage = { ids: [], count: 0, exact: true, more: false }

/** A page out of what was gathered. */
function gathered({ ids, count }: { ids: string[]; count: number }, { offset }: Stretch): FoundPage {
  return { ids, count, exact: true, more: offset + ids.length < count }
}

/** A page out of a walk that looked one row further: at its end the count is known, before it just a floor. */
function walked(rows: string[], { offset, limit }: Stretch, known?: number): FoundPage {
  const more = rows.length > limit
  const ids = rows.slice(0, limit)
  if (known !== undefined) return { ids, count: known, exact: true, more: offset + ids.length < known }
  const reached = rows.length > 0 || offset === 0
  return { ids, count: reached ? offset + rows.length : 0, exact: reached && !more, more }
}

/** How many there are where that is known without looking: of a single facet, or of days alone. */
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

/** Common words are found among the newest, rare ones by the index of words. Null: neither common nor rare. */
async function findWords(
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
  if (expected <= mostExpected) {
    // Four times as far, as words come in bunches.
    const near = await walkWindow(db, scope, conditions, further, Math.max(1000, Math.ceil(expected * 4)))
    if (near.length > stretch.limit) return walked(near, stretch)
  }
  let at = 0
  const rare = terms.filter(({ beginnings }) => {
    const own = parts.slice(at, (at += beginnings.length))
    return own.some((part) => (part ?? 0) < tooCommon)
  })
  const source = sources.words(joinTerms(rare.length === 0 ? terms : rare))
  if ((await countUpTo(db, source, mostGathered + 1)) > mostGathered) return null
  return gathered(await gather(db, scope, source, conditions, stretch), stretch)
}

/** What is left to ask of the case files under the facets that a walk goes along. */
function groupsOf(filter: ListFilter, { facets, exact, edges }: Sized): Group[] {
  const { conditions, besidesDays } = filter
  if (exact) return [{ facets, conditions: conditions.length === 1 ? [] : conditions }]
  if (edges.length === 0) return [{ facets, conditions }]
  const whole = facets.filter((facet) => !edges.includes(facet))
  // Of a whole month every day is asked for.
  const parts = facets.filter((facet) => edges.includes(facet)).map((facet) => edgeOf(filter, facet))
  return [{ facets: whole, conditions: besidesDays }, ...parts]
}

/** Part of a month: most of it is walked along like a whole one, a few days are read by their dates. */
function edgeOf({ from, until, conditions, besidesDays }: ListFilter, facet: string): Group {
  const start = new Date(`${facet.slice(2)}-01`)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  const first = from !== null && from > start ? from : start
  const last = until !== null && until < end ? until : end
  const part = (last.getTime() - first.getTime()) / (end.getTime() - start.getTime())
  return part < 0.05 ? { from: first, until: last, conditions: besidesDays } : { facets: [facet], conditions }
}

/** Where there may be few although many are under each facet. */
function fewer(scope: ListScope, { overdue, open, from, until }: ListFilter) {
  return [
    ...(overdue === null ? [] : [sources.overdue(scope, overdue)]),
    ...(open === null || (from === null && until === null) ? [] : [sources.open(scope, open, from, until)]),
  ]
}

async function findFiltered(
  db: Kysely<Database>,
  scope: ListScope,
  filter: ListFilter,
  stretch: Stretch,
): Promise<FoundPage> {
  const { conditions } = filter
  // What one person made is little enough to be looked at.
  if (scope.kind === 'own') return gathered(await sift(db, scope, conditions, stretch), stretch)
  const [smallest] = (await sizesOf(db, scope, filter.facets)).sort((a, b) => a.size - b.size)
  if (smallest !== undefined && smallest.size <= mostGathered)
    return gathered(await gather(db, scope, sources.facets(scope, smallest.facets), conditions, stretch), stretch)
  const words = await findWords(db, scope, filter, stretch)
  if (words !== null) return words
  for (const source of fewer(scope, filter)) {
    if ((await countUpTo(db, source, mostGathered + 1)) <= mostGathered)
      return gathered(await gather(db, scope, source, conditions, stretch), stretch)
  }
  const further = { ...stretch, limit: stretch.limit + 1 }
  if (smallest === undefined || !stretch.ordering.endsWith('updated_at')) {
    const known = smallest === undefined ? undefined : await exactCount(db, scope, filter, smallest)
    return walked(await walkFiltered(db, scope, conditions, further), stretch, known)
  }
  const known = await exactCount(db, scope, filter, smallest)
  return walked(await walkGroups(db, scope, groupsOf(filter, smallest), further), stretch, known)
}

/**
 * The case files of one page that `actor` may see, and how many there are. The work is bounded however many case files
 * there are (docs/adr/0019): where counting would not be, the count is a floor.
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
