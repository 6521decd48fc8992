import type { fieldAlignments, FieldOverflow } from '@foja/contracts/template-field-types'
import { writtenText } from './characters.ts'
import type { FieldFont } from './faces.ts'
import { glyphRow, type Glyph, type Piece, trimmed } from './glyph-row.ts'
import { ascent, lineHeight, unitsPerEm } from './metrics.ts'
import { placeRuns, rounded, type Run } from './place-runs.ts'

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
function paragraphs(row: readonly Glyph[]): Piece[] {
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
function breakLines(row: readonly Glyph[], limit: number): Piece[] {
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

export type LayoutRequest = {
  text: string
  /** Of the field, in points. */
  width: number
  height: number
  font: FieldFont
  /** Type size in points: the requested one, which is also the maximum. */
  size: number
  align: (typeof fieldAlignments)[number]
  overflow: FieldOverflow
  /** True: keeps line breaks, wraps long lines, and starts at the top. */
  multiline: boolean
}

/** One drawn line: no kerning, no ligatures. Points from the top left of the field. */
export type Line = { text: string; x: number; baseline: number; width: number; runs: Run[] }

export type TextLayout = {
  /** Type size as drawn, in points. */
  size: number
  /** From one baseline to the next, in points. */
  lineHeight: number
  lines: Line[]
  /** The text is larger than the field minus its margins. */
  overflows: boolean
  /** Part of the text lies outside the field and is hidden. */
  clipped: boolean
}

/** Margin between field edge and text, in points; less in very small fields. */
export const innerMargin = 2
/** Smallest size of `shrink`, and its step, in points. */
export const smallestSize = 4
const sizeStep = 0.25

/** Half of the rounding step: a width that exceeds its room by less fits. */
const tolerance = 0.0005

/**
 * Places each line of a text in its field, for the screen and for the PDF. Widths are sums of whole design units, so
 * that the same text has the same layout everywhere. A single line is centred in the field's height. A line wider than
 * its room is aligned left, so that its beginning can be read; what lies outside the field is omitted.
 */
export function layoutText(request: LayoutRequest): TextLayout {
  // trailing spaces take no room
  const text = writtenText(request.text, request.multiline).replace(/[ \n]+$/, '')
  const row = glyphRow(text, request.font)
  const wraps = request.multiline || request.overflow === 'wrap'
  const size = request.overflow === 'shrink' && row.length > 0 ? sizeThatFits(row, request, wraps) : request.size
  const pieces = linesAt(row, request, size, wraps)
  return place(row, pieces, size, request)
}

function marginX(width: number): number {
  return Math.min(innerMargin, width / 4)
}

/** A single line needs no vertical margin: fields are often as high as their line. */
function marginY(height: number, size: number): number {
  return Math.min(innerMargin, Math.max(0, (height - lineHeight * size) / 2))
}

function room(request: LayoutRequest): number {
  return request.width - 2 * marginX(request.width)
}

function linesAt(row: readonly Glyph[], request: LayoutRequest, size: number, wraps: boolean): Piece[] {
  if (!wraps) return paragraphs(row)
  return breakLines(row, ((room(request) + tolerance) * unitsPerEm) / size)
}

function fits(pieces: readonly Piece[], request: LayoutRequest, size: number): boolean {
  const widest = Math.max(...pieces.map((piece) => piece.width))
  if ((widest * size) / unitsPerEm > room(request) + tolerance) return false
  return pieces.length * lineHeight * size <= request.height - 2 * marginY(request.height, size) + tolerance
}

/** The largest fitting size, in quarter points below the requested one, by bisection; else the smallest. */
function sizeThatFits(row: readonly Glyph[], request: LayoutRequest, wraps: boolean): number {
  const fitsAt = (size: number) => fits(linesAt(row, request, size, wraps), request, size)
  if (request.size <= smallestSize || fitsAt(request.size)) return request.size
  const steps = Math.ceil((request.size - smallestSize) / sizeStep)
  const sizeAfter = (step: number) => Math.max(smallestSize, request.size - step * sizeStep)
  let tooLarge = 0
  let small = steps
  while (small - tooLarge > 1) {
    const middle = Math.floor((tooLarge + small) / 2)
    if (fitsAt(sizeAfter(middle))) small = middle
    else tooLarge = middle
  }
  return sizeAfter(small)
}

function place(row: readonly Glyph[], pieces: readonly Piece[], size: number, request: LayoutRequest): TextLayout {
  const leading = lineHeight * size
  const top = blockTop(pieces.length * leading, leading, request)
  const lines: Line[] = []
  let clipped = false
  for (const [index, piece] of pieces.entries()) {
    const lineTop = top + index * leading
    if (piece.end === piece.start) continue
    const line = placeLine(row, piece, size, request)
    const isCut = line.x + (piece.width * size) / unitsPerEm > request.width + tolerance
    if (isCut || lineTop < -tolerance || lineTop + leading > request.height + tolerance) clipped = true
    if (lineTop < request.height) lines.push({ ...line, baseline: rounded(lineTop + ascent * size) })
  }
  const overflows = row.length > 0 && !fits(pieces, request, size)
  return { size, lineHeight: rounded(leading), lines, overflows, clipped }
}

function blockTop(block: number, leading: number, request: LayoutRequest): number {
  const { height, multiline } = request
  const single = block <= leading + tolerance
  if (!multiline && (single || block <= height)) return (height - block) / 2
  if (leading > height) return (height - leading) / 2
  return marginY(height, leading / lineHeight)
}

/** The pieces of a line that are at least partly inside the field. */
function placeLine(row: readonly Glyph[], piece: Piece, size: number, request: LayoutRequest): Omit<Line, 'baseline'> {
  const scale = size / unitsPerEm
  const start = lineStart(piece.width * scale, request)
  const glyphs = row.slice(piece.start, piece.end)
  const { runs, units } = placeRuns(glyphs, { start, scale, end: request.width })
  return { text: runs.map((run) => run.text).join(''), x: rounded(start), width: rounded(units * scale), runs }
}

function lineStart(width: number, request: LayoutRequest): number {
  const margin = marginX(request.width)
  const free = room(request) - width
  if (free <= 0 || request.align === 'left') return margin
  return request.align === 'center' ? margin + free / 2 : margin + free
}
