import { nameOf, PdfArray, PdfDict, PdfRef, type PdfValue, textOf } from '../pdf/objects.ts'
import { boxOf, coversPage, geometryOf, pagesOf } from '../pdf/pages.ts'
import { type FieldHub, type Hub, openKeys } from './baseline.ts'
import { compareLists, differingKeys, flagsOf, itemsOf } from './changed-objects.ts'
import type { Comparison } from './comparison.ts'

/** What a new signature field and its widget may hold. No actions: /A and /AA could show or send anything. */
const SIGNATURE_FIELD_KEYS: ReadonlySet<string> = new Set(
  'Type Subtype FT T TU TM V Ff Rect P F AP AS MK Lock SV Parent Kids DA DR M NM Border BS BE H Q StructParent Contents'.split(
    ' ',
  ),
)

/** AcroForm: fields may be added when they are signature fields; everything that draws existing fields stays. */
export function compareForm(comparison: Comparison, a: PdfValue, b: PdfValue): void {
  const { before, after, baseline, modifications } = comparison
  const old = before.dict(a)
  const form = after.dict(b)
  if (!form) {
    if (old) modifications.push({ kind: 'form_changed' })
    return
  }
  const keys = old ? differingKeys(old, form, new Set(['Fields', 'SigFlags', 'DR', 'DA'])) : newFormProblems(form)
  for (const key of keys) modifications.push({ kind: 'form_changed', key })
  const hadDa = old && old.get('DA') !== null
  if (hadDa && differingKeys(old, form, new Set()).includes('DA'))
    modifications.push({ kind: 'form_changed', key: 'DA' })
  const flags = flagsOf(before, old, 'SigFlags')
  if ((flagsOf(after, form, 'SigFlags') & flags) !== flags)
    modifications.push({ kind: 'form_changed', key: 'SigFlags' })
  compareResources(comparison, old?.get('DR') ?? null, form.get('DR'))
  compareFieldLists(comparison, old?.get('Fields') ?? null, form.get('Fields'), baseline.hubs.get(baseline.root))
}

const newFormProblems = (form: PdfDict): string[] =>
  [...form.entries.keys()].filter((key) => !['Fields', 'SigFlags', 'DR', 'DA', 'Type'].includes(key))

/** /DR gains names (a font for the stamp); those that it had stay what they were. */
function compareResources({ before, after, modifications }: Comparison, a: PdfValue, b: PdfValue): void {
  const old = before.dict(a)
  const now = after.dict(b)
  if (!old) return
  for (const [category, value] of old.entries) {
    const names = before.dict(value)
    const later = after.dict(now?.get(category) ?? null)
    const lost = names
      ? [...names.entries.keys()].filter(
          (key) => !later || differingKeys(names, later, everyKeyBut(names, later, key)).length > 0,
        )
      : []
    const same = names
      ? lost.length === 0
      : now !== null && differingKeys(old, now, everyKeyBut(old, now, category)).length === 0
    if (!same) modifications.push({ kind: 'form_changed', key: `DR/${category}` })
  }
}

const everyKeyBut = (a: PdfDict, b: PdfDict, key: string): Set<string> => {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
  keys.delete(key)
  return keys
}

function compareFieldLists(comparison: Comparison, a: PdfValue, b: PdfValue, parent: Hub | undefined): void {
  const { before, after, modifications } = comparison
  const { removed, added } = compareLists(itemsOf(before, a), itemsOf(after, b))
  for (const item of removed)
    modifications.push({ kind: 'field_removed', ...(item instanceof PdfRef ? { object: item.number } : {}) })
  const prefix = parent?.kind === 'field' ? parent : null
  for (const item of added) checkNewField(comparison, item, prefix)
}

/** A field that was there: nothing but the value and appearance of an open one may change. */
export function compareField(
  comparison: Comparison,
  number: number,
  hub: FieldHub | { kind: 'widget'; field: FieldHub },
): void {
  const { before, after, modifications, additions } = comparison
  const field = hub.kind === 'field' ? hub : hub.field
  const a = before.load(number)?.value
  const b = after.load(number)?.value
  if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) {
    modifications.push({ kind: 'field_changed', object: number })
    return
  }
  const open = openKeys(field)
  const isTree = hub.kind === 'field' && !field.terminal
  const exempt = new Set([...open, ...(isTree ? ['Kids'] : [])])
  const changed = differingKeys(a, b, exempt)
  for (const key of changed) modifications.push({ kind: 'field_changed', object: number, key })
  if (isTree) compareFieldLists(comparison, a.get('Kids'), b.get('Kids'), hub)
  const used = [...open].filter((key) => differingKeys(a, b, everyKeyBut(a, b, key)).length > 0)
  if (used.length === 0) return
  if (field.type === 'Sig') {
    if (used.includes('V')) checkNewValue(comparison, number, b)
    // an appearance without a signature is an annotation in disguise
    const holder = after.dict(new PdfRef(field.number, after.load(field.number)?.generation ?? 0))
    if (used.includes('AP') && !after.dict(holder?.get('V') ?? null)) {
      modifications.push({ kind: 'field_changed', object: number, key: 'AP' })
    }
  }
  const kind = field.type === 'Sig' ? 'field_signed' : 'field_filled'
  if (!additions.some((entry) => entry.object === field.number)) additions.push({ kind, object: field.number })
  if (used.includes('AP')) checkCover(comparison, b, number)
}

