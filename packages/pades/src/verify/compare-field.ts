import type { PdfFile } from '../pdf/file.ts'
import { PdfArray, type PdfDict, PdfRef } from '../pdf/objects.ts'
import type { FieldHub } from './baseline.ts'
import { flagsOf } from './changed-objects.ts'
import { compareButton } from './compare-button.ts'
import { compareText } from './compare-text-field.ts'
import type { Comparison } from './comparison.ts'
import { addDrawings, describe, type Part, readParts } from './field-parts.ts'

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
