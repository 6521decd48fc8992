import { readCharacters, type Character, type Letter } from './page-characters.ts'
import { readLinks, type PageLink } from './page-links.ts'
import { displayOf } from './page-space.ts'
import { loadPage, tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { userUnitOf } from './user-units.ts'

/** A word of a line: its start and width along the line, in points. */
export type TextWord = { text: string; start: number; width: number }

/**
 * A line in points, origin at the top left of the displayed page. `x` and `y` are the top left corner of its first
 * word; the line is turned around it by `angle`, in degrees clockwise.
 */
export type TextLine = { x: number; y: number; height: number; angle: number; words: TextWord[] }

/** The text of a page in reading order, and its links. Both are empty for a page that is only a picture. */
export type PageText = { lines: TextLine[]; links: PageLink[] }

/** Above real pages; the rest is omitted. */
const maxLines = 3000
const maxWordLength = 200
const maxAnnotations = 2000

/** FPDFPage_Flatten for the screen, and its success (fpdf_flatten.h). */
const flattenForScreen = 0
const flattened = 1
/** FPDFAnnot_GetSubtype (fpdf_annot.h): free text, stamps, form fields and signatures. */
const textAnnotations = new Set([3, 13, 20])

/**
 * Reads the text of a page (from 1) as displayed, with that of form fields and stamps, and its links.
 * @throws PdfError page_not_found, pdf_xfa, pdf_invalid, render_memory
 */
export function readPageText(document: OpenDocument, number: number): PageText {
  const page = loadPage(document, number)
  const links = readLinks(document, page)
  const own = linesOfPage(document, page)
  const lines = hasTextAnnotations(document, page)
    ? (withAnnotations(document, number, own.count) ?? own.lines)
    : own.lines
  document.instance.fpdf.FPDF_ClosePage(page)
  // An error discards the instance, including its open page.
  if (document.instance.memoryRefused()) throw tooMuchMemory()
  const unit = userUnitOf(document, number)
  const text = { lines: inReadingOrder(lines), links }
  return unit === 1 ? text : inPoints(text, unit)
}

type Row = TextLine & { isAnnotation: boolean }
type Rows = { lines: Row[]; count: number }

/** `annotationsFrom`: index of the first character that was the text of an annotation. */
function linesOfPage({ instance }: OpenDocument, page: number, annotationsFrom = Infinity): Rows {
  const { fpdf } = instance
  const text = fpdf.FPDFText_LoadPage(page)
  if (instance.memoryRefused()) throw tooMuchMemory()
  if (text === 0) return { lines: [], count: 0 }
  const size = { width: fpdf.FPDF_GetPageWidthF(page), height: fpdf.FPDF_GetPageHeightF(page) }
  const characters = readCharacters({ instance, page, text, toDisplay: displayOf(instance, page) })
  const count = fpdf.FPDFText_CountChars(text)
  fpdf.FPDFText_ClosePage(text)
  return { lines: linesOf(characters, size, annotationsFrom).slice(0, maxLines), count }
}

function hasTextAnnotations({ instance: { fpdf } }: OpenDocument, page: number): boolean {
  const count = Math.min(fpdf.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let index = 0; index < count; index += 1) {
    const annotation = fpdf.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = fpdf.FPDFAnnot_GetSubtype(annotation)
    fpdf.FPDFPage_CloseAnnot(annotation)
    if (textAnnotations.has(subtype)) return true
  }
  return false
}

/** The lines of a copy of the page whose annotations became content; null if it cannot be made. */
function withAnnotations(document: OpenDocument, number: number, count: number): Row[] | null {
  const { fpdf } = document.instance
  const copy = fpdf.FPDF_CreateNewDocument()
  try {
    if (!fpdf.FPDF_ImportPages(copy, document.handle, String(number), 0)) return null
    const before = fpdf.FPDF_LoadPage(copy, 0)
    if (before === 0) return null
    const isFlat = fpdf.FPDFPage_Flatten(before, flattenForScreen) === flattened
    fpdf.FPDF_ClosePage(before)
    const page = isFlat ? fpdf.FPDF_LoadPage(copy, 0) : 0
    if (page === 0) return null
    const { lines } = linesOfPage(document, page, count)
    fpdf.FPDF_ClosePage(page)
    return lines
  } finally {
    fpdf.FPDF_CloseDocument(copy)
  }
}

const rounded = (points: number) => Math.round(points * 100) / 100

type Size = { width: number; height: number }
type OpenRow = { first: Letter; words: { text: string; from: number; to: number }[]; joins: boolean; row: Row }

/** Groups letters to words and lines; words outside the displayed part of the page are omitted. */
function linesOf(characters: readonly Character[], size: Size, annotationsFrom: number): Row[] {
  const rows: OpenRow[] = []
  let open: OpenRow | null = null
  for (const character of characters) {
    if (character.kind !== 'letter') {
      if (open !== null) open.joins = false
      if (character.kind === 'break') open = null
      continue
    }
    if (open === null || startsLine(open, character)) {
      const { angle, top, bottom } = character
      const row = { x: 0, y: 0, height: rounded(bottom - top), angle: rounded((angle * 180) / Math.PI), words: [] }
      open = {
        first: character,
        words: [],
        joins: false,
        row: { ...row, isAnnotation: character.index >= annotationsFrom },
      }
      rows.push(open)
    }
    const { text, from, to } = character
    const last = open.words.at(-1)
    if (last === undefined || !open.joins) open.words.push({ text, from, to })
    else if (last.text.length < maxWordLength) {
      last.text += text
      last.from = Math.min(last.from, from)
      last.to = Math.max(last.to, to)
    }
    open.joins = true
  }
  return rows.flatMap((row) => finish(row, size))
}

/** True if a letter does not continue the line. */
function startsLine({ first, words }: OpenRow, next: Letter): boolean {
  const size = first.bottom - first.top
  const end = words.at(-1)?.to ?? next.from
  const isTurned = Math.abs(first.angle - next.angle) > 0.02
  const isElsewhere = Math.abs(next.top + next.bottom - first.top - first.bottom) > size
  return isTurned || isElsewhere || next.from < end - size * 1.5
}

function finish({ first, words, row }: OpenRow, { width, height }: Size): Row[] {
  const [cos, sin] = [Math.cos(first.angle), Math.sin(first.angle)]
  const at = (along: number, across: number) => ({ x: along * cos - across * sin, y: along * sin + across * cos })
  const shown = words.filter(({ from, to }) => {
    const { x, y } = at((from + to) / 2, (first.top + first.bottom) / 2)
    return x >= 0 && x <= width && y >= 0 && y <= height
  })
  const start = shown[0]?.from
  if (start === undefined) return []
  const corner = at(start, first.top)
  return [
    {
      ...row,
      x: rounded(corner.x),
      y: rounded(corner.y),
      words: shown.map(({ text, from, to }) => ({
        text: text.toWellFormed(),
        start: rounded(from - start),
        width: rounded(to - from),
      })),
    },
  ]
}

const startOf = (line: TextLine, word: TextWord) => line.x + word.start
const endOf = (line: TextLine) => line.x + line.words.at(-1)!.start + line.words.at(-1)!.width

function isSameRow(one: TextLine, other: TextLine): boolean {
  if (one.angle !== 0 || other.angle !== 0) return false
  const distance = Math.abs(one.y + one.height / 2 - other.y - other.height / 2)
  return distance < Math.min(one.height, other.height) / 2
}

/**
 * The order of the file, but what fills a gap of a line is read with it, and the value of a form field after the text
 * to its left: values are drawn last.
 */
function inReadingOrder(rows: readonly Row[]): TextLine[] {
  const ordered: TextLine[] = []
  for (const { isAnnotation, ...line } of rows) {
    if (fillsGap(ordered, line)) continue
    const left = isAnnotation ? ordered.filter((other) => isSameRow(other, line) && endOf(other) <= line.x + 1) : []
    const nearest = left.toSorted((a, b) => endOf(b) - endOf(a))[0]
    if (nearest === undefined) ordered.push(line)
    else ordered.splice(ordered.indexOf(nearest) + 1, 0, line)
  }
  return ordered
}

/** Adds the words of `line` to an earlier line that leaves room for them between two of its words. */
function fillsGap(earlier: readonly TextLine[], line: TextLine): boolean {
  const [from, to] = [line.x, endOf(line)]
  for (const other of earlier) {
    if (!isSameRow(other, line) || from < other.x || to > endOf(other)) continue
    const next = other.words.findIndex((word) => startOf(other, word) >= to - 1)
    const before = other.words[next - 1]
    if (next < 1 || before === undefined || startOf(other, before) + before.width > from + 1) continue
    const moved = line.words.map((word) => ({ ...word, start: rounded(word.start + line.x - other.x) }))
    other.words.splice(next, 0, ...moved)
    return true
  }
  return false
}

function inPoints({ lines, links }: PageText, unit: number): PageText {
  const times = (length: number) => rounded(length * unit)
  return {
    lines: lines.map(({ words, ...line }) => ({
      x: times(line.x),
      y: times(line.y),
      height: times(line.height),
      angle: line.angle,
      words: words.map(({ text, start, width }) => ({ text, start: times(start), width: times(width) })),
    })),
    links: links.map((link) => ({
      ...link,
      x: times(link.x),
      y: times(link.y),
      width: times(link.width),
      height: times(link.height),
    })),
  }
}
