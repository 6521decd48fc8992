/**
 * The text of a page made ready to be found in: folded (no case, no accents, ligatures taken apart, one space for any
 * run of them, words joined over the hyphen at the end of a line), each of its units knowing the character it came from.
 */
export type FoldedText = {
  fold: string
  /** Index of the character that each UTF-16 unit of `fold` came from. */
  origin: number[]
  /** The same text as people read it, with line ends as spaces. */
  shown: string
  /** Where each character begins in `shown`; one more than there are characters. */
  place: number[]
}

/** What pdfium puts for the hyphen of a word that goes on in the next line, and the soft hyphen (U+00AD). */
const lineHyphens = new Set([0x02, 0xad, 0xfffe])
/** Accents that old typesetting places as characters of their own, before or after the letter. */
const looseAccents = /[\u0060\u00a8\u00af\u00b4\u00b8\u02c6-\u02dd]/gu
const marks = /\p{M}/gu
const alike: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′]/gu, "'"],
  [/[“”„«»″]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
]

function foldCharacter(character: string): string {
  let folded = character.replace(looseAccents, '').normalize('NFKD').replace(marks, '').toLowerCase()
  for (const [pattern, plain] of alike) folded = folded.replace(pattern, plain)
  return folded
}

/** A code of the engine as text: nothing for what is no character, a space for controls and all kinds of spaces. */
function textOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  const text = String.fromCodePoint(code)
  return /[\s\p{Cc}\p{Z}]/u.test(text) ? ' ' : text
}

/** `keepHyphens`: the hyphen at the end of a line belongs to the word («ex-» «alcalde») instead of cutting it. */
export function foldText(codes: readonly number[], keepHyphens = false): FoldedText {
  const parts: string[] = []
  const origin: number[] = []
  const place: number[] = []
  const shown: string[] = []
  let length = 0
  let spaceBefore = true
  for (const [index, code] of codes.entries()) {
    place.push(length)
    const text = lineHyphens.has(code) ? (keepHyphens ? '-' : '') : textOf(code)
    if (text === '' || (text === ' ' && spaceBefore)) continue
    spaceBefore = text === ' '
    shown.push(text)
    length += text.length
    const folded = text === ' ' ? ' ' : foldCharacter(text)
    parts.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) origin.push(index)
  }
  place.push(length)
  return { fold: parts.join(''), origin, shown: shown.join(''), place }
}

/** What somebody looks for, folded alike; empty when nothing of it can be found. */
export function foldQuery(query: string): string {
  const codes = Array.from(query, (character) => character.codePointAt(0) ?? 0)
  return foldText(codes).fold.trim()
}

/** First and last character of a place where the query stands. */
export type Match = { first: number; last: number }

function* matchesIn({ fold, origin }: FoldedText, query: string): Generator<Match> {
  for (let at = fold.indexOf(query); at !== -1; at = fold.indexOf(query, at + query.length)) {
    yield { first: origin[at] ?? 0, last: origin[at + query.length - 1] ?? 0 }
  }
}

/** Where a folded query stands, in the order of the text, `most` places at most. A query with a hyphen is looked for in both readings. */
export function findMatches(codes: readonly number[], query: string, most: number): Match[] {
  if (query === '') return []
  const readings = [foldText(codes)]
  if (query.includes('-')) readings.push(foldText(codes, true))
  const found = new Map<number, Match>()
  for (const reading of readings) {
    let left = most
    for (const match of matchesIn(reading, query)) {
      if (!found.has(match.first)) found.set(match.first, match)
      if ((left -= 1) <= 0) break
    }
  }
  return [...found.values()].toSorted((a, b) => a.first - b.first).slice(0, most)
}

export type Snippet = { snippet: string; start: number; end: number }
/** How much of the text stands before and after what was found, in UTF-16 units. */
const around = 60

/** What was found with the words around it; `…` stands for what was left out. */
export function snippetOf({ shown, place }: FoldedText, { first, last }: Match): Snippet {
  const from = place[first] ?? 0
  const to = place[last + 1] ?? shown.length
  const wordBefore = shown.indexOf(' ', Math.max(0, from - around)) + 1
  const begin = from <= around ? 0 : wordBefore > 0 && wordBefore <= from ? wordBefore : from - around
  const wordAfter = shown.lastIndexOf(' ', to + around)
  const finish = to + around >= shown.length ? shown.length : wordAfter >= to ? wordAfter : to + around
  const before = (begin > 0 ? '…' : '') + shown.slice(begin, from).toWellFormed()
  const found = shown.slice(from, to).toWellFormed()
  const after = shown.slice(to, finish).toWellFormed().trimEnd() + (finish < shown.length ? '…' : '')
  return { snippet: before + found + after, start: before.length, end: before.length + found.length }
}
