import { PadesError } from '../errors.ts'
import type { WorkBudget } from '../work-budget.ts'
import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString, isSignature } from './objects.ts'
import type { ObjectCipher, PdfValue, Span } from './objects.ts'

/** Deeper nesting is hostile: real files stay below 20. */
const maxDepth = 96
const maxNumberLength = 64
const maxItems = 4_000_000

/** Per byte: 1 white space, 2 delimiter, 0 regular (ISO 32000-2 §7.2.3). */
const kinds = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = 1
for (const char of '()<>[]{}/%') kinds[char.charCodeAt(0)] = 2

const hexValues = new Int8Array(256).fill(-1)
for (let i = 0; i < 16; i++) {
  const char = i.toString(16)
  hexValues[char.charCodeAt(0)] = i
  hexValues[char.toUpperCase().charCodeAt(0)] = i
}

/** A parsed indirect object: `start` is the offset of its number, `end` the one after `endobj`. */
export type IndirectObject = { number: number; generation: number; value: PdfValue; start: number; end: number }

/** Source of the ciphers of an encrypted file's objects. */
export type CipherSource = { forObject(number: number, generation: number): ObjectCipher }

/** Extra cost of a dictionary or array: about 50 bytes of memory per step. */
const dictSteps = 12
const arraySteps = 4

/**
 * Recursive-descent parser over bytes (§7.2, §7.3). Throws PadesError `pdf_damaged` for malformed input. `budget`
 * counts every value, for callers that read untrusted input.
 */
export class Parser {
  readonly source: Uint8Array
  position: number
  private readonly encryption: CipherSource | null
  /** Decrypts the strings of the current object. */
  private cipher: ObjectCipher | null = null
  private readonly budget: WorkBudget | null

  constructor(
    source: Uint8Array,
    position = 0,
    encryption: CipherSource | null = null,
    budget: WorkBudget | null = null,
  ) {
    this.source = source
    this.position = position
    this.encryption = encryption
    this.budget = budget
  }

  fail(reason: string): never {
    throw new PadesError('pdf_damaged', { reason, offset: this.position })
  }

  skipSpace(): void {
    const { source } = this
    while (this.position < source.length) {
      const byte = source[this.position]!
      if (byte === 0x25) {
        while (this.position < source.length && source[this.position] !== 10 && source[this.position] !== 13)
          this.position++
      } else if (kinds[byte] === 1) this.position++
      else return
    }
  }

  /** Consumes `word` when it is the next whole token. */
  takeKeyword(word: string): boolean {
    for (let i = 0; i < word.length; i++) if (this.source[this.position + i] !== word.charCodeAt(i)) return false
    const next = this.source[this.position + word.length]
    if (next !== undefined && kinds[next] === 0) return false
    this.position += word.length
    return true
  }

  /** Consumes an unsigned integer (at most 15 digits, so always exact), or returns null without moving. */
  takeUnsigned(): number | null {
    let at = this.position
    let value = 0
    while (at < this.source.length) {
      const digit = this.source[at]! - 48
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
      at++
      if (at - this.position > 15) return null
    }
    if (at === this.position) return null
    const next = this.source[at]
    if (next !== undefined && kinds[next] === 0) return null
    this.position = at
    return value
  }

