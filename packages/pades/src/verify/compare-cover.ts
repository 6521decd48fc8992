import type { Box } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../pdf/file.ts'
import { geometryOf, type PdfPage, pagesOf } from '../pdf/pages.ts'
import { PdfRef } from '../pdf/objects.ts'
import { paintedBoxes } from './appearance/painted-boxes.ts'
import { clipBox } from './appearance/matrix.ts'
import { textBoxes } from './appearance/text-boxes.ts'
import type { WorkBudget } from '../work-budget.ts'
import { hasGround } from './compare-form.ts'
import { type Comparison, type LaterDrawing, placesOf } from './comparison.ts'

/** Later drawings over a larger share of a page replace it. */
const MAX_COVER = 0.5
/** A letter is hidden when this share of its box is painted over. */
const MAX_LETTER_COVER = 0.6

/** Area of the union of some boxes, by the strips between their edges. */
export function unionArea(boxes: readonly Box[], budget: WorkBudget): number {
  const edges = [...new Set(boxes.flatMap(({ x0, x1 }) => [x0, x1]))].toSorted((a, b) => a - b)
  budget.spend(edges.length * boxes.length)
  let area = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const [left, right] = [edges[i]!, edges[i + 1]!]
    const spans = boxes.filter(({ x0, x1 }) => x0 <= left && x1 >= right).toSorted((a, b) => a.y0 - b.y0)
    let height = 0
    let top = -Infinity
    for (const { y0, y1 } of spans) {
      height += Math.max(0, y1 - Math.max(y0, top))
      top = Math.max(top, y1)
    }
    area += height * (right - left)
  }
  return area
}

const areaOf = ({ x0, y0, x1, y1 }: Box): number => (x1 - x0) * (y1 - y0)
const clipAll = (boxes: readonly Box[], to: Box): Box[] => boxes.flatMap((box) => clipBox(box, to) ?? [])

/** True if boxes in user space hide a visible letter of a page. Unreadable content counts as hiding nothing. */
export function coversText(
  file: PdfFile,
  page: PdfPage,
  painted: readonly Box[],
  budget: WorkBudget,
  /** Earlier paint of the same widget: letters below it were already hidden, and its own letters show its value. */
  own: { widget: number; painted: readonly Box[] } | null = null,
): boolean {
  if (painted.length === 0) return false
  const hides = (boxes: readonly Box[], letter: Box): boolean => {
    budget.spend(boxes.length / 4)
    const over = clipAll(boxes, letter)
    return over.length > 0 && unionArea(over, budget) > areaOf(letter) * MAX_LETTER_COVER
  }
  const around = {
    x0: Math.min(...painted.map(({ x0 }) => x0)),
    y0: Math.min(...painted.map(({ y0 }) => y0)),
    x1: Math.max(...painted.map(({ x1 }) => x1)),
    y1: Math.max(...painted.map(({ y1 }) => y1)),
  }
  return textBoxes(file, page, budget).some(({ annotation, boxes }) => {
    if (own && annotation === own.widget) return false
    const near = boxes.filter((letter) => clipBox(letter, around))
    return near.some((letter) => hides(painted, letter) && !(own && hides(own.painted, letter)))
  })
}

/** True if boxes together cover so much of a page that it shows another one. */
export function coversMostOf(page: Box, boxes: readonly Box[], budget: WorkBudget): boolean {
  return unionArea(clipAll(boxes, page), budget) > areaOf(page) * MAX_COVER
}

type Drawn = LaterDrawing & { box: Box }

/** Drawings by page; one that no page lists counts for the page that it names, or for the first. */
function drawingsByPage(comparison: Comparison): Map<number, Drawn[]> {
  const { after, budget, drawings } = comparison
  const places = placesOf(after, budget)
  const pages = new Map<number, Drawn[]>()
  for (const drawing of drawings) {
    const place = places.get(drawing.widget)
    if (!place) continue
    const list = pages.get(place.page) ?? []
    list.push({ ...drawing, box: place.box })
    pages.set(place.page, list)
  }
  return pages
}

/**
 * Compares everything added after the signature with the signed content, page by page: covering more than half of a
 * page, or signed text under a new stamp, is a modification, for any number of drawings.
 */
export function compareCover(comparison: Comparison): void {
  const { before, after, budget, modifications, baseline } = comparison
  const byPage = drawingsByPage(comparison)
  if (byPage.size === 0) return
  let number = 0
  for (const page of pagesOf(before)) {
    number++
    budget.spend(1)
    const drawn = byPage.get(number)
    if (!drawn || baseline.hubs.get(page.ref.number)?.kind !== 'page') continue
    const object = drawn.at(-1)?.object
    const boxes = drawn.map(({ box }) => box)
    if (coversMostOf(geometryOf(before, page).box, boxes, budget)) {
      modifications.push({ kind: 'field_covers_page', page: number, object })
      continue
    }
    const hidden = drawn.find((drawing) => {
      if (drawing.mayHideText) return false
      const [now, then] = [after, before].map((file) => paintedBy(file, drawing, budget))
      return coversText(before, page, now ?? [], budget, { widget: drawing.widget, painted: then ?? [] })
    })
    if (hidden) modifications.push({ kind: 'text_covered', page: number, object: hidden.object })
  }
}

function paintedBy(file: PdfFile, { widget, box }: Drawn, budget: WorkBudget): Box[] {
  const generation = file.load(widget)?.generation ?? 0
  const dict = file.dict(new PdfRef(widget, generation))
  return [...(dict && hasGround(file, dict) ? [box] : []), ...paintedBoxes(file, dict, box, budget)]
}
