import { createHash } from 'node:crypto'
import {
  crossReferenceRows,
  crossReferenceTable,
  crossReferenceWidths,
  type CrossReferenceEntry,
} from '@foja/pdf-core/cross-reference'
import { ascii } from '@foja/pdf-core/syntax'
import type { PdfFile } from './file.ts'
import { PadesError } from '../errors.ts'
import { PdfArray, PdfDict, PdfRef, PdfString } from './objects.ts'
import type { ObjectCipher, PdfValue } from './objects.ts'
import { Parser } from './parser.ts'
import { appendToArray, rewriteDict, sealStrings } from './writer.ts'

/** Body of an indirect object: text, or a stream with its dictionary entries except `/Length`. */
type Body = string | { entries: string; data: Uint8Array }

type Pending = { number: number; generation: number; body: Body }

/**
 * Collects the objects of one incremental update (ISO 32000-2 §7.5.6) and writes them as the bytes to append. Existing
 * bytes are never changed, object numbers never reused, and the new cross-reference section has the type of the last
 * one, so that every reader of the old file can read the new one.
 *
 * Bodies are given unencrypted. In an encrypted file their strings and streams are encrypted on writing, under the
 * number of their final object (§7.6.2); the trailer never is.
 */
export class RevisionWriter {
  readonly file: PdfFile
  private next: number
  private readonly objects = new Map<number, Pending>()
  private readonly edits = new Map<number, { ref: PdfRef; dict: PdfDict; changes: Record<string, string | null> }>()

  constructor(file: PdfFile) {
    this.file = file
    this.next = file.nextNumber
  }

  /** Reserves an unused object number. */
  allocate(): number {
    return this.next++
  }

  /** Adds a new object; returns its number. */
  add(body: Body, number = this.allocate()): number {
    this.objects.set(number, { number, generation: 0, body })
    return number
  }

  /** Adds a new stream: `entries` are its dictionary entries except `/Length`. */
  addStream(entries: string, data: Uint8Array): number {
    return this.add({ entries, data })
  }

  replace(ref: PdfRef, body: string): void {
    this.objects.set(ref.number, { number: ref.number, generation: ref.generation, body })
  }

  /** Changes keys of an existing dictionary object; changes accumulate. Null removes a key. */
  edit(ref: PdfRef, dict: PdfDict, changes: Record<string, string | null>): void {
    const known = this.edits.get(ref.number)
    this.edits.set(ref.number, { ref, dict, changes: { ...known?.changes, ...changes } })
  }

  /** Changes keys of the dictionary under `key` of the catalog, direct or indirect; creates it when missing. */
  editCatalog(key: string, changes: Record<string, string | null>): void {
    const { file } = this
    const { catalog } = file
    const root = follow(file, file.trailer.get('Root')).ref ?? file.damaged('catalog is not an indirect object')
    const inner = follow(file, catalog.get(key))
    if (!(inner.value instanceof PdfDict)) {
      const entries = Object.entries(changes).map(([name, value]) => `/${name} ${value}`)
      this.edit(root, catalog, { [key]: `<< ${entries.join(' ')} >>` })
    } else if (inner.ref) this.edit(inner.ref, inner.value, changes)
    else this.edit(root, catalog, { [key]: rewriteDict(inner.value, changes) })
  }

  /**
   * Appends an item to the array under `key` of a dictionary object. An indirect array is replaced alone; for a direct
   * or missing one, returns the change for `dict`, which the caller applies.
   */
  appendItem(dict: PdfDict, key: string, item: string): Record<string, string> {
    const { ref, value } = follow(this.file, dict.get(key))
    if (!(value instanceof PdfArray)) return { [key]: `[ ${item} ]` }
    const body = appendToArray(value, item)
    if (ref === null) return { [key]: body }
    this.replace(ref, body)
    return {}
  }

  /**
   * The bytes to append, and the offset of each object in the grown file.
   * @returns `tail` with the final `%%EOF`, and the absolute offset of every object written.
   */
  finish(): { tail: Buffer; offsets: Map<number, number> } {
    for (const { ref, dict, changes } of this.edits.values()) this.replace(ref, rewriteDict(dict, changes))
    const { file } = this
    const last = file.bytes.at(-1)
    const parts: Uint8Array[] = last === 0x0a || last === 0x0d ? [] : [ascii('\n')]
    let position = file.bytes.length + (parts.length > 0 ? 1 : 0)
    const push = (part: Uint8Array): void => {
      parts.push(part)
      position += part.length
    }
    const offsets = new Map<number, number>()
    for (const { number, generation, body } of this.objects.values()) {
      offsets.set(number, position)
      push(ascii(`${number} ${generation} obj\n`))
      for (const part of written(body, file.encryption?.forObject(number, generation) ?? null)) push(part)
      push(ascii('\nendobj\n'))
    }
    push(file.sections[0]!.kind === 'table' ? this.table(offsets, position) : this.stream(offsets, position))
    return { tail: Buffer.concat(parts), offsets }
  }

