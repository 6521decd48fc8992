import type { Box } from '@foja/pdf-core/geometry'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString, type PdfObject } from '@libpdf/core'

/** Resolves a reference; other values are returned unchanged; null when missing. */
export type Resolve = (value: PdfObject | null | undefined) => PdfObject | null

export function dictOf(resolve: Resolve, value: PdfObject | null | undefined): PdfDict | null {
  const object = resolve(value)
  return object instanceof PdfDict ? object : null
}

/** The elements of an array, unresolved; empty when it is no array. */
export function itemsOf(resolve: Resolve, value: PdfObject | null | undefined): PdfObject[] {
  const object = resolve(value)
  return object instanceof PdfArray ? object.toArray() : []
}

export function numberOf(resolve: Resolve, value: PdfObject | null | undefined): number | null {
  const object = resolve(value)
  return object instanceof PdfNumber && Number.isFinite(object.value) ? object.value : null
}

export function nameOf(resolve: Resolve, value: PdfObject | null | undefined): string | null {
  const object = resolve(value)
  return object instanceof PdfName ? object.value : null
}

/** A text string in any of its encodings (ISO 32000-2 §7.9.2.2), without control characters at its ends. */
export function textOf(resolve: Resolve, value: PdfObject | null | undefined): string | null {
  const object = resolve(value)
  return object instanceof PdfString ? object.asString() : null
}

export function boxOf(resolve: Resolve, value: PdfObject | null | undefined): Box | null {
  const numbers = itemsOf(resolve, value)
    .slice(0, 4)
    .map((item) => numberOf(resolve, item))
  const [a, b, c, d] = numbers
  if (a == null || b == null || c == null || d == null) return null
  return { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) }
}

export function refOf(value: PdfObject | null | undefined): PdfRef | null {
  return value instanceof PdfRef ? value : null
}

/** A text string (§7.9.2.2): as ASCII if possible, otherwise UTF-16 with its mark. */
export function textObject(text: string): PdfString {
  if (/^[ -~]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'), 'literal')
  return new PdfString(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'hex')
}