  parseValue(depth = 0): PdfValue {
    if (depth > maxDepth) this.fail('nesting too deep')
    this.budget?.spend(1)
    this.skipSpace()
    const byte = this.source[this.position]
    if (byte === undefined) this.fail('unexpected end')
    switch (byte) {
      case 0x2f: // /
        return this.parseName()
      case 0x28: // (
        return this.parseLiteral()
      case 0x5b: // [
        return this.parseArray(depth)
      case 0x3c: // <
        return this.source[this.position + 1] === 0x3c ? this.parseDict(depth) : this.parseHex()
      case 0x74: // t
        if (this.takeKeyword('true')) return true
        break
      case 0x66: // f
        if (this.takeKeyword('false')) return false
        break
      case 0x6e: // n
        if (this.takeKeyword('null')) return null
        break
      default:
        if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e)
          return this.parseNumberOrRef()
    }
    return this.fail('unknown token')
  }

  private parseNumberOrRef(): number | PdfRef {
    const first = this.takeUnsigned()
    if (first === null) return this.parseNumber()
    const after = this.position
    this.skipSpace()
    const generation = this.position > after ? this.takeUnsigned() : null
    if (generation !== null) {
      this.skipSpace()
      if (this.source[this.position] === 0x52 && this.takeKeyword('R')) {
        if (first > 0xffffffff || generation > 65535) this.fail('reference out of range')
        return new PdfRef(first, generation)
      }
    }
    this.position = after
    return first
  }

  private parseNumber(): number {
    const start = this.position
    while (this.position < this.source.length && kinds[this.source[this.position]!] === 0) {
      this.position++
      if (this.position - start > maxNumberLength) this.fail('number too long')
    }
    const text = String.fromCharCode(...this.source.subarray(start, this.position))
    // Real files contain "--5" and "1.-2"; readers disagree on them, so they are refused.
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) {
      if (/^[+-]?\.?$/.test(text)) return 0
      this.fail('malformed number')
    }
    return Number(text)
  }

  parseName(): PdfName {
    const { source } = this
    let at = this.position + 1
    const start = at
    let escaped = false
    while (at < source.length && kinds[source[at]!] === 0) {
      if (source[at] === 0x23) escaped = true
      at++
    }
    this.position = at
    if (at - start > 4096) this.fail('name too long')
    const raw = String.fromCharCode(...source.subarray(start, at))
    if (!escaped) return new PdfName(raw)
    return new PdfName(raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))))
  }

  private parseHex(): PdfString {
    const { source } = this
    const start = this.position
    const close = source.indexOf(0x3e, start + 1)
    if (close < 0) {
      this.position = source.length
      this.fail('unterminated hexadecimal string')
    }
    const bytes = new Uint8Array((close - start) >> 1)
    let length = 0
    let high = -1
    for (let at = start + 1; at < close; at++) {
      const digit = hexValues[source[at]!]!
      if (digit < 0) {
        if (kinds[source[at]!] === 1) continue
        this.position = close
        this.fail('malformed hexadecimal string')
      }
      if (high < 0) high = digit
      else {
        bytes[length++] = (high << 4) | digit
        high = -1
      }
    }
    if (high >= 0) bytes[length++] = high << 4
    this.position = close + 1
    return this.string(bytes.subarray(0, length), true, start)
  }

  private parseLiteral(): PdfString {
    const { source } = this
    const start = this.position
    const out: number[] = []
    let open = 1
    let at = start + 1
    for (; at < source.length; at++) {
      const byte = source[at]!
      if (byte === 0x5c) at = this.readEscape(at + 1, out)
      else {
        if (byte === 0x28) open++
        else if (byte === 0x29 && --open === 0) break
        if (byte === 0x0d) {
          // §7.3.4.2: an end of line inside a string reads as one line feed.
          if (source[at + 1] === 0x0a) at++
          out.push(0x0a)
        } else out.push(byte)
      }
    }
    // where reading stopped, so that callers that continue know how much was read
    this.position = Math.min(at + 1, source.length)
    if (open !== 0) this.fail('unterminated string')
    return this.string(Uint8Array.from(out), false, start)
  }

  private string(bytes: Uint8Array, hex: boolean, start: number): PdfString {
    const { cipher } = this
    return new PdfString(cipher ? cipher.openString(bytes) : bytes, hex, start, this.position, cipher !== null)
  }

  /** Reads the escape whose first byte is at `at`; returns the offset of its last byte (§7.3.4.2, table 3). */
  private readEscape(at: number, out: number[]): number {
    const byte = this.source[at]
    if (byte === undefined) this.fail('unterminated string')
    const simple = 'nrtbf'.indexOf(String.fromCharCode(byte))
    if (simple >= 0) out.push([10, 13, 9, 8, 12][simple]!)
    else if (byte >= 0x30 && byte <= 0x37) {
      let value = 0
      let digits = 0
      while (digits < 3 && this.source[at + digits]! >= 0x30 && this.source[at + digits]! <= 0x37) {
        value = value * 8 + this.source[at + digits++]! - 48
      }
      out.push(value & 0xff)
      return at + digits - 1
    } else if (byte === 0x0d) return this.source[at + 1] === 0x0a ? at + 1 : at
    else if (byte !== 0x0a) out.push(byte)
    return at
  }

  private atString(): boolean {
    const byte = this.source[this.position]
    return byte === 0x28 || (byte === 0x3c && this.source[this.position + 1] !== 0x3c)
  }

  private parseArray(depth: number): PdfArray {
    const start = this.position++
    const items: PdfValue[] = []
    this.budget?.spend(arraySteps)
    for (;;) {
      this.skipSpace()
      if (this.source[this.position] === 0x5d) break
      if (items.length >= maxItems) this.fail('array too long')
      items.push(this.parseValue(depth + 1))
    }
    this.position++
    return new PdfArray(items, this.source, start, this.position)
  }

  private parseDict(depth: number): PdfDict {
    const start = this.position
    this.position += 2
    this.budget?.spend(dictSteps)
    const entries = new Map<string, PdfValue>()
    const spans = new Map<string, Span>()
    const repeated: string[] = []
    const { cipher } = this
    for (;;) {
      this.skipSpace()
      const byte = this.source[this.position]
      if (byte === 0x3e && this.source[this.position + 1] === 0x3e) break
      if (byte !== 0x2f) this.fail('dictionary key is not a name')
      const key = this.parseName().value
      this.skipSpace()
      const valueStart = this.position
      // whether /Contents is a signature's, and so unencrypted, is known only at the end
      const isContents = cipher !== null && key === 'Contents' && this.atString()
      if (isContents) this.cipher = null
      const value = this.parseValue(depth + 1)
      this.cipher = cipher
      if (entries.has(key)) repeated.push(key)
      entries.set(key, value)
      spans.set(key, { start: valueStart, end: this.position })
    }
    this.position += 2
    const contents = cipher && entries.get('Contents')
    if (contents instanceof PdfString && !isSignature({ entries })) {
      const { bytes, hex } = contents
      entries.set('Contents', new PdfString(cipher!.openString(bytes), hex, contents.start, contents.end, true))
    }
    return new PdfDict(entries, spans, repeated, this.source, start, this.position)
  }

  /**
   * Parses `n g obj … endobj`. Stream data is not read: `end` is then the end of the `stream` keyword's line, and the
   * caller finds the real end once the length is known.
   */
  parseIndirect(): IndirectObject {
    this.skipSpace()
    const start = this.position
    const number = this.takeUnsigned()
    this.skipSpace()
    const generation = number === null ? null : this.takeUnsigned()
    this.skipSpace()
    if (number === null || generation === null || !this.takeKeyword('obj')) {
      this.position = start
      this.fail('object header expected')
    }
    this.skipSpace()
    // "7 0 obj endobj" is an object without a value, which reads as null.
    if (this.takeKeyword('endobj')) return { number, generation, value: null, start, end: this.position }
    this.cipher = this.encryption?.forObject(number, generation) ?? null
    const value = this.parseValue()
    this.skipSpace()
    if (value instanceof PdfDict && this.takeKeyword('stream')) {
      // §7.3.8.1: the keyword is followed by CR LF or LF, never by CR alone.
      if (this.source[this.position] === 0x0d) this.position++
      if (this.source[this.position] === 0x0a) this.position++
      return { number, generation, value: new PdfStream(value, this.position, this.cipher), start, end: this.position }
    }
    if (!this.takeKeyword('endobj')) this.fail('endobj expected')
    return { number, generation, value, start, end: this.position }
  }
}

/** Whether a byte is PDF white space. */
export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 1
}

/** The last offset of an ASCII word in `[from, to)`, or -1. */
export function lastIndexOf(bytes: Uint8Array, word: string, from: number, to: number): number {
  const window = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from))
  const at = window.lastIndexOf(word, undefined, 'latin1')
  return at < 0 ? -1 : at + from
}

/** The first offset of an ASCII word in `[from, to)`, or -1. */
export function indexOf(bytes: Uint8Array, word: string, from: number, to: number): number {
  const window = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from))
  const at = window.indexOf(word, 0, 'latin1')
  return at < 0 ? -1 : at + from
}
