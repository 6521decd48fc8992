import { findDifferences, type Region } from './compare-pixels.ts'
import { PdfError } from './errors.ts'
import {
  closePage,
  drawPage,
  loadPage,
  openMemory,
  type OpenDocument,
  type RawPage,
  tooMuchMemory,
} from './pdfium-document.ts'
import { userUnitOf } from './user-units.ts'
import { visibleBox } from './visible-box.ts'

/** FPDFAnnot_GetSubtype (fpdf_annot.h). */
const widget = 20
/** Bytes of UTF-16; longer names are ignored. */
const longestName = 2048

/**
 * Places of the widgets on an open page that belong to the fields with these full names, in points. A radio button has
 * one per option, and a field may be on several pages.
 */
function placesOfFields(document: OpenDocument, page: number, names: ReadonlySet<string>, unit: number): Region[] {
  const { instance, form } = document
  const { fpdf } = instance
  if (names.size === 0 || form === null) return []
  return Array.from({ length: fpdf.FPDFPage_GetAnnotCount(page) }, (_, index): Region[] => {
    const annotation = fpdf.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return []
    const isWanted = fpdf.FPDFAnnot_GetSubtype(annotation) === widget && names.has(nameOf(document, annotation))
    const box = isWanted ? visibleBox(instance, page, (rect) => fpdf.FPDFAnnot_GetRect(annotation, rect)) : null
    fpdf.FPDFPage_CloseAnnot(annotation)
    if (box === null) return []
    const { left, top, right, bottom } = box
    return [{ x: left * unit, y: top * unit, width: (right - left) * unit, height: (bottom - top) * unit }]
  }).flat()
}

function nameOf({ instance: { fpdf, malloc, free, heap }, form }: OpenDocument, annotation: number): string {
  const buffer = malloc(longestName)
  if (buffer === 0) throw tooMuchMemory()
  const size = fpdf.FPDFAnnot_GetFormFieldName(form ?? 0, annotation, buffer, longestName)
  const bytes = Buffer.from(heap().HEAPU8.slice(buffer, buffer + Math.max(0, Math.min(size, longestName) - 2)))
  free(buffer)
  return bytes.toString('utf16le')
}

/**
 * A revision is the first `length` bytes of a file. Rectangles in `additions` may differ in the whole file, and so may
 * the widgets of the form fields with the full names in `fields`.
 */
export type RevisionToCompare = {
  length: number
  additions: readonly (Region & { page: number })[]
  fields?: readonly string[]
}

/** `rectangle`: null where the page has another size, is missing, or can be drawn in only one of the two. */
export type PageDifference = { page: number; rectangle: Region | null }

/** `undrawn`: pages that can be drawn in neither. */
export type ComparedRevision = { compared: number; undrawn: number; differences: PageDifference[] }

/** `pages`: of the whole file. `next`: the next page to compare; null at the end. */
export type ComparedPart = { revisions: ComparedRevision[]; pages: number; next: number | null }

export type CompareOptions = {
  revisions: readonly RevisionToCompare[]
  from: number
  to: number
  /** Time limit of this part in ms; the page in progress is finished. */
  budgetMs: number
}

/** One pixel per point: see `compare-pixels.ts` for what is found at that size. */
const dpi = 72
/** A page of two metres by two; larger pages are scaled down. */
const maxPixels = 4_000_000
/** Tolerance in points for different notations of a size. */
const sizeTolerance = 0.01
/** Per page and revision: a replaced page differs nearly everywhere. */
const maxRegions = 10

/** `widgets`: places of fields that may look different. */
type Picture = RawPage & { points: { width: number; height: number }; widgets: Region[] }

/**
 * Draws pages of a file and of its revisions and compares them, up to the time limit of one part. All are opened on the
 * same bytes in the engine's memory.
 * @throws PdfError pdf_invalid, pdf_password, pdf_xfa, render_memory
 */
export function compareRevisions(whole: OpenDocument, options: CompareOptions): ComparedPart {
  const { pages } = whole
  const until = performance.now() + options.budgetMs
  const opened = options.revisions.map((revision) => openRevision(whole, revision))
  const revisions = opened.map(({ document }) => firstFindings(whole, document, options.from))
  const last = Math.min(pages, options.to)
  for (let page = options.from; page <= last; page += 1) {
    if (page > options.from && performance.now() > until) return { revisions, pages, next: page }
    const now = draw(whole, page)
    opened.forEach(({ document, additions, fields }, index) => {
      const found = revisions[index]
      if (document === null || page > document.pages || found === undefined) return
      const masks = additions.filter((addition) => addition.page === page)
      addFindings(found, page, { before: draw(document, page, fields), now, masks })
    })
  }
  return { revisions, pages, next: null }
}

function openRevision(whole: OpenDocument, { length, additions, fields }: RevisionToCompare) {
  const permitted = { additions, fields: new Set(fields) }
  try {
    return { document: openMemory(whole.instance, whole.memory, Math.min(length, whole.size)), ...permitted }
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'render_memory') return { document: null, ...permitted }
    throw error
  }
}

/** An added or removed page is a difference at the first page that is not in both. */
function firstFindings(whole: OpenDocument, document: OpenDocument | null, from: number): ComparedRevision {
  const differences: PageDifference[] = []
  if (from === 1 && document !== null && document.pages !== whole.pages) {
    differences.push({ page: Math.min(document.pages, whole.pages) + 1, rectangle: null })
  }
  return { compared: 0, undrawn: 0, differences }
}

type Pictures = { before: Picture | null; now: Picture | null; masks: readonly Region[] }

function addFindings(found: ComparedRevision, page: number, { before, now, masks }: Pictures): void {
  if (before === null && now === null) {
    found.undrawn += 1
    return
  }
  found.compared += 1
  if (before === null || now === null || !isSameSize(before, now)) {
    found.differences.push({ page, rectangle: null })
    return
  }
  const regions = findDifferences(before, now, [...masks, ...before.widgets], now.width / now.points.width)
  found.differences.push(...regions.slice(0, maxRegions).map((rectangle) => ({ page, rectangle })))
}

function isSameSize(a: Picture, b: Picture): boolean {
  const gap = Math.max(Math.abs(a.points.width - b.points.width), Math.abs(a.points.height - b.points.height))
  return gap <= sizeTolerance && a.width === b.width && a.height === b.height
}

/** A page as a viewer shows it, with its form values; null when it cannot be drawn. */
function draw(document: OpenDocument, number: number, fields: ReadonlySet<string> = new Set()): Picture | null {
  const { fpdf } = document.instance
  try {
    const page = loadPage(document, number)
    const unit = userUnitOf(document, number)
    const points = { width: fpdf.FPDF_GetPageWidthF(page) * unit, height: fpdf.FPDF_GetPageHeightF(page) * unit }
    const picture = drawPage(document, page, { dpi: dpi * unit, maxPixels })
    const widgets = placesOfFields(document, page, fields, unit)
    closePage(document, page)
    return { ...picture, points, widgets }
  } catch (error) {
    if (error instanceof PdfError && error.code === 'pdf_invalid') return null
    throw error
  }
}
