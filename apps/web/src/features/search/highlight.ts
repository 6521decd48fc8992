/** Letters as a search sees them: without case and accents, each still one character so that places stay the same. */
const plain = (text: string): string =>
  Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
    return bare.length === letter.length ? bare : letter.toLocaleLowerCase().slice(0, letter.length)
  }).join('')

export type Piece = { text: string; hit: boolean }

/** Cuts a text where one of the words of a search begins and ends. */
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

/** Whether every word of a search is somewhere in a text. */
export const matches = (text: string, q: string): boolean => {
  const low = plain(text)
  return plain(q)
    .split(/\s+/)
    .every((word) => low.includes(word))
}
