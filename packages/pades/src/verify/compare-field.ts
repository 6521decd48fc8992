import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import { operationsOf } from './appearance/content-stream.ts'
import { appearanceStreams, expectedTexts, inheritedValue, readable, valueText } from './appearance/field-text.ts'
import { shownBy } from './appearance/shown-value.ts'
import { type FieldHub, openKeys } from './baseline.ts'
import { differingKeys, flagsOf } from './changed-objects.ts'
import { type Comparison, placeOf } from './comparison.ts'
import type { Modification } from './report.ts'
import { sameBytesOf, sameContent } from './same-content.ts'

/** One dictionary of a field, its own or a widget's, in both states. */
type Part = { number: number; a: PdfDict; b: PdfDict; used: string[] }

/**
 * An existing field: only the value and appearance of an open one may change (ISO 32000-2 §12.8.2.2), the appearance
 * only together with the value, and it must show exactly the value.
 */
export function compareField(comparison: Comparison, field: FieldHub): void {
  const parts = readParts(comparison, field)
  if (!parts || !parts.some(({ used }) => used.length > 0)) return
  if (field.type === 'Sig') compareSignatureField(comparison, field, parts)
  else if (parts.every(({ used }) => used.every((key) => key === 'M')))
    comparison.additions.push({ kind: 'metadata_changed', object: field.number })
  else if (field.type === 'Btn') compareButton(comparison, field, parts)
  else compareText(comparison, field, parts)
}

/** The dictionaries of a field and their changed open keys; null when one became something else. */
function readParts(comparison: Comparison, field: FieldHub): Part[] | null {
  const { before, after, modifications, budget } = comparison
  const parts: Part[] = []
  for (const number of new Set([field.number, ...field.widgets])) {
    const [a, b] = [before.load(number)?.value, after.load(number)?.value]
    if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) {
      modifications.push({ kind: 'field_changed', object: number, field: field.name })
      return null
    }
    const open = openKeys(field, number)
    const exempt = new Set([...open, ...(field.terminal ? [] : ['Kids'])])
    for (const key of differingKeys(a, b, exempt))
      modifications.push({ kind: 'field_changed', object: number, key, field: field.name })
    const used = [...open].filter((key) => !sameContent(before, a.get(key), after, b.get(key), budget))
    parts.push({ number, a, b, used })
  }
  return parts
}

/** A reported change of a field, with its place and its value before and after. */
function describe(comparison: Comparison, field: FieldHub, kind: Modification['kind']): Modification {
  const { before, after } = comparison
  const read = (file: typeof before): string | null =>
    readable(() => {
      const dict = file.dict(new PdfRef(field.number, file.load(field.number)?.generation ?? 0))
      return valueText(file, inheritedValue(file, dict, 'V'))
    })
  const values = field.type === 'Sig' ? {} : { before: read(before), after: read(after) }
  return { kind, object: field.number, field: field.name, ...placeOf(comparison, field.widgets), ...values }
}

function addDrawings({ drawings }: Comparison, field: FieldHub, parts: readonly Part[]): void {
  for (const { number, used } of parts)
    if (used.includes('AP')) drawings.push({ widget: number, object: field.number, mayHideText: field.type === 'Sig' })
}

/** An appearance without a signature is an annotation in disguise, and so is an unhidden one. */
function compareSignatureField(comparison: Comparison, field: FieldHub, parts: readonly Part[]): void {
  const { after, modifications, additions } = comparison
  const own = parts.find(({ number }) => number === field.number)
  if (!own) return
  if (after.dict(own.b.get('V')) === null) {
    const changed = parts.find(({ used }) => used.length > 0)
    const key = changed?.used.includes('AP') ? 'AP' : changed?.used[0]
    modifications.push({ ...describe(comparison, field, 'field_changed'), object: changed?.number, key })
    return
  }
  for (const { number, a, b } of parts)
    if (standsByItself(after, b) && !standsByItself(comparison.before, a))
      modifications.push({ kind: 'field_changed', object: number, key: 'F', field: field.name })
  if (own.used.includes('V')) checkNewValue(comparison, field.number, own.b)
  additions.push(describe(comparison, field, 'field_signed'))
  addDrawings(comparison, field, parts)
}

/**
 * Bits 4 and 5 of /F: a drawing that does not rotate or scale with the page appears outside its rectangle (§12.5.3).
 */
export const standsByItself = (file: PdfFile, widget: PdfDict): boolean => (flagsOf(file, widget, 'F') & 0b11000) !== 0

