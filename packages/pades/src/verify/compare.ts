import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import type { Permissions } from '../pdf/permissions.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Baseline, FieldHub, Hub } from './baseline.ts'
import { changedObjects, compareLists, differingKeys, itemsOf } from './changed-objects.ts'
import { compareCatalog, compareInfo } from './compare-catalog.ts'
import { compareCover } from './compare-cover.ts'
import { compareField } from './compare-field.ts'
import { compareFieldLists } from './compare-form.ts'
import { compareStructure } from './compare-structure.ts'
import { type Comparison, placeOf, placesOf } from './comparison.ts'
import { followReferences } from './follow-references.ts'
import { boxOf } from '../pdf/pages.ts'

const EMPTY: ReadonlySet<string> = new Set()

function comparePage(comparison: Comparison, number: number, hub: Hub): void {
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

/**
 * Compares a later state of the file with the signed one. Anything outside the white list of ISO 32000-2 §12.8.2.2 and
 * ETSI EN 319 142-1 §5.4–5.5 (validation data, metadata, new signature fields, values of unsigned fields) is a
 * modification.
 */
export function compareStates(
  baseline: Baseline,
  after: PdfFile,
  permissions: Permissions,
  budget: WorkBudget,
): Pick<Comparison, 'modifications' | 'additions' | 'doubts'> {
  const { file: before } = baseline
  const { changed, ambiguous } = changedObjects(before, after, budget)
  const comparison: Comparison = {
    baseline,
    before,
    after,
    permissions,
    budget,
    changed: new Set(changed),
    newWidgets: new Set(),
    drawings: [],
    modifications: [],
    additions: [],
    doubts: new Set(),
  }
  for (const number of ambiguous) comparison.modifications.push({ kind: 'repeated_key', object: number })
  compareTrailers(comparison)
  compareFrozen(comparison, changed)
  compareHubs(comparison, changed)
  compareInfo(comparison)
  compareLoose(comparison)
  compareCover(comparison)
  return comparison
}

function compareTrailers(comparison: Comparison): void {
  const { before, after, modifications } = comparison
  if (!(after.trailer.get('Root') instanceof PdfRef)) modifications.push({ kind: 'trailer_changed', key: 'Root' })
  // the same bytes mean something else under another key or crypt filter
  if (before.encryption?.fingerprint !== after.encryption?.fingerprint)
    modifications.push({ kind: 'trailer_changed', key: 'Encrypt' })
  if (after.trailer.repeated.length > 0) modifications.push({ kind: 'repeated_key' })
  const oldSections = new Set(before.sections.map(({ offset }) => offset))
  for (const { offset, trailer } of after.sections) {
    if (!oldSections.has(offset) && trailer.repeated.length > 0) modifications.push({ kind: 'repeated_key' })
  }
  // every later revision is linked to the signed one by /Prev; a file that bypasses it shows another history
  const newest = before.sections[0]?.offset
  if (!after.sections.some(({ offset }) => offset === newest)) modifications.push({ kind: 'revision_chain_broken' })
}

function compareFrozen({ baseline, modifications }: Comparison, changed: readonly number[]): void {
  for (const object of changed) {
    const page = baseline.frozen.get(object)
    if (page !== undefined)
      modifications.push(page === null ? { kind: 'object_changed', object } : { kind: 'page_changed', object, page })
  }
}

/** Hubs that changed directly or through a container; form first, because it determines which widgets may appear. */
function compareHubs(comparison: Comparison, changed: readonly number[]): void {
  const { baseline, after } = comparison
  const touched = new Set<number>()
  let isCatalogTouched = !isRoot(after, baseline.root)
  for (const number of changed) {
    const owner = baseline.parts.get(number)
    if (owner !== undefined) touched.add(owner)
    if (baseline.hubs.has(number)) touched.add(number)
    const slot = baseline.slots.get(number)
    if (typeof slot === 'number') touched.add(slot)
    else if (slot !== undefined) isCatalogTouched = true
  }
  if (isCatalogTouched || touched.has(baseline.root)) compareCatalog(comparison)
  const hubs = [...touched].flatMap((number) => baseline.hubs.get(number) ?? [])
  const fields = hubs.flatMap((hub) => (hub.kind === 'field' ? hub : hub.kind === 'widget' ? hub.field : []))
  for (const field of new Set(fields)) compareOldField(comparison, field)
  for (const number of touched) {
    const hub = baseline.hubs.get(number)
    if (hub?.kind === 'page' || hub?.kind === 'page-node') comparePage(comparison, number, hub)
  }
  for (const number of changed) {
    const kind = baseline.structure.get(number)
    if (kind) compareStructure(comparison, number, kind)
  }
}

const isRoot = (file: PdfFile, number: number): boolean => {
  const root = file.trailer.get('Root')
  return root instanceof PdfRef && root.number === number
}

function compareOldField(comparison: Comparison, field: FieldHub): void {
  const { before, after, baseline } = comparison
  compareField(comparison, field)
  if (field.terminal) return
  const kidsOf = (file: PdfFile): PdfValue => {
    const value = file.load(field.number)?.value
    return value instanceof PdfDict ? value.get('Kids') : null
  }
  compareFieldLists(comparison, kidsOf(before), kidsOf(after), baseline.hubs.get(field.number))
}

/** Cross-reference and object streams are the save itself. */
const isPartOfSave = (file: PdfFile, number: number): boolean => {
  const value = file.load(number)?.value
  return value instanceof PdfStream && ['XRef', 'ObjStm'].includes(nameOf(value.dict.get('Type')) ?? '')
}

/**
 * The remaining changed objects, which nothing in the signed revision references. An existing one may be freed, not
 * overridden; a new one is part of the change that references it, or is unreferenced and reported.
 */
function compareLoose(comparison: Comparison): void {
  const { baseline, before, after, changed, modifications, additions } = comparison
  const { hubs, parts, structure, frozen, slots } = baseline
  const isSorted = (number: number): boolean =>
    [hubs, parts, structure, frozen, slots].some((sorted: ReadonlyMap<number, unknown>) => sorted.has(number))
  const loose = [...changed].filter((number) => !isSorted(number) && after.load(number) !== null)
  if (loose.length === 0) return
  const reached = reachedByChanges(comparison, isSorted)
  for (const object of loose) {
    if (isPartOfSave(after, object) && (before.load(object) === null || isPartOfSave(before, object))) continue
    if (before.load(object) !== null) modifications.push({ kind: 'object_changed', object })
    else if (!reached.has(object)) additions.push({ kind: 'unused_object_added', object })
  }
}

/** Numbers of changed objects reachable through permitted changes. */
function reachedByChanges(
  { changed, after, budget }: Comparison,
  isSorted: (number: number) => boolean,
): ReadonlySet<number> {
  const reached = new Set<number>()
  const sorted = [...changed].filter(isSorted).map((number) => after.load(number)?.value ?? null)
  followReferences(after, [...after.trailer.entries.values(), ...sorted], budget, ({ number }) => {
    if (!changed.has(number) || reached.has(number)) return false
    reached.add(number)
    return true
  })
  return reached
}