  private entries(offsets: ReadonlyMap<number, number>): CrossReferenceEntry[] {
    return Array.from(offsets, ([number, at]) => {
      return { number, generation: this.objects.get(number)?.generation ?? 0, offset: at - this.file.base }
    })
  }

  private table(offsets: ReadonlyMap<number, number>, position: number): Uint8Array {
    const trailer = rewriteDict(this.file.trailer, { ...this.trailerChanges(), XRefStm: null })
    return ascii(`${crossReferenceTable(this.entries(offsets))}trailer\n${trailer}\n${this.closing(position)}`)
  }

  private stream(offsets: ReadonlyMap<number, number>, position: number): Uint8Array {
    const self = this.allocate()
    const { index, rows } = crossReferenceRows(this.entries(new Map(offsets).set(self, position)))
    const dict = rewriteDict(this.file.trailer, {
      ...this.trailerChanges(),
      Type: '/XRef',
      W: crossReferenceWidths,
      Index: index,
      Length: String(rows.length),
      Filter: null,
      DecodeParms: null,
      F: null,
      FFilter: null,
      FDecodeParms: null,
      DL: null,
    })
    const head = ascii(`${self} 0 obj\n${dict}\nstream\n`)
    return Buffer.concat([head, rows, ascii(`\nendstream\nendobj\n${this.closing(position)}`)])
  }

  private closing(position: number): string {
    return `startxref\n${position - this.file.base}\n%%EOF\n`
  }

  private trailerChanges(): Record<string, string | null> {
    return { Size: String(this.next), Prev: String(this.file.startxref), ID: this.fileId() }
  }

  /** §14.4: the first part identifies the file permanently, the second this revision. */
  private fileId(): string {
    const { file } = this
    const hash = createHash('sha256').update(String(file.bytes.length))
    // The first bytes distinguish revisions (time, name, place); the rest is zeros and fonts.
    for (const { number, body } of this.objects.values()) {
      if (typeof body === 'string') hash.update(`${number} ${body.slice(0, 512)} ${body.slice(-512)}`)
    }
    const changing = hash.digest('hex').slice(0, 32)
    const id = file.resolve(file.trailer.get('ID'))
    const first = id instanceof PdfArray ? file.resolve(id.items[0] ?? null) : null
    // the key of an encrypted file depends on this part: a missing one stays empty (§7.6.4.3.2)
    const absent = file.encryption ? '' : changing
    const permanent = first instanceof PdfString ? Buffer.from(first.bytes).toString('hex') : absent
    return `[<${permanent}> <${changing}>]`
  }
}

/** The bytes of an object's body, encrypted when there is a cipher. */
function written(body: Body, cipher: ObjectCipher | null): Uint8Array[] {
  if (typeof body === 'string') return [ascii(cipher ? sealStrings(body, cipher) : body)]
  const plainDict = `<< ${body.entries} >>`
  const data = cipher ? cipher.sealStream(parseDict(plainDict), body.data) : body.data
  const entries = cipher ? sealStrings(plainDict, cipher).slice(2, -2) : ` ${body.entries} `
  return [ascii(`<<${entries}/Length ${data.length} >>\nstream\n`), data, ascii('\nendstream')]
}

function parseDict(text: string): PdfDict {
  const dict = new Parser(ascii(text)).parseValue()
  if (!(dict instanceof PdfDict)) throw new PadesError('pdf_damaged', { reason: 'stream entries are no dictionary' })
  return dict
}

/** The value at the end of a chain of references, and the last reference. */
export function follow(file: PdfFile, start: PdfValue): { ref: PdfRef | null; value: PdfValue } {
  let ref: PdfRef | null = null
  let value = start
  for (let hops = 0; value instanceof PdfRef; hops++) {
    if (hops >= 32) file.damaged('reference chain too long')
    ref = value
    value = file.get(value)
  }
  return { ref, value }
}
