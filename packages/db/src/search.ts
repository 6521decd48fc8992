import { type RawBuilder, sql } from 'kysely'

/**
 * Folds texts into words that can be found: lower case, no accents, letters and digits only, one space between.
 * The writer of `solicitud_main.search` and the reader of a query fold alike.
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

/** A condition for `where`: every word of `q` begins some word of the column. Null when `q` holds no word. */
export function matchesSearch(column: string, q: string): RawBuilder<boolean> | null {
  const words = foldSearch(q).split(' ').filter(Boolean).slice(0, 10)
  if (words.length === 0) return null
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql<boolean>`to_tsvector('simple', ${sql.ref(column)}) @@ to_tsquery('simple', ${query})`
}
