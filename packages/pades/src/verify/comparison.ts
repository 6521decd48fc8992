import { toVisible, type Box } from '@foja/pdf-core/geometry'
import { type Rectangle } from '../appearance/geometry.ts'
import type { PdfFile } from '../pdf/file.ts'
import { PdfRef } from '../pdf/objects.ts'
import { boxOf, geometryOf, pagesOf } from '../pdf/pages.ts'
import type { Permissions } from '../pdf/permissions.ts'
import type { Baseline } from './baseline.ts'
import type { WorkBudget } from '../work-budget.ts'
import { itemsOf } from './changed-objects.ts'
import type { Modification } from './report.ts'

/**
 * A drawing added to a page by a later save: a stamp or a filled field. A stamp in an existing signature field may
 * cover text: the earlier signer saw the place.
 */
export type LaterDrawing = { widget: number; object: number; mayHideText: boolean }

/** The comparison of one later state with the signed one. */
export type Comparison = {
  baseline: Baseline
  before: PdfFile
  after: PdfFile
  permissions: Permissions
  budget: WorkBudget
  /** Changed objects. */
  changed: ReadonlySet<number>
  /** Widgets of new signature fields: the only annotations that may appear. */
  newWidgets: Set<number>
  drawings: LaterDrawing[]
  modifications: Modification[]
  additions: Modification[]
  /** Stable codes of undecidable additions: the verdict is then indeterminate. */
  doubts: Set<string>
}

/** Place of an annotation: its page, and its box in user space and as displayed. */
export type Place = { page: number; box: Box; rectangle: Rectangle }

const known = new WeakMap<PdfFile, Map<number, Place>>()

/**
 * The places of all annotations of a state by object number, read from the pages, because /P is optional and proves
 * nothing.
 */
export function placesOf(file: PdfFile, budget: WorkBudget): ReadonlyMap<number, Place> {
  const found = known.get(file)
  if (found) return found
  const places = new Map<number, Place>()
  let page = 0
  for (const entry of pagesOf(file)) {
    page++
    const annotations = itemsOf(file, entry.dict.get('Annots'))
    budget.spend(annotations.length * 4 + 1)
    if (annotations.length === 0) continue
    const geometry = geometryOf(file, entry)
    for (const item of annotations) {
      const box = item instanceof PdfRef ? boxOf(file, file.dict(item)?.get('Rect') ?? null) : null
      if (!(item instanceof PdfRef) || !box || places.has(item.number)) continue
      places.set(item.number, { page, box, rectangle: { page, ...toVisible(box, geometry) } })
    }
  }
  known.set(file, places)
  return places
}

/** Page and rectangle of the first annotation with an area; empty for invisible ones. */
export function placeOf(
  { after, budget }: Comparison,
  widgets: readonly number[],
): Pick<Modification, 'page' | 'rectangle'> {
  const places = placesOf(after, budget)
  for (const widget of widgets) {
    const place = places.get(widget)
    const isVisible = place && place.rectangle.width > 0 && place.rectangle.height > 0
    if (isVisible) return { page: place.page, rectangle: place.rectangle }
  }
  return {}
}
