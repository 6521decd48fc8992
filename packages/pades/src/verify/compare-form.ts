import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfDict, PdfRef, textOf, type PdfValue } from '../pdf/objects.ts'
import { boxOf } from '../pdf/pages.ts'
import { operationsOf } from './appearance/content-stream.ts'
import { appearanceStreams, readable } from './appearance/field-text.ts'
import { drawsPlainText } from './appearance/font-decoder.ts'
import type { FieldHub, Hub } from './baseline.ts'
import { compareLists, differingKeys, flagsOf, itemsOf } from './changed-objects.ts'
import { checkNewValue, standsByItself } from './compare-field.ts'
import { shownByField } from './compare-text-field.ts'
import { type Comparison, placeOf } from './comparison.ts'
import { sameContent } from './same-content.ts'

/** Allowed entries of a new signature field and its widget. No actions: /A and /AA could show or send anything. */
const SIGNATURE_FIELD_KEYS: ReadonlySet<string> = new Set(
  'Type Subtype FT T TU TM V Ff Rect P F AP AS MK Lock SV Parent Kids DA DR M NM Border BS BE H Q StructParent Contents'.split(
    ' ',
  ),
)

/** Keys of the form with their own rules; ITXT is iText's signature. */
const FORM_KEYS: ReadonlySet<string> = new Set(['Fields', 'SigFlags', 'DR', 'DA', 'Type', 'ITXT', 'NeedAppearances'])

/** A widget of a new field has no value or kind of its own: some readers would draw it as a text field. */
const WIDGET_KEYS: ReadonlySet<string> = new Set(
  'Type Subtype Rect P F AP AS MK Parent DA DR M NM Border BS BE H Q StructParent Contents'.split(' '),
)

/** AcroForm: new fields must be signature fields; everything that draws existing fields stays. */
export function compareForm(comparison: Comparison, a: PdfValue, b: PdfValue): void {
  const { before, after, baseline, modifications } = comparison
  const old = before.dict(a)
  const form = after.dict(b)
  if (!form) {
    if (old) modifications.push({ kind: 'form_changed' })
    return
  }
  const keys = old ? differingKeys(old, form, FORM_KEYS) : [...form.entries.keys()].filter((key) => !FORM_KEYS.has(key))
  for (const key of keys) modifications.push({ kind: 'form_changed', key })
  compareNeedAppearances(comparison, old, form)
  const stated = old?.get('DA') ?? null
  const isDrawnByIt = stated !== null || baseline.usesFormAppearance
  if (isDrawnByIt && !sameContent(before, stated, after, form.get('DA'), comparison.budget))
    modifications.push({ kind: 'form_changed', key: 'DA' })
  const flags = flagsOf(before, old, 'SigFlags')
  if ((flagsOf(after, form, 'SigFlags') & flags) !== flags)
    modifications.push({ kind: 'form_changed', key: 'SigFlags' })
  compareResources(comparison, old?.get('DR') ?? null, form.get('DR'))
  const gained = ['DR', 'DA', 'ITXT'].some(
    (key) => !sameContent(before, old?.get(key) ?? null, after, form.get(key), comparison.budget),
  )
  if (gained) comparison.additions.push({ kind: 'resources_added' })
  compareFieldLists(comparison, old?.get('Fields') ?? null, form.get('Fields'), baseline.hubs.get(baseline.root))
}

const redrawsFields = (file: PdfFile, form: PdfDict | null): boolean =>
  file.resolve(form?.get('NeedAppearances') ?? null) === true

/**
 * With NeedAppearances readers draw the values; without it they show the appearances (ISO 32000-2 §12.7.3). Programs
 * remove it after drawing the fields, whose appearances must then show the values.
 */
function compareNeedAppearances(comparison: Comparison, old: PdfDict | null, form: PdfDict): void {
  const { before, after, baseline, modifications, doubts } = comparison
  const isRedrawn = redrawsFields(after, form)
  if (redrawsFields(before, old) === isRedrawn) return
  const fields = [...baseline.hubs.values()].filter((hub) => hub.kind === 'field')
  const shown = isRedrawn ? ['other'] : fields.map((field) => shownByField(comparison, field))
  if (shown.includes('other')) modifications.push({ kind: 'form_changed', key: 'NeedAppearances' })
  else if (shown.includes('unknown')) doubts.add('field_appearance_unverified')
}

/** /DR gains names (a font for the stamp); existing ones stay unchanged, and no field starts to use a new one. */
function compareResources(comparison: Comparison, a: PdfValue, b: PdfValue): void {
  const { before, after, modifications, budget } = comparison
  const [old, now] = [before.dict(a), after.dict(b)]
  for (const category of new Set([...(old?.entries.keys() ?? []), ...(now?.entries.keys() ?? [])])) {
    const [had, has] = [old?.get(category) ?? null, now?.get(category) ?? null]
    const names = before.dict(had)
    const later = after.dict(has)
    if (category === 'XObject' && !drawsByName(comparison)) continue
    const isKept = names
      ? [...names.entries].every(
          ([key, value]) => later !== null && sameContent(before, value, after, later.get(key), budget),
        )
      : had === null || sameContent(before, had, after, has, budget)
    const gained =
      category === 'Font' && later ? [...later.entries].filter(([key]) => (names?.get(key) ?? null) === null) : []
    if (!isKept || !gained.every(([key, font]) => mayAddFont(comparison, key, font)))
      modifications.push({ kind: 'form_changed', key: `DR/${category}` })
  }
}

