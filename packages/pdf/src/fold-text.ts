/**
 * The text of a page, folded for searching (no case, no accents, ligatures split, white space collapsed, hyphenated
 * words joined across lines), with a map from each unit to its original character.
 */
export type FoldedText = {
  fold: string
  /** Index of the original character of each UTF-16 unit of `fold`. */
  origin: number[]
  /** The same text for display, with line ends as spaces. */
  shown: string
  /** Start of each character in `shown`, plus the end. */
  place: number[]
}

/** pdfium's code for a hyphen at a line end, and the soft hyphen (U+00AD). */
const lineHyphens = new Set([0x02, 0xad, 0xfffe])
/** Accents that old typesetting places as separate characters, before or after the letter. */
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

/** A code of the engine as text: empty for invalid characters, a space for controls and white space. */
function textOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  const text = String.fromCodePoint(code)
  return /[\s\p{Cc}\p{Z}]/u.test(text) ? ' ' : text
}

/** `keepHyphens`: keeps a hyphen at a line end as part of the word («ex-» «alcalde») instead of joining. */
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

/** Folds a query alike; empty when nothing in it is searchable. */
export function foldQuery(query: string): string {
  const codes = Array.from(query, (character) => character.codePointAt(0) ?? 0)
  return foldText(codes).fold.trim()
}

/** First and last character of a match. */
export type Match = { first: number; last: number }

function* matchesIn({ fold, origin }: FoldedText, query: string): Generator<Match> {
  for (let at = fold.indexOf(query); at !== -1; at = fold.indexOf(query, at + query.length)) {
    yield { first: origin[at] ?? 0, last: origin[at + query.length - 1] ?? 0 }
  }
}

/** Matches of a folded query in order, at most `most`. A query with a hyphen is searched in both readings. */
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
/** Context before and after a match, in UTF-16 units. */
const around = 60

/** A match with its context; `…` marks omitted text. */
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
