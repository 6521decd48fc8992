import { type RawBuilder, sql } from 'kysely'

/**
 * Folds texts into searchable words: lower case, no accents, letters and digits only, one space between. The database
 * folds its texts alike (`fold_search`, migration 0004).
 */
export function foldSearch(...texts: readonly (string | null | undefined)[]): string {
  return texts
    .filter((text) => text != null)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const mostWords = 10

/** A typed part of an id: groups of four between dashes, the last one possibly incomplete. */
const idGroups = /^(?:[a-z0-9]{4}-)*[a-z0-9]{1,4}-?$/

/** One typed word in the form of the database. */
export interface SearchTerm {
  /** part of a `tsquery`, as text */
  term: string
  /** prefixes of the words it matches */
  beginnings: string[]
}

function termOf(token: string): SearchTerm | null {
  const beginnings = foldSearch(token).split(' ').filter(Boolean).slice(0, mostWords)
  if (beginnings.length === 0) return null
  const typed = token.toLowerCase()
  const whole = /^[a-z0-9]{16}$/.test(typed) ? (typed.match(/.{4}/g) ?? []).join('-') : typed
  const groups = idGroups.test(whole) ? whole.split('-').filter(Boolean) : []
  const isId = groups.length > 1 || groups[0]?.length === 4
  const asWords = beginnings.map((word) => `'${word}':*`).join(' & ')
  if (!isId) return { term: asWords, beginnings }
  const asGroups = groups.map((group) => (group.length === 4 ? `'#${group}'` : `'#${group}':*`))
  return { term: `((${asWords}) | (${asGroups.join(' & ')}))`, beginnings }
}

/**
 * Parses a search: every word must begin some word of the text, ignoring accents and case; ids match by any of their
 * groups. Empty when nothing in it is searchable.
 */
export function searchTerms(q: string): SearchTerm[] {
  return q
    .split(/\s+/)
    .slice(0, mostWords)
    .flatMap((token) => termOf(token) ?? [])
}

/** Terms as one `tsquery`, as text. */
export const joinTerms = (terms: readonly SearchTerm[]): string => terms.map(({ term }) => term).join(' & ')

/** A `where` condition over a column of words (`solicitud_main.palabras`). Null when `q` holds no word. */
export function matchesSearch(column: string, q: string): RawBuilder<boolean> | null {
  const terms = searchTerms(q)
  return terms.length === 0 ? null : sql<boolean>`${sql.ref(column)} @@ ${joinTerms(terms)}::tsquery`
}
