import { wordsOf } from '../../lib/format/words-of.ts'

export type Piece = { text: string; hit: boolean }

/** Splits a text at the words that begin with a word of the search. */
export function highlight(text: string, q: string): Piece[] {
  const asked = wordsOf(q)
  const pieces: Piece[] = []
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), hit })
  }
  let done = 0
  for (const { word, at, end } of wordsOf(text)) {
    if (!asked.some((one) => word.startsWith(one.word))) continue
    add(done, at, false)
    add(at, end, true)
    done = end
  }
  add(done, text.length, false)
  return pieces
}

/** True if every word of the search begins a word of the text. */
export const matches = (text: string, q: string): boolean => {
  const asked = wordsOf(q)
  if (asked.length === 0) return q === ''
  const words = wordsOf(text)
  return asked.every((one) => words.some(({ word }) => word.startsWith(one.word)))
}
