import { PadesError } from '../errors.ts'
import { openEncryption } from './encryption.ts'
import type { Encryption } from './encryption.ts'
import { decodeStream } from './filters.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, PdfString, integerOf, nameOf, sameValue } from './objects.ts'
import type { PdfValue } from './objects.ts'
import { readObjectStream, shareKey } from './object-stream.ts'
import type { ObjectStream, ObjectStreams } from './object-stream.ts'
import { Parser, indexOf } from './parser.ts'
import type { IndirectObject } from './parser.ts'
import { readSections } from './xref.ts'
import type { XrefEntry, XrefSection } from './xref.ts'

const maxReferenceHops = 32
const maxContainers = 64 * 1024 * 1024

export type ReadOptions = {
  /** Object streams already decoded for other states of the same bytes. */
  shared?: ObjectStreams
  /** Called with the bytes read into memory, per object; may throw. */
  spend?: (bytes: number) => void
  /** User or owner password of an encrypted file; the empty one is always tried. */
  password?: string
}

/**
 * One save of the file. `end` is its length at that time: `readPdf(bytes.subarray(0, end))` reopens it. A linearized
 * file's two sections are one revision, as are a table and its hidden stream.
 */
export type Revision = { index: number; end: number; sections: XrefSection[] }

/**
 * A lazily parsed PDF. Reading:
 * - `file.get(ref)` or `file.resolve(value)`: follow references, null when absent; `file.dict(value)` etc. narrow.
 * - `file.load(number)`: the object with its number, generation and raw place, or null when free or absent.
 * - strings and stream data are decrypted on reading.
 * - `file.revisions`: oldest first; `file.changedIn(revision)`: numbers that the revision wrote or freed.
 * Every method may throw PadesError `pdf_damaged`, or `pdf_signed_and_damaged` when the bytes hold a signature.
 */
export class PdfFile {
  readonly bytes: Uint8Array
  /** Newest first. */
  readonly sections: XrefSection[]
  /** Oldest first. */
  readonly revisions: Revision[]
  /** The newest trailer dictionary. */
  readonly trailer: PdfDict
  /** Base of stored offsets: the offset of `%PDF-`, or 0. */
  readonly base: number
  /** The number after the last `startxref`, as stored (without `base`). */
  readonly startxref: number
  /** Encryption of strings and streams; null when unencrypted. */
  readonly encryption: Encryption | null = null
  private readonly objects = new Map<number, IndirectObject | null>()
  private readonly containers = new Map<number, ObjectStream>()
  private readonly loading = new Set<number>()
  private decodedBytes = 0
  private parsedBytes = 0
  private readonly options: ReadOptions

  constructor(bytes: Uint8Array, options: ReadOptions = {}) {
    this.bytes = bytes
    this.options = options
    const { sections, base, startxref } = this.guard(() => readSections(bytes))
    this.sections = sections
    this.base = base
    this.startxref = startxref
    this.trailer = sections[0]!.trailer
    this.revisions = groupRevisions(sections)
    this.encryption = this.guard(() => this.openEncryption())
  }

  /** Runs first: what it loads, the encryption dictionary, is not encrypted itself (§7.6.2). */
  private openEncryption(): Encryption | null {
    const stated = this.trailer.get('Encrypt')
    for (const { sections } of this.revisions) {
      const own = sections.map(({ trailer }) => trailer.get('Encrypt')).filter((value) => value !== null)
      // A revision with another encryption, or none, changes the meaning of older objects.
      const isSame =
        stated === null ? own.length === 0 : own.length > 0 && own.every((value) => sameValue(value, stated))
      if (!isSame) this.damaged('revisions disagree on the encryption')
    }
    const dict = this.dict(stated)
    if (dict === null) return stated === null ? null : this.damaged('encryption dictionary is missing')
    const id = this.resolve(this.trailer.get('ID'))
    const first = id instanceof PdfArray ? this.resolve(id.items[0] ?? null) : null
    const permanent = first instanceof PdfString ? first.bytes : new Uint8Array(0)
    return openEncryption(dict, permanent, (value) => this.resolve(value), this.options.password)
  }

