/** Lower case without accents. Each character stays one character, so that offsets match the original. */
const plain = (text: string): string =>
  Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
    return bare.length === letter.length ? bare : letter.toLocaleLowerCase().slice(0, letter.length)
  }).join('')

type Word = { word: string; at: number; end: number }

/** The words of a text, as the server splits them, with their places. */
const wordsOf = (text: string): Word[] =>
  Array.from(plain(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index: at }) => ({
    word: word.replace(/\p{M}/gu, ''),
    at,
    end: at + word.length,
  }))

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
