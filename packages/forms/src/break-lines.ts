import { trimmed, type Glyph, type Piece } from './glyph-row.ts'

/** Spaces that allow a line break: all except no-break spaces (U+00A0, U+2007, U+202F). */
const breakingSpace = /^[ \u{1680}\u{2000}-\u{2006}\u{2008}-\u{200A}\u{205F}\u{3000}]$/u
const letter = /^\p{L}\p{M}?$/u
const letterOrDigit = /^[\p{L}\p{N}]\p{M}?$/u

/**
 * True if a line may break after this glyph: at a space, after a hyphen between letters (not in a date or an account
 * number) and after a dash between words; a dash that opens an aside stays with its word.
 */
function mayBreakAfter(row: readonly Glyph[], index: number): boolean {
  const character = row[index]?.character ?? ''
  if (breakingSpace.test(character)) return true
  const both = (pattern: RegExp) => [index - 1, index + 1].every((at) => pattern.test(row[at]?.character ?? ''))
  if (character === '-' || character === '\u{2010}') return both(letter)
  return (character === '\u{2013}' || character === '\u{2014}') && both(letterOrDigit)
}

/** The paragraphs of the text. */
export function paragraphs(row: readonly Glyph[]): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (let index = 0; index <= row.length; index++) {
    if (index < row.length && row[index]?.character !== '\n') continue
    pieces.push(trimmed(row, start, index))
    start = index + 1
  }
  return pieces
}

/**
 * Breaks a text into lines at spaces and hyphens, and inside words that are wider than a line. Spaces at a break are
 * not drawn; everything else is.
 * @param limit width of a line, in units of 1/2048 em
 */
export function breakLines(row: readonly Glyph[], limit: number): Piece[] {
  return paragraphs(row).flatMap((paragraph) => breakParagraph(row, paragraph, limit))
}

function breakParagraph(row: readonly Glyph[], paragraph: Piece, limit: number): Piece[] {
  if (paragraph.width <= limit) return [paragraph]
  const lines: Piece[] = []
  let start = paragraph.start
  while (start < paragraph.end) {
    const end = lineEnd(row, start, paragraph.end, limit)
    lines.push(trimmed(row, start, end))
    start = end
    while (start < paragraph.end && row[start]?.character === ' ') start++
  }
  return lines
}

/**
 * End of the line that begins at `start`: after the last break that fits, at least one glyph further. Leading spaces
 * are no break: they would make a line of their own.
 */
function lineEnd(row: readonly Glyph[], start: number, end: number, limit: number): number {
  let width = 0
  let lastBreak = start
  let hasWord = false
  for (let index = start; index < end; index++) {
    const glyph = row[index]
    const isSpace = glyph?.character === ' '
    hasWord ||= !isSpace
    width += glyph?.width ?? 0
    // a space beyond the limit ends the line and is not drawn
    if (width > limit && !isSpace) return lastBreak > start ? lastBreak : Math.max(index, start + 1)
    if (hasWord && mayBreakAfter(row, index)) lastBreak = index + 1
  }
  return end
}
