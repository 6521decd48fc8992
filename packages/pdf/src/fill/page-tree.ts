import { PdfArray, PdfRef, type PdfDict, type PdfObject } from '@libpdf/core'
import { visibleSize, type Box, type PageGeometry } from '@foja/pdf-core/geometry'
import { boxOf, dictOf, numberOf, type Resolve } from './pdf-values.ts'

/** A page, with its ancestors, nearest first (ISO 32000-2 §7.7.3.4). */
export type Page = { number: number; ref: PdfRef; dict: PdfDict; ancestors: readonly PdfDict[] }

/** `width` and `height` of the displayed page, in points. */
export type SizedGeometry = PageGeometry & { width: number; height: number }

const maxDepth = 128
const maxNodes = 100_000

/** The pages in reading order. In a tree that loops or is too deep, the pages found before that. */
export function pagesOf(resolve: Resolve, catalog: PdfDict): Page[] {
  const pages: Page[] = []
  const seen = new Set<string>()
  const walk = (node: PdfObject | undefined, ancestors: readonly PdfDict[]): void => {
    if (!(node instanceof PdfRef) || seen.has(node.toString())) return
    if (ancestors.length > maxDepth || seen.size > maxNodes) return
    seen.add(node.toString())
    const dict = dictOf(resolve, node)
    if (dict === null) return
    const kids = resolve(dict.get('Kids'))
    if (!(kids instanceof PdfArray)) pages.push({ number: pages.length + 1, ref: node, dict, ancestors })
    else for (const kid of kids) walk(kid, [dict, ...ancestors])
  }
  walk(catalog.get('Pages'), [])
  return pages
}

/** An attribute of a page or of the nearest ancestor that has it. */
export function inherited(resolve: Resolve, page: Page, key: string): PdfObject | null {
  for (const dict of [page.dict, ...page.ancestors]) {
    const value = resolve(dict.get(key))
    if (value !== null) return value
  }
  return null
}

/** Displayed size and rotation (§14.11.2 and table 31); a page without a MediaBox counts as Letter. */
export function geometryOf(resolve: Resolve, page: Page): SizedGeometry {
  const media = visible(boxOf(resolve, inherited(resolve, page, 'MediaBox'))) ?? { x0: 0, y0: 0, x1: 612, y1: 792 }
  const crop = visible(boxOf(resolve, inherited(resolve, page, 'CropBox'))) ?? media
  const shown = {
    x0: Math.max(media.x0, crop.x0),
    y0: Math.max(media.y0, crop.y0),
    x1: Math.min(media.x1, crop.x1),
    y1: Math.min(media.y1, crop.y1),
  }
  const box = visible(shown) ?? media
  const rotation = rotationOf(numberOf(resolve, inherited(resolve, page, 'Rotate')) ?? 0)
  const geometry: PageGeometry = { box, rotation, userUnit: userUnitOf(resolve, page) }
  return { ...geometry, ...visibleSize(geometry) }
}

/** Normalises a rotation to one of the four allowed ones. */
export function rotationOf(degrees: number): PageGeometry['rotation'] {
  return ((((Math.trunc(degrees / 90) % 4) + 4) % 4) * 90) as PageGeometry['rotation']
}

/** Points per unit of a page's space, 1 by default. Not inherited. */
export function userUnitOf(resolve: Resolve, page: Page): number {
  const unit = numberOf(resolve, page.dict.get('UserUnit')) ?? 1
  return unit > 0 ? unit : 1
}

function visible(box: Box | null): Box | null {
  return box !== null && box.x1 > box.x0 && box.y1 > box.y0 ? box : null
}

/** Matrix from the displayed page, in points from the lower left corner, to its own space (§8.3.4). */
export function uprightMatrix({ box, rotation, userUnit }: PageGeometry): readonly number[] {
  const point = 1 / userUnit
  if (rotation === 90) return [0, point, -point, 0, box.x1, box.y0]
  if (rotation === 180) return [-point, 0, 0, -point, box.x1, box.y1]
  if (rotation === 270) return [0, -point, point, 0, box.x0, box.y1]
  return [point, 0, 0, point, box.x0, box.y0]
}