/** The value of a signature field is its own signature dictionary, never one of another field. */
export function checkNewValue({ before, after, modifications }: Comparison, number: number, field: PdfDict): void {
  const raw = field.get('V')
  const value = after.dict(raw)
  if (value === null) return
  const isSignature = value.get('ByteRange') instanceof PdfArray && value.get('Contents') !== null
  if (!isSignature) modifications.push({ kind: 'field_changed', object: number, key: 'V' })
  if (raw instanceof PdfRef && before.load(raw.number))
    modifications.push({ kind: 'signature_reused', object: raw.number })
}

/** Each widget of a button shows its state for the value (§12.7.5.2.3). */
function compareButton(comparison: Comparison, field: FieldHub, parts: readonly Part[]): void {
  const { after, modifications, additions } = comparison
  const filled = describe(comparison, field, 'field_filled')
  const value = filled.after ?? 'Off'
  const widgets = parts.filter(({ number }) => field.widgets.includes(number))
  const states = widgets.map(({ b }) => {
    const normal = after.resolve(after.dict(b.get('AP'))?.get('N') ?? null)
    return new Set(normal instanceof PdfDict ? normal.entries.keys() : [])
  })
  const isKnown = value === 'Off' || states.some((own) => own.has(value))
  const shows = widgets.every(({ b }, i) => {
    const shown = nameOf(after.resolve(b.get('AS'))) ?? 'Off'
    return shown === (states[i]?.has(value) ? value : 'Off')
  })
  const isKept = parts.every((part) => keepsMarks(comparison, part))
  if (filled.before === filled.after || !isKnown || !shows || !isKept)
    modifications.push({ ...filled, kind: 'appearance_changed' })
  else additions.push(filled)
}

/** Glyphs of ZapfDingbats that mark a button as on: check, circle, cross, diamond, square, star (§12.5.6.19, /CA). */
const MARKS = ['✔', '✘', '★', '●', '■', '◆']

/**
 * True if each state of a button draws the same as before, or a plain mark where it is on (iText 5 redraws its marks).
 */
function keepsMarks(comparison: Comparison, { a, b, used }: Part): boolean {
  const { before, after, budget } = comparison
  if (!used.includes('AP')) return true
  const [old, now] = [before.dict(a.get('AP')), after.dict(b.get('AP'))]
  if (!old || !now || differingKeys(old, now, new Set(['N', 'D'])).length > 0) return false
  return ['N', 'D'].every((key) => {
    const [had, has] = [before.dict(old.get(key)), after.dict(now.get(key))]
    if (!had || !has) return sameContent(before, old.get(key), after, now.get(key), budget)
    const states = [...had.entries.keys()]
    if (states.length !== has.entries.size) return false
    return states.every((state) => {
      if (sameContent(before, had.get(state), after, has.get(state), budget)) return true
      const [drawn, stream] = [before.resolve(had.get(state)), after.resolve(has.get(state))]
      if (!(stream instanceof PdfStream)) return false
      return (
        (drawn instanceof PdfStream && sameDrawing(comparison, drawn, stream)) ||
        (state !== 'Off' && drawsMark(comparison, stream, b))
      )
    })
  })
}

/** True if two appearances without resources draw the same at the same place. */
function sameDrawing({ before, after, budget }: Comparison, a: PdfStream, b: PdfStream): boolean {
  if (!sameBytesOf(before, a, after, b) || differingKeys(a.dict, b.dict, new Set(['Resources'])).length > 0)
    return false
  return (
    readable(() =>
      [...operationsOf(after.streamData(b), budget)].every(
        ({ operator, operands }) => operator !== 'BI' && !operands.some((operand) => operand instanceof PdfName),
      ),
    ) ?? false
  )
}

function drawsMark({ after, budget }: Comparison, stream: PdfStream, widget: PdfDict): boolean {
  const resources = after.dict(stream.dict.get('Resources'))
  const fonts = after.dict(resources?.get('Font') ?? null)
  const isPlain = [...(fonts?.entries.values() ?? [])].every((value) => {
    const font = after.dict(value)
    const keys = new Set(['Type', 'Subtype', 'BaseFont', 'Name'])
    const isDingbats = nameOf(after.resolve(font?.get('BaseFont') ?? null)) === 'ZapfDingbats'
    return font !== null && isDingbats && [...font.entries.keys()].every((key) => keys.has(key))
  })
  const source = { file: after, isSigned: () => false, ornaments: true, budget }
  return fonts !== null && isPlain && shownBy(stream, source, { texts: MARKS, any: null }, widget) === 'value'
}

