import { PdfError } from './errors.ts'
import { findMatches, foldText, snippetOf, type Match, type Snippet } from './fold-text.ts'
import { loadPage, tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { userUnitOf } from './user-units.ts'
import { boxScale as scale, visibleBox, type Box } from './visible-box.ts'

/** Points, origin at the top left of the displayed page: CropBox, rotation and UserUnit applied. */
export type TextRect = { x: number; y: number; width: number; height: number }
/** One match: its page (from 1), its context, and one rectangle per line. */
export type TextHit = Snippet & { page: number; rects: TextRect[] }
/** `next`: the next page to search; null at the end. `more`: the limit was exceeded. */
export type TextPart = { hits: TextHit[]; next: number | null; hasText: boolean; more: boolean }

export type SearchOptions = {
  /** Folded by `foldQuery`. */
  query: string
  from: number
  maxHits: number
  /** Time limit of this part in ms; the page in progress is finished. */
  budgetMs: number
}

/** Above real pages; the rest is ignored. */
const maxCharsOfPage = 200_000
/** Page texts kept with an open document, so that each typed letter does not read the pages again. */
const maxKeptChars = 2_000_000

/**
 * Searches from page `from` up to the time limit of one part.
 * @throws PdfError pdf_xfa, render_memory
 */
export function searchPages(document: OpenDocument, options: SearchOptions): TextPart {
  const until = performance.now() + options.budgetMs
  const part: TextPart = { hits: [], next: null, hasText: false, more: false }
  for (let page = options.from; page <= document.pages; page += 1) {
    if (page > options.from && performance.now() > until) return { ...part, next: page }
    const codes = codesOf(document, page)
    part.hasText ||= codes.some((code) => code > 0x20)
    const matches = findMatches(codes, options.query, options.maxHits - part.hits.length + 1)
    if (matches.length > 0) part.hits.push(...locate(document, page, codes, matches))
    if (part.hits.length > options.maxHits) {
      return { ...part, hits: part.hits.slice(0, options.maxHits), more: true }
    }
  }
  return part
}

function codesOf(document: OpenDocument, page: number): readonly number[] {
  const kept = document.texts.get(page)
  if (kept !== undefined) return kept
  const codes = withText(document, page, readCodes) ?? []
  const total = [...document.texts.values()].reduce((sum, text) => sum + text.length, 0)
  if (total + codes.length <= maxKeptChars) document.texts.set(page, codes)
  return codes
}

type TextPage = { document: OpenDocument; page: number; text: number }

/** Runs `read` with a page's text; an unreadable page counts as empty, so that the others remain searchable. */
function withText<T>(document: OpenDocument, number: number, read: (page: TextPage) => T): T | undefined {
  const { fpdf } = document.instance
  let page: number
  try {
    page = loadPage(document, number)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'pdf_invalid') return undefined
    throw error
  }
  const text = fpdf.FPDFText_LoadPage(page)
  // An error discards the instance, including its open page.
  if (document.instance.memoryRefused()) throw tooMuchMemory()
  const result = text === 0 ? undefined : read({ document, page, text })
  if (text !== 0) fpdf.FPDFText_ClosePage(text)
  fpdf.FPDF_ClosePage(page)
  return result
}

function readCodes({ document, text }: TextPage): number[] {
  const { fpdf } = document.instance
  const count = Math.min(fpdf.FPDFText_CountChars(text), maxCharsOfPage)
  const codes: number[] = []
  for (let index = 0; index < count; index += 1) codes.push(fpdf.FPDFText_GetUnicode(text, index))
  return codes
}

/** Skips matches outside the displayed part of the page. */
function locate(document: OpenDocument, page: number, codes: readonly number[], matches: Match[]): TextHit[] {
  const folded = foldText(codes)
  const hits = withText(document, page, (textPage) =>
    matches.map((match) => ({ page, ...snippetOf(folded, match), rects: rectsOf(textPage, codes, match) })),
  )
  const unit = userUnitOf(document, page)
  return (hits ?? [])
    .filter(({ rects }) => rects.length > 0)
    .map((hit) => ({ ...hit, rects: hit.rects.map((rect) => inPoints(rect, unit)) }))
}

function inPoints({ x, y, width, height }: TextRect, unit: number): TextRect {
  return { x: x * unit, y: y * unit, width: width * unit, height: height * unit }
}

/** One rectangle per line: a line ends at the engine's line end or hyphen. */
function rectsOf(page: TextPage, codes: readonly number[], { first, last }: Match): TextRect[] {
  const size = sizeOf(page)
  const rects: TextRect[] = []
  let line: Box | null = null
  for (let index = first; index <= last + 1; index += 1) {
    const code = codes[index] ?? 0
    const box = index > last ? null : boxOf(page, index)
    if (box !== null) line = line === null ? box : union(line, box)
    const ends = index > last || (code < 0x20 && code !== 0x09) || code === 0xfffe
    if (!ends || line === null) continue
    const rect = clip(line, size)
    if (rect !== null) rects.push(rect)
    line = null
  }
  return rects
}

type Size = { width: number; height: number }

function sizeOf({ document, page }: TextPage): Size {
  const { fpdf } = document.instance
  return { width: fpdf.FPDF_GetPageWidthF(page), height: fpdf.FPDF_GetPageHeightF(page) }
}

/**
 * Box of a character with the height of its line; null for characters added by the engine, such as spaces between
 * words.
 */
function boxOf({ document, page, text }: TextPage, index: number): Box | null {
  const { fpdf } = document.instance
  if (fpdf.FPDFText_IsGenerated(text, index) === 1) return null
  return visibleBox(document.instance, page, (rect) => fpdf.FPDFText_GetLooseCharBox(text, index, rect))
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

function clip(box: Box, { width, height }: Size): TextRect | null {
  const rounded = (points: number, most: number) => Math.round(Math.min(Math.max(points, 0), most) * scale) / scale
  const x = rounded(box.left, width)
  const y = rounded(box.top, height)
  const rect = { x, y, width: rounded(box.right, width) - x, height: rounded(box.bottom, height) - y }
  if (!(rect.width > 0 && rect.height > 0)) return null
  return { ...rect, width: Math.round(rect.width * scale) / scale, height: Math.round(rect.height * scale) / scale }
}
