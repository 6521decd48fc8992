import type { Box, PageGeometry } from '@foja/pdf-core/geometry'
import { PadesError } from '../errors.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, PdfRef, integerOf } from './objects.ts'
import type { PdfDict, PdfValue } from './objects.ts'

const maxTreeDepth = 128
const maxNodes = 1_000_000

/** A page: its reference, its dictionary and the ancestors it inherits from, nearest first (ISO 32000-2 §7.7.3.4). */
export type PdfPage = { ref: PdfRef; dict: PdfDict; ancestors: PdfDict[] }

/** Walks the page tree in reading order. Throws `pdf_damaged` for loops and excessive depth. */
export function* pagesOf(file: PdfFile): Generator<PdfPage> {
  yield* walk(file, file.catalog.get('Pages'), [], new Set(), false, { skip: 0 })
}

/** The page with this number, from 1. Subtrees before it are skipped by `/Count`. Throws `page_not_found`. */
export function findPage(file: PdfFile, number: number): PdfPage {
  if (Number.isSafeInteger(number) && number >= 1) {
    for (const page of walk(file, file.catalog.get('Pages'), [], new Set(), true, { skip: number - 1 })) return page
  }
  throw new PadesError('page_not_found', { page: number })
}

/** The last page, searched from the end of the page tree. Throws `page_not_found` when there is none. */
export function lastPage(file: PdfFile): PdfPage {
  const found = lastBelow(file, file.catalog.get('Pages'), [], new Set())
  if (!found) throw new PadesError('page_not_found', { page: 'last' })
  return found
}

function lastBelow(file: PdfFile, node: PdfValue, ancestors: PdfDict[], seen: Set<number>): PdfPage | null {
  if (ancestors.length > maxTreeDepth || seen.size > maxNodes) file.damaged('page tree too deep or too large')
  if (!(node instanceof PdfRef)) return null
  if (seen.has(node.number)) file.damaged('page tree loops', { object: node.number })
  seen.add(node.number)
  const dict = file.dict(node)
  if (dict === null) return null
  const kids = file.resolve(dict.get('Kids'))
  if (!(kids instanceof PdfArray)) return { ref: node, dict, ancestors }
  for (const kid of kids.items.toReversed()) {
    const page = lastBelow(file, kid, [dict, ...ancestors], seen)
    if (page) return page
  }
  return null
}

function* walk(
  file: PdfFile,
  node: PdfValue,
  ancestors: PdfDict[],
  seen: Set<number>,
  useCount: boolean,
  state: { skip: number },
): Generator<PdfPage> {
  if (ancestors.length > maxTreeDepth || seen.size > maxNodes) file.damaged('page tree too deep or too large')
  if (!(node instanceof PdfRef)) return
  if (seen.has(node.number)) file.damaged('page tree loops', { object: node.number })
  seen.add(node.number)
  const dict = file.dict(node)
  if (dict === null) return
  const kids = file.resolve(dict.get('Kids'))
  if (!(kids instanceof PdfArray)) {
    if (state.skip > 0) state.skip--
    else yield { ref: node, dict, ancestors }
    return
  }
  const count = integerOf(file.resolve(dict.get('Count')))
  if (useCount && ancestors.length > 0 && count !== null && count > 0 && count <= state.skip) {
    state.skip -= count
    return
  }
  for (const kid of kids.items) yield* walk(file, kid, [dict, ...ancestors], seen, useCount, state)
}

function inherited(file: PdfFile, page: PdfPage, key: string): PdfValue {
  for (const dict of [page.dict, ...page.ancestors]) {
    const value = file.resolve(dict.get(key))
    if (value !== null) return value
  }
  return null
}

/** Four numbers as a box with ordered corners, or null. */
export function boxOf(file: PdfFile, value: PdfValue): Box | null {
  const array = file.resolve(value)
  if (!(array instanceof PdfArray) || array.items.length < 4) return null
  const [a, b, c, d] = array.items.slice(0, 4).map((item) => file.resolve(item))
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number') return null
  return { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) }
}

/** Size and rotation of a page as displayed (§14.11.2, table 31). A page without a MediaBox counts as Letter. */
export function geometryOf(file: PdfFile, page: PdfPage): PageGeometry {
  const media = boxOf(file, inherited(file, page, 'MediaBox')) ?? { x0: 0, y0: 0, x1: 612, y1: 792 }
  const crop = boxOf(file, inherited(file, page, 'CropBox')) ?? media
  const box = {
    x0: Math.max(media.x0, crop.x0),
    y0: Math.max(media.y0, crop.y0),
    x1: Math.min(media.x1, crop.x1),
    y1: Math.min(media.y1, crop.y1),
  }
  const turn = inherited(file, page, 'Rotate')
  const rotation = typeof turn === 'number' ? (((Math.round(turn / 90) * 90) % 360) + 360) % 360 : 0
  const unit = file.resolve(page.dict.get('UserUnit'))
  return {
    box: box.x1 > box.x0 && box.y1 > box.y0 ? box : media,
    rotation: rotation as 0 | 90 | 180 | 270,
    userUnit: typeof unit === 'number' && unit > 0 ? unit : 1,
  }
}
