import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { PdfObject, PdfRef } from '@libpdf/core'
import {
  crossReferenceRows,
  crossReferenceTable,
  crossReferenceWidths,
  streamBody,
  type CrossReferenceEntry,
} from '@foja/pdf-core/cross-reference'
import { ascii } from '@foja/pdf-core/syntax'
import type { BaseFile } from './base-file.ts'

/** An incremental update (ISO 32000-2 §7.5.6): new objects, and changed ones under their old numbers. */
export type Revision = {
  /** Adds an object in PDF syntax. Returns its number. */
  add: (body: string) => number
  /** Adds a stream, compressed here; `entries` are its dictionary entries except length and filter. */
  addStream: (entries: string, data: Uint8Array | string) => number
  /** Adds an already encoded stream. */
  addEncoded: (entries: string, data: Uint8Array) => number
  /** Reserves a number for an object that `put` sets later. */
  reserve: () => number
  put: (number: number, body: string) => void
  /** Marks an object of the file as changed, so that it is rewritten. */
  change: (ref: PdfRef, object: PdfObject) => void
  /** The whole file. Deterministic. */
  finish: () => Uint8Array
}

export function startRevision(base: BaseFile): Revision {
  const created = new Map<number, Buffer>()
  const changed = new Map<number, { ref: PdfRef; object: PdfObject }>()
  let next = base.nextNumber
  const put = (number: number, body: string | Buffer): void => {
    created.set(number, Buffer.isBuffer(body) ? body : ascii(body))
  }
  const add = (body: string | Buffer): number => {
    put(next, body)
    return next++
  }
  const addEncoded = (entries: string, data: Uint8Array): number => add(streamBody(entries, data))
  return {
    add,
    addStream: (entries, data) => {
      const plain = typeof data === 'string' ? ascii(data) : data
      return addEncoded(`${entries}/Filter/FlateDecode`, deflateSync(plain))
    },
    addEncoded,
    reserve: () => next++,
    put,
    change: (ref, object) => void changed.set(ref.objectNumber, { ref, object }),
    finish: () => {
      if (created.size === 0 && changed.size === 0) return base.bytes
      const bodies = [
        ...[...changed.values()].map(({ ref, object }) => ({ ...numbersOf(ref), body: serialize(object) })),
        ...[...created].map(([number, body]) => ({ number, generation: 0, body })),
      ]
      return append(base, bodies, next)
    },
  }
}

function numbersOf(ref: PdfRef): { number: number; generation: number } {
  return { number: ref.objectNumber, generation: ref.generation }
}

/** An object of the library in PDF syntax; the library does not export its own writer. */
function serialize(object: PdfObject): Buffer {
  const parts: Buffer[] = []
  const writer = {
    writeByte: (byte: number) => void parts.push(Buffer.of(byte)),
    writeBytes: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)),
    writeAscii: (text: string) => void parts.push(ascii(text)),
    writeUtf8: (text: string) => void parts.push(Buffer.from(text, 'utf8')),
  }
  object.toBytes(writer as unknown as Parameters<PdfObject['toBytes']>[0])
  return Buffer.concat(parts)
}

function append(
  base: BaseFile,
  bodies: { number: number; generation: number; body: Buffer }[],
  size: number,
): Uint8Array {
  const parts: Buffer[] = []
  const entries: CrossReferenceEntry[] = []
  let at = base.bytes.byteLength
  const push = (part: Buffer): void => {
    parts.push(part)
    at += part.byteLength
  }
  push(ascii('\n'))
  for (const { number, generation, body } of bodies) {
    entries.push({ number, generation, offset: at })
    push(ascii(`${number} ${generation} obj\n`))
    push(body)
    push(ascii('\nendobj\n'))
  }
  const digest = createHash('sha256')
  for (const part of [base.bytes, ...parts]) digest.update(part)
  const trailer = trailerEntries(base, digest.digest().subarray(0, 16))
  const section = base.crossReference.isStream
    ? streamSection(entries, trailer, { number: size, generation: 0, offset: at })
    : ascii(`${crossReferenceTable(entries)}trailer\n<</Size ${size}${trailer}>>\n`)
  return Buffer.concat([base.bytes, ...parts, section, ascii(`startxref\n${at}\n%%EOF\n`)])
}

function trailerEntries(base: BaseFile, digest: Buffer): string {
  const { catalog, info, id, crossReference } = base
  const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`
  // §14.4: the first half is permanent, the second changes with each save
  const identifier = `/ID[${hex(id ?? digest)}${hex(digest)}]`
  const owner = info === null ? '' : `/Info ${info.objectNumber} ${info.generation} R`
  const root = `/Root ${catalog.ref.objectNumber} ${catalog.ref.generation} R`
  return `${root}${owner}/Prev ${crossReference.at}${identifier}`
}

/** A file with cross-reference streams gets another one, which lists itself (§7.5.8). */
function streamSection(entries: readonly CrossReferenceEntry[], trailer: string, self: CrossReferenceEntry): Buffer {
  const { index, rows } = crossReferenceRows([...entries, self])
  const head = `/Type /XRef /Size ${self.number + 1} /W ${crossReferenceWidths} /Index ${index} ${trailer}`
  return Buffer.concat([ascii(`${self.number} 0 obj\n`), streamBody(head, rows), ascii('\nendobj\n')])
}
