import { type Box, type PageGeometry, toVisible, visibleSize, type VisibleBox } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../pdf/file.ts'
import { PdfArray } from '../pdf/objects.ts'
import type { PdfPage } from '../pdf/pages.ts'
import { boxOf, geometryOf, pagesOf } from '../pdf/pages.ts'
import type { RevisionWriter } from '../pdf/revision-writer.ts'
import { addStampAnnotations } from '../pdf/stamp-annotation.ts'
import { place } from './geometry.ts'
import type { Placement } from './geometry.ts'
import { marginRectangle, marginSlots } from './margin.ts'

/** The first place along the right margin without an annotation; the outermost when none is free. */
export function freeMarginSlot(file: PdfFile, page: PdfPage, code: boolean): number {
  const geometry = geometryOf(file, page)
  const { width, height } = visibleSize(geometry)
  const list = file.resolve(page.dict.get('Annots'))
  const taken = (list instanceof PdfArray ? list.items : []).flatMap((item) => {
    const box = boxOf(file, file.dict(item)?.get('Rect') ?? null)
    return box ? [toVisible(box, geometry)] : []
  })
  for (let slot = 0; slot < marginSlots; slot++) {
    const place = marginRectangle(width, height, { code, slot })
    if (!taken.some((other) => overlaps(place, other))) return slot
  }
  return 0
}

const overlaps = (a: VisibleBox, b: VisibleBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The same place on a page of another size: moved inside, and shrunk only if it would not fit. */
function fitted(box: VisibleBox, geometry: PageGeometry): VisibleBox {
  const size = visibleSize(geometry)
  const scale = Math.min(1, size.width / box.width, size.height / box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  return { x: Math.min(box.x, size.width - width), y: Math.min(box.y, size.height - height), width, height }
}

/** The repeated place: that of the signature's own page, or the margin's slot, which depends on the page's size. */
export type Repeated = { on: PdfPage } & (
  | { kind: 'box'; box: VisibleBox }
  | { kind: 'margin'; slot: number; code: boolean }
)

function placementOn(repeated: Repeated, geometry: PageGeometry): Placement {
  const size = visibleSize(geometry)
  const box =
    repeated.kind === 'box'
      ? fitted(repeated.box, geometry)
      : marginRectangle(size.width, size.height, { code: repeated.code, slot: repeated.slot })
  return place(box, geometry)
}

const keyOf = ({ rotation, width, height }: Placement): string => `${rotation} ${width.toFixed(3)} ${height.toFixed(3)}`

/**
 * Draws the signature's appearance on every page but its own. Pages of the same size and rotation share one form
 * XObject: `draw` is called once per kind, and `known` is the one already used on the signature's own page.
 */
export function repeatStamp(
  writer: RevisionWriter,
  repeated: Repeated,
  known: { placement: Placement; form: number },
  label: string,
  draw: (placement: Placement) => number,
): void {
  const { file } = writer
  const forms = new Map([[keyOf(known.placement), known.form]])
  const stamps: { page: PdfPage; rect: Box; form: number }[] = []
  for (const page of pagesOf(file)) {
    if (page.ref.number === repeated.on.ref.number) continue
    const placement = placementOn(repeated, geometryOf(file, page))
    const key = keyOf(placement)
    const form = forms.get(key) ?? draw(placement)
    forms.set(key, form)
    stamps.push({ page, rect: placement.rect, form })
  }
  addStampAnnotations(writer, stamps, label, repeated.on)
}

export function hasOtherPages(file: PdfFile, page: PdfPage): boolean {
  for (const other of pagesOf(file)) if (other.ref.number !== page.ref.number) return true
  return false
}
