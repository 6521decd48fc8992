import { foldSearch } from '@foja/db/search'

/** Returns a predicate: every word of the query begins a word of the texts, ignoring accents and case. */
export function createMatcher(q: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = foldSearch(q).split(' ').filter(Boolean)
  return (...texts) => {
    const text = ` ${foldSearch(...texts)}`
    return words.length > 0 && words.every((word) => text.includes(` ${word}`))
  }
}

/** Sorts by rank, stable, and keeps at most `most`. */
export function best<T>(found: readonly { rank: number; result: T }[], most: number): T[] {
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ result }) => result)
}
