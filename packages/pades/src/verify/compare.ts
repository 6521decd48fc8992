import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfDict, PdfRef, sameValue, type PdfValue } from '../pdf/objects.ts'
import { type Baseline, FREE_CATALOG_KEYS, type Hub } from './baseline.ts'
import type { Budget } from './budget.ts'
import { changedObjects, compareLists, differingKeys, itemsOf } from './changed-objects.ts'
import { compareField, compareForm } from './compare-form.ts'
import { compareStructure } from './compare-structure.ts'
import type { Comparison } from './comparison.ts'
import type { Permissions } from '../pdf/permissions.ts'
import type { Modification } from './report.ts'

/** Dates and the program that saved it; title, author and the rest were signed. */
const FREE_INFO_KEYS: ReadonlySet<string> = new Set(['ModDate', 'CreationDate', 'Producer'])

const EMPTY: ReadonlySet<string> = new Set()

/**
 * Compares a later state of the file with the signed one. Whatever is not on the white list of ISO 32000-2 §12.8.2.2
 * and ETSI EN 319 142-1 §5.4–5.5 (validation data, metadata, new signature fields, values of unsigned fields) is a
 * modification.
 */
export function compareStates(
  baseline: Baseline,
  after: PdfFile,
  permissions: Permissions,
  budget: Budget,
): { modifications: Modification[]; additions: Modification[] } {
  const { file: before } = baseline
  const comparison: Comparison = {
    baseline,
    before,
    after,
    permissions,
    budget,
    newWidgets: new Set(),
    modifications: [],
    additions: [],
  }
  const { changed, ambiguous } = changedObjects(before, after, budget)
  for (const number of ambiguous) comparison.modifications.push({ kind: 'repeated_key', object: number })
  compareTrailers(comparison)
  compareFrozen(comparison, changed)
  compareHubs(comparison, changed)
  return { modifications: comparison.modifications, additions: comparison.additions }
}

function compareTrailers(comparison: Comparison): void {
  const { before, after, baseline, modifications } = comparison
  const root = after.trailer.get('Root')
  if (!(root instanceof PdfRef) || root.number !== baseline.root)
    modifications.push({ kind: 'trailer_changed', key: 'Root' })
  // the same bytes say something else under another key or another crypt filter
  if (before.encryption?.fingerprint !== after.encryption?.fingerprint)
    modifications.push({ kind: 'trailer_changed', key: 'Encrypt' })
  if (after.trailer.repeated.length > 0) modifications.push({ kind: 'repeated_key' })
  const oldSections = new Set(before.sections.map(({ offset }) => offset))
  for (const { offset, trailer } of after.sections) {
    if (!oldSections.has(offset) && trailer.repeated.length > 0) modifications.push({ kind: 'repeated_key' })
  }
  // every later revision hangs on the signed one by /Prev; a file that goes round it shows another history
  const newest = before.sections[0]?.offset
  if (!after.sections.some(({ offset }) => offset === newest)) modifications.push({ kind: 'revision_chain_broken' })
  compareInfo(comparison)
}

function compareInfo({ before, after, modifications }: Comparison): void {
  const a = before.dict(before.trailer.get('Info'))
  const b = after.dict(after.trailer.get('Info'))
  const keys = new Set([...(a?.entries.keys() ?? []), ...(b?.entries.keys() ?? [])])
  for (const key of keys) {
    const old = before.resolve(a?.get(key) ?? null)
    if (!FREE_INFO_KEYS.has(key) && !sameValue(old, after.resolve(b?.get(key) ?? null)))
      modifications.push({ kind: 'info_changed', key })
  }
}

function compareFrozen({ baseline, modifications }: Comparison, changed: readonly number[]): void {
  for (const object of changed) {
    const page = baseline.frozen.get(object)
    if (page !== undefined)
      modifications.push(page === null ? { kind: 'object_changed', object } : { kind: 'page_changed', object, page })
  }
}

/** Hubs that changed themselves or by a container of theirs; form first, because it says which widgets may appear. */
function compareHubs(comparison: Comparison, changed: readonly number[]): void {
  const { baseline } = comparison
  const touched = new Set<number>()
  for (const number of changed) {
    if (baseline.hubs.has(number)) touched.add(number)
    const owner = baseline.parts.get(number)
    if (owner !== undefined) touched.add(owner)
  }
  if (touched.has(baseline.root)) compareCatalog(comparison)
  const rest = [...touched].flatMap((number) => {
    const hub = baseline.hubs.get(number)
    return hub && hub.kind !== 'catalog' ? [{ number, hub }] : []
  })
  for (const { number, hub } of rest)
    if (hub.kind === 'field' || hub.kind === 'widget') compareField(comparison, number, hub)
  for (const { number, hub } of rest)
    if (hub.kind === 'page' || hub.kind === 'page-node') comparePage(comparison, number, hub)
  for (const number of changed) {
    const kind = baseline.structure.get(number)
    if (kind) compareStructure(comparison, number, kind)
  }
}

function compareCatalog(comparison: Comparison): void {
  const { before, after, baseline, modifications, additions } = comparison
  const a = before.catalog
  const b = after.catalog
  const exempt = new Set([...FREE_CATALOG_KEYS, 'AcroForm', 'Version'])
  for (const key of differingKeys(a, b, exempt))
    modifications.push({ kind: 'catalog_changed', object: baseline.root, key })
  const version = (dict: PdfDict): string => nameOf(dict.get('Version')) ?? ''
  if (version(b) < version(a)) modifications.push({ kind: 'catalog_changed', object: baseline.root, key: 'Version' })
  if (differingKeys(a, b, exempt).length === 0) {
    const changedKeys = differingKeys(a, b, new Set(['AcroForm', 'Version', 'Extensions']))
    if (changedKeys.includes('DSS')) additions.push({ kind: 'validation_data_added' })
    if (changedKeys.includes('Metadata')) additions.push({ kind: 'metadata_changed' })
  }
  compareForm(comparison, a.get('AcroForm'), b.get('AcroForm'))
}

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
    const hub = item instanceof PdfRef ? baseline.hubs.get(item.number) : undefined
    const field = hub?.kind === 'widget' ? hub.field : hub?.kind === 'field' ? hub : undefined
    const isSigned = field?.type === 'Sig' && field.open
    if (isSigned || (item instanceof PdfRef && newWidgets.has(item.number))) continue
    // DocMDP 3 permits annotations, and they can redraw the page ("evil annotation", Mladenov et al. 2021)
    const list = permissions.docMdp === 3 ? additions : modifications
    list.push({ kind: 'annotation_added', page, ...objectOf(item) })
  }
}

const objectOf = (value: PdfValue): { object?: number } => (value instanceof PdfRef ? { object: value.number } : {})
