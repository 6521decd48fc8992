import { foldSearch } from '@foja/db/search'

/** Says whether every word that was typed begins a word of a text, accents and case aside. */
export function createMatcher(q: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = foldSearch(q).split(' ').filter(Boolean)
  return (...texts) => {
    const text = ` ${foldSearch(...texts)}`
    return words.length > 0 && words.every((word) => text.includes(` ${word}`))
  }
}

/** The best first: by rank, what ranks alike in the order in which it came; at most `most`. */
export function best<T>(found: readonly { rank: number; result: T }[], most: number): T[] {
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ result }) => result)
}
