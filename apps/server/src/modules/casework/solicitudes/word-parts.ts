import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** Parts of all case files (0 to 1) that have a word, for the words that many have. */
type WordParts = { readAt: number; words: [word: string, part: number][] }

const known = new WeakMap<Kysely<Database>, WordParts>()
const freshMs = 600_000

/** As the last analyze counted them; they change slowly, so they are read once in a while. */
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
 * Which part of all case files has a word that begins so; null for what is rare, or where nothing was counted yet. It
 * only chooses the way to what is looked for.
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