type Judged = 'value' | 'other' | 'unknown'

/** The worst result of comparing the appearances of a text or choice field with its value. */
function judgeAppearances(comparison: Comparison, parts: readonly Part[], texts: readonly (string | null)[]): Judged {
  const { before, after, budget } = comparison
  const source = {
    file: after,
    // including everything referenced: the letters of a font are in another object
    isSigned: (ref: PdfRef) => before.load(ref.number) !== null && sameContent(before, ref, after, ref, budget),
    budget,
  }
  let worst: Judged = 'value'
  for (const { b } of parts) {
    for (const stream of appearanceStreams(after, b.get('AP'))) {
      const judged = texts.map((text): Judged => {
        const expected = readable(() => expectedTexts(after, b, text))
        return expected ? shownBy(stream, source, expected, b) : 'unknown'
      })
      if (judged.every((shown) => shown === 'other')) return 'other'
      if (!judged.includes('value')) worst = 'unknown'
    }
  }
  return worst
}

/** The text that a reader shows for the value of a text or choice field without redrawing it. */
export function shownByField(comparison: Comparison, field: FieldHub): Judged {
  const { after } = comparison
  if (!field.terminal || (field.type !== 'Tx' && field.type !== 'Ch')) return 'value'
  const value = describe(comparison, field, 'field_filled').after ?? null
  const dicts = [...new Set([field.number, ...field.widgets])].map((number) => after.load(number)?.value ?? null)
  const parts = dicts
    .filter((dict) => dict instanceof PdfDict)
    .map((b) => ({ number: field.number, a: b, b, used: [] }))
  const isDrawn = parts.some(({ b }) => appearanceStreams(after, b.get('AP')).length > 0)
  if (!isDrawn) return value === null ? 'value' : 'unknown'
  return judgeAppearances(comparison, parts, [value])
}

/** True if a value changed under an appearance of another value; readers then show either. */
function isStale(comparison: Comparison, parts: readonly Part[], value: string | null): boolean {
  const { after } = comparison
  const form = after.dict(after.catalog.get('AcroForm'))
  if (after.resolve(form?.get('NeedAppearances') ?? null) === true) return false
  const kept = parts.filter(({ used }) => !used.includes('AP'))
  return judgeAppearances(comparison, kept, [value, null]) !== 'value'
}

const hasAppearance = ({ before }: Comparison, widget: PdfDict): boolean =>
  appearanceStreams(before, widget.get('AP')).length > 0

/** Text without markup, to compare a rich value with the plain one (§12.7.4.4). */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/g, '&')
    .replace(/\s/g, '')

function isRichTextFaithful({ after }: Comparison, { b }: Part, value: string | null): boolean {
  const rich: PdfValue = b.get('RV')
  if (rich === null) return true
  const text = readable(() => valueText(after, rich)) ?? ''
  return !text.includes('<!') && withoutMarkup(text) === (value ?? '').replace(/\s/g, '')
}

function compareText(comparison: Comparison, field: FieldHub, parts: readonly Part[]): void {
  const { modifications, additions, doubts } = comparison
  const filled = describe(comparison, field, 'field_filled')
  const value = filled.after ?? null
  const isChanged = filled.before !== value
  // an unchanged value keeps its appearance; a missing one may be added, as a reader would draw it
  const isOnlyDrawn = parts.every(
    ({ a, used }) =>
      used.every((key) => ['AP', 'M', 'TI'].includes(key)) && !(used.includes('AP') && hasAppearance(comparison, a)),
  )
  const isFaithful = parts.every((part) => isRichTextFaithful(comparison, part, value))
  const isRichTextNew = parts.some(({ used }) => used.includes('RV'))
  const redrawn = parts.filter(({ used }) => used.includes('AP'))
  const shown = judgeAppearances(comparison, redrawn, [value])
  if (shown === 'other' || (isRichTextNew && !isFaithful) || (!isChanged && !isOnlyDrawn)) {
    modifications.push({ ...filled, kind: 'appearance_changed' })
    return
  }
  if (shown === 'unknown') doubts.add('field_appearance_unverified')
  if (isChanged && (!isFaithful || isStale(comparison, parts, value))) doubts.add('field_appearance_stale')
  additions.push(filled)
  addDrawings(comparison, field, parts)
}
