import { trimmed, type Glyph, type Piece } from './glyph-row.ts'

/** Spaces at which a line may end: all but those that hold words together (U+00A0, U+2007, U+202F). */
const breakingSpace = /^[ \u{1680}\u{2000}-\u{2006}\u{2008}-\u{200A}\u{205F}\u{3000}]$/u
const letter = /^\p{L}\p{M}?$/u
const letterOrDigit = /^[\p{L}\p{N}]\p{M}?$/u

/**
 * Whether a line may end after this glyph: at a space, after a hyphen between letters (not in a date or an account
 * number) and after a dash between words; a dash that opens an aside stays with its word.
 */
function mayBreakAfter(row: readonly Glyph[], index: number): boolean {
  const character = row[index]?.character ?? ''
  if (breakingSpace.test(character)) return true
  const both = (pattern: RegExp) => [index - 1, index + 1].every((at) => pattern.test(row[at]?.character ?? ''))
  if (character === '-' || character === '\u{2010}') return both(letter)
  return (character === '\u{2013}' || character === '\u{2014}') && both(letterOrDigit)
}

/** The lines that the text itself has. */
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
 * The lines of a text that goes on where the room ends: at spaces and hyphens, and inside of a word that has no line
 * wide enough for it. Spaces at a break are not drawn. Nothing else is left out.
 * @param limit room for a line, in units of 1/2048 em
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
 * Where the line that begins at `start` ends: after its last break that leaves it room, at least one glyph further.
 * Spaces before the first word are no place for a break: they would be a line of their own.
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
    // a space that does not fit any more ends the line, and is not drawn
    if (width > limit && !isSpace) return lastBreak > start ? lastBreak : Math.max(index, start + 1)
    if (hasWord && mayBreakAfter(row, index)) lastBreak = index + 1
  }
  return end
}
