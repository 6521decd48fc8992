import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** Frequencies of common words among all case files (0 to 1). */
type WordParts = { readAt: number; words: [word: string, part: number][] }

const known = new WeakMap<Kysely<Database>, WordParts>()
const freshMs = 600_000

/** Reads the statistics of the last analyze; they change slowly and are cached. */
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
export async function wordParts(db: Kysely<Database>, beginnings: readonly string[]): Promise<(number | null)[]> {
  let parts = known.get(db)
  if (parts === undefined || performance.now() - parts.readAt > freshMs) {
    parts = { readAt: performance.now(), words: await read(db) }
    known.set(db, parts)
  }
  const { words } = parts
  return beginnings.map((beginning) => {
    const found = words.filter(([word]) => word.startsWith(beginning))
    return found.length === 0 ? null : Math.min(1, Math.max(...found.map(([, part]) => part)))
  })
}
