/** Lower case without accents. Each character stays one character, so that offsets match the original. */
const plain = (text: string): string =>
  Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
    return bare.length === letter.length ? bare : letter.toLocaleLowerCase().slice(0, letter.length)
  }).join('')

export type Piece = { text: string; hit: boolean }

/** Splits a text at the matches of the search words. */
export function highlight(text: string, q: string): Piece[] {
  const words = plain(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  const low = plain(text)
  const hits = Array.from({ length: text.length }, () => false)
  for (const word of words) {
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length)) {
      hits.fill(true, at, at + word.length)
    }
  }
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1)
    const hit = hits[at] === true
    if (last?.hit === hit) last.text += text[at] ?? ''
    else pieces.push({ text: text[at] ?? '', hit })
  }
  return pieces
}

/** True if every word of the search occurs in the text. */
export const matches = (text: string, q: string): boolean => {
  const low = plain(text)
  return plain(q)
    .split(/\s+/)
    .every((word) => low.includes(word))
}
