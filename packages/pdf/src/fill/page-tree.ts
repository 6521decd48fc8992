import { PdfArray, PdfRef, type PdfDict, type PdfObject } from '@libpdf/core'
import { boxOf, dictOf, numberOf, type Box, type Resolve } from './pdf-values.ts'

/** A page, with the nodes that it inherits from, nearest first (ISO 32000-2 §7.7.3.4). */
export type Page = { number: number; ref: PdfRef; dict: PdfDict; ancestors: readonly PdfDict[] }

/**
 * What a reader shows of a page: the CropBox inside of the MediaBox, the clockwise turn, and the points that a unit of
 * the page's space has (ISO 32000-2 §8.3.2.3). `width` and `height` are of the page as it is seen, in points.
 */
export type PageGeometry = {
  box: Box
  rotation: 0 | 90 | 180 | 270
  userUnit: number
  width: number
  height: number
}

const maxDepth = 128
const maxNodes = 100_000

/** The pages in reading order. A tree that loops or is too deep gives those that are found before. */
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

/** Size and turn as readers show them (§14.11.2 and table 31); a page without a MediaBox is a Letter. */
export function geometryOf(resolve: Resolve, page: Page): PageGeometry {
  const media = visible(boxOf(resolve, inherited(resolve, page, 'MediaBox'))) ?? { x0: 0, y0: 0, x1: 612, y1: 792 }
  const crop = visible(boxOf(resolve, inherited(resolve, page, 'CropBox'))) ?? media
  const shown = {
    x0: Math.max(media.x0, crop.x0),
    y0: Math.max(media.y0, crop.y0),
    x1: Math.min(media.x1, crop.x1),
    y1: Math.min(media.y1, crop.y1),
  }
  const box = visible(shown) ?? media
  const turn = numberOf(resolve, inherited(resolve, page, 'Rotate')) ?? 0
  const rotation = ((((Math.trunc(turn / 90) % 4) + 4) % 4) * 90) as PageGeometry['rotation']
  const userUnit = userUnitOf(resolve, page)
  const [across, down] = [(box.x1 - box.x0) * userUnit, (box.y1 - box.y0) * userUnit]
  const isLying = rotation === 90 || rotation === 270
  return { box, rotation, userUnit, width: isLying ? down : across, height: isLying ? across : down }
}

/** Points in a unit of a page's space: 1, or what the page itself says. It is not inherited. */
export function userUnitOf(resolve: Resolve, page: Page): number {
  const unit = numberOf(resolve, page.dict.get('UserUnit')) ?? 1
  return unit > 0 ? unit : 1
}

function visible(box: Box | null): Box | null {
  return box !== null && box.x1 > box.x0 && box.y1 > box.y0 ? box : null
}

export type Rectangle = { x: number; y: number; width: number; height: number }

/** From the page as it is seen, in points from the lower left corner, to its own space: a matrix (§8.3.4). */
export function uprightMatrix({
  box,
  rotation,
  userUnit,
}: PageGeometry): readonly [number, number, number, number, number, number] {
  const point = 1 / userUnit
  if (rotation === 90) return [0, point, -point, 0, box.x1, box.y0]
  if (rotation === 180) return [-point, 0, 0, -point, box.x1, box.y1]
  if (rotation === 270) return [0, -point, point, 0, box.x0, box.y1]
  return [point, 0, 0, point, box.x0, box.y0]
}

/** A rectangle of the page as it is seen (points from the top left) in the page's own space. */
export function toPageSpace(geometry: PageGeometry, { x, y, width, height }: Rectangle): Box {
  const [a, b, c, d, e, f] = uprightMatrix(geometry)
  const [left, bottom] = [x, geometry.height - y - height]
  const [right, top] = [left + width, bottom + height]
  const corners = [
    { x: a * left + c * bottom + e, y: b * left + d * bottom + f },
    { x: a * right + c * top + e, y: b * right + d * top + f },
  ] as const
  return {
    x0: Math.min(corners[0].x, corners[1].x),
    y0: Math.min(corners[0].y, corners[1].y),
    x1: Math.max(corners[0].x, corners[1].x),
    y1: Math.max(corners[0].y, corners[1].y),
  }
}

/** The other way: a box of the page's own space as it is seen, from the top left, in points. */
export function toDisplay({ box, rotation, userUnit }: PageGeometry, rect: Box): Rectangle {
  const [width, height] = [(rect.x1 - rect.x0) * userUnit, (rect.y1 - rect.y0) * userUnit]
  const at = (x: number, y: number) => ({ x: x * userUnit, y: y * userUnit })
  if (rotation === 90) return { ...at(rect.y0 - box.y0, rect.x0 - box.x0), width: height, height: width }
  if (rotation === 180) return { ...at(box.x1 - rect.x1, rect.y0 - box.y0), width, height }
  if (rotation === 270) return { ...at(box.y1 - rect.y1, box.x1 - rect.x1), width: height, height: width }
  return { ...at(rect.x0 - box.x0, box.y1 - rect.y1), width, height }
}
