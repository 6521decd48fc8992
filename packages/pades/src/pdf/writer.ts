import { PadesError } from '../errors.ts'
import type { PdfArray, PdfDict } from './objects.ts'

/** Latin-1 text to bytes: everything that the writer emits as text is ASCII, or binary carried one byte a character. */
export function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

/** A name with `/`, bytes outside the regular characters as `#xx` (ISO 32000-2 §7.3.5). */
export function name(value: string): string {
  return `/${value.replace(/[^!-~]|[()<>[\]{}/%#]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

/** A text string (§7.9.2.2): a literal when it is plain ASCII, otherwise hexadecimal UTF-16BE with its mark. */
export function text(value: string): string {
  if (/^[ -~]*$/.test(value)) return `(${value.replace(/[\\()]/g, '\\$&')})`
  const bytes = Buffer.from(`\ufeff${value}`, 'utf16le').swap16()
  return `<${bytes.toString('hex').toUpperCase()}>`
}

/** A number as PDF writes it: at most four decimals, never an exponent. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new PadesError('pdf_damaged', { reason: 'number is not finite' })
  const fixed = value.toFixed(4).replace(/\.?0+$/, '')
  return fixed === '-0' || fixed === '' ? '0' : fixed
}

export const reference = (objectNumber: number, generation = 0): string => `${objectNumber} ${generation} R`

/** A date string with its offset (§7.9.4), e.g. `(D:20261120123100-05'00')`. */
export function date(at: Date, utcOffsetMinutes: number): string {
  const local = new Date(at.getTime() + utcOffsetMinutes * 60_000).toISOString().replace(/\D/g, '').slice(0, 14)
  const minutes = Math.abs(utcOffsetMinutes)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `(D:${local}${utcOffsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}'${two(minutes % 60)}')`
}

const raw = (source: Uint8Array, start: number, end: number): string =>
  Buffer.from(source.buffer, source.byteOffset + start, end - start).toString('latin1')

/** The dictionary again, untouched values copied byte for byte and `changes` put in; a null change removes a key. */
export function rewriteDict(dict: PdfDict, changes: Record<string, string | null>): string {
  const parts: string[] = []
  for (const [key, span] of dict.spans) {
    if (!(key in changes)) parts.push(`${name(key)} ${raw(dict.source, span.start, span.end)}`)
  }
  for (const [key, value] of Object.entries(changes)) if (value !== null) parts.push(`${name(key)} ${value}`)
  return `<< ${parts.join('\n')} >>`
}

/** The array again with one more item. */
export function appendToArray(array: PdfArray, item: string): string {
  return `${raw(array.source, array.start, array.end - 1)} ${item} ]`
}

/** The bytes that a value of a dictionary was read from, as they stand. */
export function rawValue(dict: PdfDict, key: string): string | null {
  const span = dict.spans.get(key)
  return span ? raw(dict.source, span.start, span.end) : null
}