/** True if an existing appearance draws an XObject that its own resources lack: /DR may provide it (§12.7.3). */
function drawsByName({ before, baseline, budget }: Comparison): boolean {
  return [...baseline.hubs].some(([number, { kind }]) => {
    const dict = before.load(number)?.value
    if ((kind !== 'field' && kind !== 'widget') || !(dict instanceof PdfDict)) return false
    const own = appearanceStreams(before, dict.get('AP')).filter(({ dict }) => !before.dict(dict.get('Resources')))
    return own.some(
      (stream) =>
        readable(() =>
          [...operationsOf(before.streamData(stream), budget)].some(({ operator }) => operator === 'Do'),
        ) ?? true,
    )
  })
}

const STANDARD_FONTS =
  /^(?:Helvetica|Courier)(?:-Bold|-Oblique|-BoldOblique)?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/

/**
 * A font under a missing name that a field refers to would redraw the field. Only an unmodified standard font (ISO
 * 32000-2 §9.6.2.2), which readers use as a substitute anyway, is harmless.
 */
function mayAddFont({ after, baseline, budget }: Comparison, name: string, value: PdfValue): boolean {
  if (!baseline.usedFonts.has(name)) return true
  const font = after.dict(value)
  const isPlain =
    font !== null &&
    [...font.entries.keys()].every((key) => ['Type', 'Subtype', 'BaseFont', 'Encoding', 'Name'].includes(key)) &&
    nameOf(after.resolve(font.get('Subtype'))) === 'Type1' &&
    STANDARD_FONTS.test(nameOf(after.resolve(font.get('BaseFont'))) ?? '')
  if (!isPlain) return false
  return drawsPlainText(after, font, budget)
}

export function compareFieldLists(comparison: Comparison, a: PdfValue, b: PdfValue, parent: Hub | undefined): void {
  const { before, after, modifications } = comparison
  const { removed, added } = compareLists(itemsOf(before, a), itemsOf(after, b))
  for (const item of removed)
    modifications.push({ kind: 'field_removed', ...(item instanceof PdfRef ? { object: item.number } : {}) })
  const prefix = parent?.kind === 'field' ? parent : null
  for (const item of added) checkNewField(comparison, item, prefix)
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
  const isPlaced = widgets.every((widget) => !standsByItself(after, widget.dict) || !draws(comparison, widget.dict))
  const isWrong =
    type !== 'Sig' || isStrange || !isPlaced || before.load(object) !== null || baseline.fieldNames.has(name)
  // DocMDP fixes the places of later signatures: a new visible field is the "sneaky signature" of Mladenov et al. (NDSS
  // 2021). Document timestamps stay possible even under P 1 (ETSI EN 319 142-1 §5.5).
  const isBarred = permissions.docMdp === 1 ? !isTimestamp || isVisible : permissions.docMdp !== null && isVisible
  const numbers = widgets.map(({ number }) => number)
  const where = { object, field: name, ...(isVisible ? placeOf(comparison, numbers) : {}) }
  if (isWrong || isBarred || (isVisible && value === null)) modifications.push({ kind: 'field_added', ...where })
  checkNewValue(comparison, object, dict)
  for (const widget of widgets) {
    if (draws(comparison, widget.dict)) comparison.drawings.push({ widget: widget.number, object, mayHideText: false })
    comparison.newWidgets.add(widget.number)
  }
  additions.push({ kind: isTimestamp ? 'timestamp_added' : 'signature_added', ...where })
}

type Widget = { number: number; dict: PdfDict }

/** The annotations of a new field: itself, or new kids that are plain widgets. */
function widgetsOf({ after, before, modifications }: Comparison, ref: PdfRef, dict: PdfDict): Widget[] {
  const kids = itemsOf(after, dict.get('Kids'))
  if (kids.length === 0) return [{ number: ref.number, dict }]
  return kids.flatMap((kid) => {
    const widget = kid instanceof PdfRef ? after.dict(kid) : null
    const isNew = kid instanceof PdfRef && before.load(kid.number) === null
    const isPlain = widget && [...widget.entries.keys()].every((key) => WIDGET_KEYS.has(key))
    if (kid instanceof PdfRef && widget && isNew && isPlain) return [{ number: kid.number, dict: widget }]
    modifications.push({ kind: 'field_added', object: ref.number })
    return []
  })
}

/** True if a widget declares a background or border, which some readers draw themselves (/MK, §12.5.6.19). */
export function hasGround(file: PdfFile, widget: PdfDict): boolean {
  const looks = file.dict(widget.get('MK'))
  return ['BG', 'BC'].some((key) => itemsOf(file, looks?.get(key) ?? null).length > 0)
}

/** True if a widget has an appearance and a visible area. */
function draws({ after }: Comparison, widget: PdfDict): boolean {
  const box = boxOf(after, widget.get('Rect'))
  const isDrawn = after.dict(widget.get('AP')) !== null || hasGround(after, widget)
  return box !== null && box.x1 > box.x0 && box.y1 > box.y0 && isDrawn
}
