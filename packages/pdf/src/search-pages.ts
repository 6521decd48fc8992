import { PdfError } from './errors.ts'
import { findMatches, foldText, snippetOf, type Match, type Snippet } from './fold-text.ts'
import { loadPage, tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { userUnitOf } from './user-units.ts'
import { boxScale as scale, visibleBox, type Box } from './visible-box.ts'

/** Points, origin top left of the page as displayed: CropBox, rotation and UserUnit applied. */
export type TextRect = { x: number; y: number; width: number; height: number }
/** One place where a text stands: its page (from 1), the words around it, and one rectangle a line. */
export type TextHit = Snippet & { page: number; rects: TextRect[] }
/** `next`: the page to go on with; null at the end. `more`: there were more places than were asked for. */
export type TextPart = { hits: TextHit[]; next: number | null; hasText: boolean; more: boolean }

export type SearchOptions = {
  /** Folded by `foldQuery`. */
  query: string
  from: number
  maxHits: number
  /** After so long, in ms, the page that is being read is the last of this part. */
  budgetMs: number
}

/** No page that people read has more; what comes after is not looked at. */
const maxCharsOfPage = 200_000
/** Texts kept beside an open document, so that each letter that somebody types does not read the pages again. */
const maxKeptChars = 2_000_000

/**
 * Looks for a text from page `from` on, until the time of one part is over.
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

/** Runs `read` over a page with its text; a page that cannot be read has none: the others still can be searched. */
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
  // After an error the instance is thrown away, and with it what is open.
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

/** What stands outside of the displayed part of the page is no place that anybody could be led to. */
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

/** One rectangle a line: a line ends where the engine put an end or a hyphen. */
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

/** The box of a character with the height of its line; null for what the engine made up, such as spaces between words. */
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