/** The value of a signature field is a signature dictionary of its own, never one that belongs to another field. */
function checkNewValue({ before, after, modifications }: Comparison, number: number, field: PdfDict): void {
  const raw = field.get('V')
  const value = after.dict(raw)
  if (value === null) return
  const isSignature = value.get('ByteRange') instanceof PdfArray && value.get('Contents') !== null
  if (!isSignature) modifications.push({ kind: 'field_changed', object: number, key: 'V' })
  if (raw instanceof PdfRef && before.load(raw.number))
    modifications.push({ kind: 'signature_reused', object: raw.number })
}

function checkNewField(comparison: Comparison, item: PdfValue, parent: FieldHub | null): void {
  const { after, before, baseline, modifications, additions, permissions } = comparison
  const dict = item instanceof PdfRef ? after.dict(item) : null
  if (!(item instanceof PdfRef) || !dict) {
    if (after.resolve(item) !== null) modifications.push({ kind: 'field_added' })
    return
  }
  const object = item.number
  const type = nameOf(after.resolve(dict.get('FT'))) ?? parent?.type ?? null
  const name = [parent?.name ?? '', textOf(after.resolve(dict.get('T'))) ?? ''].filter((part) => part !== '').join('.')
  const isStrange = [...dict.entries.keys()].some((key) => !SIGNATURE_FIELD_KEYS.has(key))
  const widgets = widgetsOf(comparison, item, dict)
  const value = after.dict(dict.get('V'))
  const isTimestamp = nameOf(after.resolve(value?.get('Type') ?? null)) === 'DocTimeStamp'
  const isVisible = widgets.some((widget) => draws(comparison, widget.dict))
  const isWrong = type !== 'Sig' || isStrange || before.load(object) !== null || baseline.fieldNames.has(name)
  // DocMDP fixes where others sign before certifying: a new visible field is the "sneaky signature" of Mladenov et al.
  // (NDSS 2021). Document timestamps stay possible even under P 1 (ETSI EN 319 142-1 §5.5).
  const isBarred = permissions.docMdp === 1 ? !isTimestamp || isVisible : permissions.docMdp !== null && isVisible
  if (isWrong || isBarred || (isVisible && value === null)) modifications.push({ kind: 'field_added', object })
  checkNewValue(comparison, object, dict)
  for (const widget of widgets) {
    checkCover(comparison, widget.dict, widget.number)
    comparison.newWidgets.add(widget.number)
  }
  additions.push({ kind: isTimestamp ? 'timestamp_added' : 'signature_added', object })
}

type Widget = { number: number; dict: PdfDict }

/** The annotations of a new field: itself, or kids that are new and hold nothing but a widget. */
function widgetsOf({ after, before, modifications }: Comparison, ref: PdfRef, dict: PdfDict): Widget[] {
  const kids = itemsOf(after, dict.get('Kids'))
  if (kids.length === 0) return [{ number: ref.number, dict }]
  return kids.flatMap((kid) => {
    const widget = kid instanceof PdfRef ? after.dict(kid) : null
    const isNew = kid instanceof PdfRef && before.load(kid.number) === null
    const isPlain =
      widget && widget.get('Kids') === null && [...widget.entries.keys()].every((key) => SIGNATURE_FIELD_KEYS.has(key))
    if (kid instanceof PdfRef && widget && isNew && isPlain) return [{ number: kid.number, dict: widget }]
    modifications.push({ kind: 'field_added', object: ref.number })
    return []
  })
}

/** Whether a widget has an appearance and an area to show it in. */
function draws({ after }: Comparison, widget: PdfDict): boolean {
  const box = boxOf(after, widget.get('Rect'))
  return box !== null && box.x1 > box.x0 && box.y1 > box.y0 && after.dict(widget.get('AP')) !== null
}

/** A stamp as large as the page shows another page, however well it is signed. */
function checkCover(comparison: Comparison, widget: PdfDict, object: number): void {
  const { after, baseline, modifications } = comparison
  const box = boxOf(after, widget.get('Rect'))
  if (!box || !draws(comparison, widget)) return
  const ref = widget.get('P')
  for (const page of pagesOf(after)) {
    comparison.budget.spend(1)
    const isNamed = ref instanceof PdfRef && page.ref.number === ref.number
    if (ref instanceof PdfRef && !isNamed && baseline.hubs.get(ref.number)?.kind === 'page') continue
    if (coversPage(box, geometryOf(after, page).box)) {
      modifications.push({ kind: 'field_covers_page', object })
      return
    }
    if (isNamed) return
  }
}