  /** Converts `pdf_damaged` to `pdf_signed_and_damaged` where a repair would destroy a signature. */
  guard<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof PadesError && error.code === 'pdf_damaged' && this.looksSigned()) {
        throw new PadesError('pdf_signed_and_damaged', error.detail)
      }
      throw error
    }
  }

  private looksSigned(): boolean {
    return indexOf(this.bytes, '/ByteRange', 0, this.bytes.length) >= 0
  }

  damaged(reason: string, detail: Record<string, unknown> = {}): never {
    return this.guard(() => {
      throw new PadesError('pdf_damaged', { reason, ...detail })
    })
  }

  /**
   * The effective entry of an object: from the newest section that lists it; a hidden entry beats a free one
   * (§7.5.8.4).
   */
  entry(number: number): XrefEntry | null {
    for (let i = 0; i < this.sections.length; i++) {
      const entry = this.sections[i]!.lookup(number)
      if (entry === null) continue
      const hidden = entry.kind === 'free' && this.sections[i + 1]?.hidden ? this.sections[i + 1]!.lookup(number) : null
      return hidden ?? entry
    }
    return null
  }

  /** Reads an object by number; null when free or unlisted. */
  load(number: number): IndirectObject | null {
    const known = this.objects.get(number)
    if (known !== undefined) return known
    if (this.loading.has(number)) this.damaged('object needs itself', { object: number })
    this.loading.add(number)
    try {
      const object = this.guard(() => this.read(number, this.entry(number)))
      // Objects inside each other's strings would make reading quadratic; real ones never overlap.
      if (object) {
        this.parsedBytes += object.end - object.start
        this.options.spend?.(object.end - object.start)
      }
      if (this.parsedBytes > (this.bytes.length + this.decodedBytes) * 4 + 65_536) this.damaged('objects overlap')
      this.objects.set(number, object)
      return object
    } finally {
      this.loading.delete(number)
    }
  }

  private read(number: number, entry: XrefEntry | null): IndirectObject | null {
    if (entry === null || entry.kind === 'free') return null
    if (entry.kind === 'compressed') return this.readCompressed(number, entry.container, entry.index)
    if (entry.offset <= 0 || entry.offset >= this.bytes.length) {
      // Some writers list a missing object as number 0 at offset 0; it reads as null.
      return entry.offset === this.base ? null : this.damaged('object outside the file', { object: number })
    }
    const object = new Parser(this.bytes, entry.offset, this.encryption).parseIndirect()
    if (object.number !== number || object.generation !== entry.generation) {
      this.damaged('cross-reference names another object', { object: number, offset: entry.offset })
    }
    return object
  }

  private readCompressed(number: number, containerNumber: number, index: number): IndirectObject {
    const container = this.container(containerNumber)
    const offset = container.offsets[index]
    if (offset === undefined || container.numbers[index] !== number) {
      this.damaged('object stream holds another object', { object: number, container: containerNumber })
    }
    const parser = new Parser(container.data, offset)
    const value = parser.parseValue()
    return { number, generation: 0, value, start: offset, end: parser.position }
  }

  private container(number: number): ObjectStream {
    const known = this.containers.get(number)
    if (known) return known
    if (this.entry(number)?.kind !== 'offset') this.damaged('object stream inside an object stream', { object: number })
    const stream = this.load(number)?.value
    if (!(stream instanceof PdfStream) || nameOf(stream.dict.get('Type')) !== 'ObjStm') {
      this.damaged('object stream expected', { object: number })
    }
    const container = this.decodeContainer(number, stream)
    this.decodedBytes += container.data.length
    if (this.decodedBytes > maxContainers * 4) this.damaged('object streams are too large')
    this.containers.set(number, container)
    return container
  }

  private decodeContainer(number: number, stream: PdfStream): ObjectStream {
    const count = integerOf(this.resolve(stream.dict.get('N')))
    const first = integerOf(this.resolve(stream.dict.get('First')))
    if (count === null || first === null || count < 0 || first < 0) {
      return this.damaged('object stream header', { object: number })
    }
    const { shared, spend } = this.options
    const facts = [number, this.streamLength(stream), count, first, this.encryption?.fingerprint ?? '']
    const key = shared && shareKey(stream, facts)
    const known = key ? shared.get(key) : undefined
    if (known) return known
    const data = this.streamData(stream, spend)
    if (count * 2 > data.length || first > data.length) this.damaged('object stream header', { object: number })
    const container = readObjectStream(data, count, first)
    if (key) shared.set(key, container)
    return container
  }

  /** The length of a stream's raw data, checked against `endstream` (§7.3.8.1). */
  streamLength(stream: PdfStream): number {
    const length = integerOf(this.resolve(stream.dict.get('Length')))
    if (length === null || length < 0 || stream.dataStart + length > this.bytes.length) {
      return this.damaged('stream length', { offset: stream.dataStart })
    }
    const parser = new Parser(this.bytes, stream.dataStart + length)
    parser.skipSpace()
    if (!parser.takeKeyword('endstream')) this.damaged('endstream expected', { offset: parser.position })
    return length
  }

  /** The raw bytes of a stream: encoded, and encrypted if the file is. */
  streamRaw(stream: PdfStream): Uint8Array {
    const length = this.streamLength(stream)
    return this.bytes.subarray(stream.dataStart, stream.dataStart + length)
  }

  /** The decrypted and decoded bytes of a stream (see `decodeStream` for its filters and for `spend`). */
  streamData(stream: PdfStream, spend?: (bytes: number) => void): Uint8Array {
    const stored = this.streamRaw(stream)
    const raw = stream.cipher ? stream.cipher.openStream(stream.dict, stored) : stored
    return this.guard(() => decodeStream(raw, stream.dict, (value) => this.resolve(value), spend))
  }

  /** Follows one reference; a wrong generation or a free object gives null (§7.3.10). */
  get(ref: PdfRef): PdfValue {
    const object = this.load(ref.number)
    return object !== null && object.generation === ref.generation ? object.value : null
  }

  /** Follows references to their final value. */
  resolve(value: PdfValue): PdfValue {
    let current = value
    for (let hops = 0; current instanceof PdfRef; hops++) {
      if (hops >= maxReferenceHops) this.damaged('reference chain too long')
      current = this.get(current)
    }
    return current
  }

  /** The dictionary that `value` leads to (that of the stream, when it is one), or null. */
  dict(value: PdfValue): PdfDict | null {
    const found = this.resolve(value)
    return found instanceof PdfStream ? found.dict : found instanceof PdfDict ? found : null
  }

  /** The document catalog (§7.7.2). */
  get catalog(): PdfDict {
    return this.dict(this.trailer.get('Root')) ?? this.damaged('catalog is missing')
  }

  /** One more than any object number ever used or declared in the file. */
  get nextNumber(): number {
    const sizes = this.sections.map(({ trailer, limit }) => Math.max(limit, integerOf(trailer.get('Size')) ?? 0))
    const next = Math.max(1, ...sizes)
    return next > 8_388_000 ? this.damaged('object numbers are used up') : next
  }

  /** Numbers of the objects that a revision wrote, moved or freed, including members of rewritten object streams. */
  changedIn(revision: Revision): Set<number> {
    const changed = new Set<number>()
    for (const section of revision.sections) for (const number of section.numbers()) changed.add(number)
    return changed
  }
}

/** Groups sections by save: a section that ends before an older one belongs to the same save. */
function groupRevisions(sections: XrefSection[]): Revision[] {
  const revisions: Revision[] = []
  for (const section of sections.toReversed()) {
    const last = revisions.at(-1)
    if (last && section.end <= last.end) last.sections.push(section)
    else revisions.push({ index: revisions.length, end: section.end, sections: [section] })
  }
  for (const revision of revisions) revision.sections.reverse()
  return revisions
}

/**
 * Opens a PDF by reading only its cross-reference sections. Never repairs: a file whose structure is not exact is
 * refused. An encrypted file opens when its user password is empty or `options.password` is its user or owner password.
 * Errors: `pdf_not_a_pdf`, `pdf_damaged`, `pdf_signed_and_damaged`, `pdf_encrypted` (`reason`: see `openEncryption`).
 */
export function readPdf(bytes: Uint8Array, options?: ReadOptions): PdfFile {
  return new PdfFile(bytes, options)
}
