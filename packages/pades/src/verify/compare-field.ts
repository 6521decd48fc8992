import type { PdfFile } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, nameOf, PdfName, PdfStream } from '../pdf/objects.ts'
import type { FieldHub } from './baseline.ts'
import { flagsOf, differingKeys } from './changed-objects.ts'
import { compareText } from './compare-text-field.ts'
import type { Comparison } from './comparison.ts'
import { addDrawings, describe, type Part, readParts } from './field-parts.ts'
import { operationsOf } from './appearance/content-stream.ts'
import { readable } from './appearance/field-text.ts'
import { shownBy } from './appearance/shown-value.ts'
import { sameBytesOf, sameContent } from './same-content.ts'

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
