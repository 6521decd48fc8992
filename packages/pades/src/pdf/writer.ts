import { ascii, formatNumber } from '@foja/pdf-core/syntax'
import { PadesError } from '../errors.ts'
import { stringsIn } from './objects.ts'
import type { ObjectCipher, PdfArray, PdfDict, PdfString, PdfValue } from './objects.ts'
import { Parser } from './parser.ts'

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

/** @throws PadesError `pdf_damaged` for what is no finite number */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new PadesError('pdf_damaged', { reason: 'number is not finite' })
  return formatNumber(value)
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

/** The source of a value byte for byte, with encrypted strings decrypted. */
function plain(value: PdfValue, source: Uint8Array, start: number, end: number): string {
  const sealed = stringsIn(value).filter(({ sealed: isSealed }) => isSealed)
  return withStrings(source, start, end, sealed, ({ bytes }) => bytes)
}

function withStrings(
  source: Uint8Array,
  start: number,
  end: number,
  strings: readonly PdfString[],
  turn: (string: PdfString) => Uint8Array,
): string {
  const parts: string[] = []
  let at = start
  for (const string of strings) {
    parts.push(raw(source, at, string.start), `<${Buffer.from(turn(string)).toString('hex')}>`)
    at = string.end
  }
  return `${parts.join('')}${raw(source, at, end)}`
}

/** The text of an object with its strings encrypted, except `/Contents` of signatures (§7.6.2). */
export function sealStrings(body: string, cipher: ObjectCipher): string {
  const source = ascii(body)
  const strings = stringsIn(new Parser(source).parseValue())
  return withStrings(source, 0, source.length, strings, ({ bytes }) => cipher.sealString(bytes))
}

/** The dictionary with `changes` applied and other values copied (decrypted, see `plain`); null removes a key. */
export function rewriteDict(dict: PdfDict, changes: Record<string, string | null>): string {
  const parts: string[] = []
  for (const [key, span] of dict.spans) {
    if (!(key in changes)) parts.push(`${name(key)} ${plain(dict.get(key), dict.source, span.start, span.end)}`)
  }
  for (const [key, value] of Object.entries(changes)) if (value !== null) parts.push(`${name(key)} ${value}`)
  return `<< ${parts.join('\n')} >>`
}

/** The array again with one more item. */
export function appendToArray(array: PdfArray, item: string): string {
  return `${plain(array, array.source, array.start, array.end - 1)} ${item} ]`
}

/** The source of a dictionary's value, with strings decrypted. */
export function rawValue(dict: PdfDict, key: string): string | null {
  const span = dict.spans.get(key)
  return span ? plain(dict.get(key), dict.source, span.start, span.end) : null
}
