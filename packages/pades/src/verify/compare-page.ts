import { nameOf, PdfDict, PdfRef, type PdfValue } from '../pdf/objects.ts'
import { boxOf } from '../pdf/pages.ts'
import type { Hub } from './baseline.ts'
import { compareLists, differingKeys, itemsOf } from './changed-objects.ts'
import { type Comparison, placeOf, placesOf } from './comparison.ts'

const EMPTY: ReadonlySet<string> = new Set()

export function comparePage(comparison: Comparison, number: number, hub: Hub): void {
  const { before, after, modifications } = comparison
  const a = before.load(number)?.value ?? null
  const b = after.load(number)?.value ?? null
  const page = hub.kind === 'page' ? hub.page : undefined
  if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) {
    modifications.push({ kind: page ? 'page_changed' : 'page_tree_changed', object: number, page })
    return
  }
  for (const key of differingKeys(a, b, page ? new Set(['Annots']) : EMPTY)) {
    modifications.push({ kind: page ? 'page_changed' : 'page_tree_changed', object: number, page, key })
  }
  if (page) compareAnnotations(comparison, a, b, page)
}

function compareAnnotations(comparison: Comparison, a: PdfDict, b: PdfDict, page: number): void {
  const { before, after, baseline, permissions, newWidgets, modifications, additions } = comparison
  const { removed, added } = compareLists(itemsOf(before, a.get('Annots')), itemsOf(after, b.get('Annots')))
  for (const item of removed) modifications.push({ kind: 'annotation_removed', page, ...objectOf(item) })
  for (const item of added) {
    if (item instanceof PdfRef && isOnOtherPage(comparison, item.number, page)) {
      modifications.push({ kind: 'annotation_added', page, ...objectOf(item) })
      continue
    }
    const hub = item instanceof PdfRef ? baseline.hubs.get(item.number) : undefined
    const field = hub?.kind === 'widget' ? hub.field : hub?.kind === 'field' ? hub : undefined
    // a signed field may be shown; an unsigned one was hidden when the document was signed
    const isSigned = field?.type === 'Sig' && additions.some(({ object }) => object === field.number)
    if (isSigned || (item instanceof PdfRef && newWidgets.has(item.number))) continue
    // DocMDP 3 permits annotations, and they can redraw the page ("evil annotation", Mladenov et al. 2021)
    const list = permissions.docMdp === 3 ? additions : modifications
    const place = item instanceof PdfRef ? placeOf(comparison, [item.number]) : {}
    list.push({ kind: 'annotation_added', page, ...objectOf(item), ...place })
    if (list === additions && !isNote(comparison, item)) comparison.doubts.add('annotations_added')
  }
}

/** Maximum size of a note's icon, in points. */
const MAX_ICON = 32

/** A comment that shows an icon, and its text when opened (ISO 32000-2 §12.5.6.4, §12.5.6.14). */
function isNote({ before, after }: Comparison, item: PdfValue): boolean {
  const note = item instanceof PdfRef && before.load(item.number) === null ? after.dict(item) : null
  const type = nameOf(after.resolve(note?.get('Subtype') ?? null))
  if (!note || (type !== 'Text' && type !== 'Popup') || note.get('A') !== null || note.get('AA') !== null) return false
  if (note.get('AP') === null) return true
  const box = boxOf(after, note.get('Rect'))
  return type === 'Text' && box !== null && box.x1 - box.x0 <= MAX_ICON && box.y1 - box.y0 <= MAX_ICON
}

/** A widget that is already on a page: its place is reported and checked there. */
const isOnOtherPage = ({ after, budget }: Comparison, number: number, page: number): boolean =>
  (placesOf(after, budget).get(number)?.page ?? page) !== page

const objectOf = (value: PdfValue): { object?: number } => (value instanceof PdfRef ? { object: value.number } : {})
