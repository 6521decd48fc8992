/**
 * The object types of ISO 32000-2 §7.3. Null, booleans and numbers are plain JavaScript values; the rest are the
 * classes below. Every composite value keeps its source bytes (`source`, `start`, `end`): the writer copies unchanged
 * values byte for byte, and the verifier needs the exact place of `/Contents` and `/ByteRange`.
 */
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfArray | PdfDict | PdfStream

/** Half-open byte range `[start, end)` inside the `source` of the containing value. */
export type Span = { readonly start: number; readonly end: number }

/** A name; `value` holds one character per byte, `#xx` escapes already decoded (§7.3.5). */
export class PdfName {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

/**
 * A literal or hexadecimal string; `start` is the offset of `(` or `<`, `end` the one after `)` or `>`. `bytes` are
 * decrypted; `sealed` is true when the source is encrypted.
 */
export class PdfString {
  readonly bytes: Uint8Array
  readonly hex: boolean
  readonly start: number
  readonly end: number
  readonly sealed: boolean
  constructor(bytes: Uint8Array, hex: boolean, start: number, end: number, sealed = false) {
    this.bytes = bytes
    this.hex = hex
    this.start = start
    this.end = end
    this.sealed = sealed
  }
}

/** Decrypts and encrypts the strings and the stream of one object of an encrypted file (§7.6). */
export type ObjectCipher = {
  openString(bytes: Uint8Array): Uint8Array
  sealString(bytes: Uint8Array): Uint8Array
  openStream(dict: PdfDict, raw: Uint8Array): Uint8Array
  sealStream(dict: PdfDict, data: Uint8Array): Uint8Array
}

/** An indirect reference `number generation R`. */
export class PdfRef {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export class PdfArray {
  readonly items: readonly PdfValue[]
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  constructor(items: readonly PdfValue[], source: Uint8Array, start: number, end: number) {
    this.items = items
    this.source = source
    this.start = start
    this.end = end
  }
}

/**
 * A dictionary. `entries` keeps the last value of a repeated key, and `repeated` lists such keys: readers disagree on
 * them, so a verifier must not trust a dictionary with any.
 */
export class PdfDict {
  readonly entries: ReadonlyMap<string, PdfValue>
  readonly spans: ReadonlyMap<string, Span>
  readonly repeated: readonly string[]
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  constructor(
    entries: ReadonlyMap<string, PdfValue>,
    spans: ReadonlyMap<string, Span>,
    repeated: readonly string[],
    source: Uint8Array,
    start: number,
    end: number,
  ) {
    this.entries = entries
    this.spans = spans
    this.repeated = repeated
    this.source = source
    this.start = start
    this.end = end
  }

  /** The raw value: references are not followed; an absent key gives null (§7.3.7: null and absent are the same). */
  get(key: string): PdfValue {
    return this.entries.get(key) ?? null
  }
}

/** A stream; `dataStart` is the offset of its first raw byte. The length is determined on access. */
export class PdfStream {
  readonly dict: PdfDict
  readonly dataStart: number
  /** Decrypts its data; null when unencrypted. */
  readonly cipher: ObjectCipher | null
  constructor(dict: PdfDict, dataStart: number, cipher: ObjectCipher | null = null) {
    this.dict = dict
    this.dataStart = dataStart
    this.cipher = cipher
  }
}

/** True if a dictionary is a signature: its `/Contents` is never encrypted (§7.6.2). */
export function isSignature(dict: Pick<PdfDict, 'entries'>): boolean {
  const type = nameOf(dict.entries.get('Type') ?? null)
  return type === 'Sig' || type === 'DocTimeStamp' || dict.entries.has('ByteRange')
}

/** The strings inside a direct value, in source order, without `/Contents` of signatures. */
export function stringsIn(value: PdfValue): PdfString[] {
  const found: PdfString[] = []
  const pending: PdfValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PdfString) found.push(next)
    else if (next instanceof PdfArray) {
      for (const item of next.items) if (mayHoldString(item)) pending.push(item)
    } else if (next instanceof PdfDict) {
      const leftOut = isSignature(next) ? 'Contents' : null
      for (const [key, item] of next.entries) if (key !== leftOut && mayHoldString(item)) pending.push(item)
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

const mayHoldString = (value: PdfValue): boolean =>
  value instanceof PdfString || value instanceof PdfArray || value instanceof PdfDict

/** The text of a name, or null for any other value. */
export function nameOf(value: PdfValue): string | null {
  return value instanceof PdfName ? value.value : null
}

/** The value if it is a safe integer, otherwise null. */
export function integerOf(value: PdfValue): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-2 annex D.3), by code. */
const docEncoding = new Map<number, string>([
  ...'˘ˇˆ˙˝˛˚˜'.split('').map((c, i) => [0x18 + i, c] as const),
  ...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'.split('').map((c, i) => [0x80 + i, c] as const),
  [0xa0, '€'] as const,
])

/** Decodes a text string (§7.9.2.2): UTF-16BE or UTF-8 with its mark, otherwise PDFDocEncoding. */
export function textOf(value: PdfValue): string | null {
  if (!(value instanceof PdfString)) return null
  const { bytes } = value
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    let text = ''
    for (let i = 2; i + 1 < bytes.length; i += 2) text += String.fromCharCode((bytes[i]! << 8) | bytes[i + 1]!)
    return text
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3))
  let text = ''
  for (const byte of bytes) text += docEncoding.get(byte) ?? String.fromCharCode(byte)
  return text
}

/**
 * True if two values are equal for a reader: numbers by value, strings by bytes, dictionaries regardless of order.
 * References are compared by number and generation and not followed; streams are equal only as the same object.
 */
export function sameValue(a: PdfValue, b: PdfValue): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value
  if (a instanceof PdfRef) return b instanceof PdfRef && a.number === b.number && a.generation === b.generation
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0
  if (a instanceof PdfArray) {
    return (
      b instanceof PdfArray && a.items.length === b.items.length && a.items.every((v, i) => sameValue(v, b.items[i]!))
    )
  }
  if (a instanceof PdfDict) {
    if (!(b instanceof PdfDict)) return false
    const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
    return [...keys].every((key) => sameValue(a.get(key), b.get(key)))
  }
  return false
}
