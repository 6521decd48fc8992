import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { PdfObject, PdfRef } from '@libpdf/core'
import type { BaseFile } from './base-file.ts'

/** An addition to a file (ISO 32000-2 §7.5.6): new objects, and changed ones under their old numbers. */
export type Revision = {
  /** A new object, given in PDF syntax. Returns its number. */
  add: (body: string) => number
  /** A new stream; `entries` are those of its dictionary but for its length and, as it is compressed here, its filter. */
  addStream: (entries: string, data: Uint8Array | string) => number
  /** A new stream that has its filter already. */
  addEncoded: (entries: string, data: Uint8Array) => number
  /** A number for an object that is given later, by `put`. */
  reserve: () => number
  put: (number: number, body: string) => void
  /** An object of the file was changed and is to be written anew. */
  change: (ref: PdfRef, object: PdfObject) => void
  /** The whole file. The same additions to the same bytes give the same bytes. */
  finish: () => Uint8Array
}

type Entry = { number: number; generation: number; at: number }

export function startRevision(base: BaseFile): Revision {
  const created = new Map<number, Buffer>()
  const changed = new Map<number, { ref: PdfRef; object: PdfObject }>()
  let next = base.nextNumber
  const put = (number: number, body: string | Buffer): void => {
    created.set(number, Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'))
  }
  const add = (body: string | Buffer): number => {
    put(next, body)
    return next++
  }
  const addEncoded = (entries: string, data: Uint8Array): number => add(streamBody(entries, data))
  return {
    add,
    addStream: (entries, data) => {
      const plain = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
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

function streamBody(entries: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`<<${entries}/Length ${data.byteLength}>>\nstream\n`, 'latin1')
  return Buffer.concat([head, data, Buffer.from('\nendstream', 'latin1')])
}

/** An object of the library in PDF syntax. Its own writer is no part of the library's interface, but its calls are. */
function serialize(object: PdfObject): Buffer {
  const parts: Buffer[] = []
  const writer = {
    writeByte: (byte: number) => void parts.push(Buffer.of(byte)),
    writeBytes: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)),
    writeAscii: (text: string) => void parts.push(Buffer.from(text, 'latin1')),
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
  const entries: Entry[] = []
  let at = base.bytes.byteLength
  const push = (part: Buffer): void => {
    parts.push(part)
    at += part.byteLength
  }
  push(Buffer.from('\n', 'latin1'))
  for (const { number, generation, body } of bodies) {
    entries.push({ number, generation, at })
    push(Buffer.from(`${number} ${generation} obj\n`, 'latin1'))
    push(body)
    push(Buffer.from('\nendobj\n', 'latin1'))
  }
  const digest = createHash('sha256')
  for (const part of [base.bytes, ...parts]) digest.update(part)
  const trailer = trailerEntries(base, digest.digest().subarray(0, 16))
  const section = base.crossReference.isStream
    ? streamSection(entries, trailer, { number: size, generation: 0, at })
    : tableSection(entries, trailer, size)
  return Buffer.concat([base.bytes, ...parts, section, Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1')])
}

function trailerEntries(base: BaseFile, digest: Buffer): string {
  const { catalog, info, id, crossReference } = base
  const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`
  // §14.4: the first half stays for the life of the file, the second is another one each time that it is written
  const identifier = `/ID[${hex(id ?? digest)}${hex(digest)}]`
  const owner = info === null ? '' : `/Info ${info.objectNumber} ${info.generation} R`
  const root = `/Root ${catalog.ref.objectNumber} ${catalog.ref.generation} R`
  return `${root}${owner}/Prev ${crossReference.at}${identifier}`
}

/** Runs of consecutive object numbers. */
function runsOf(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries.toSorted((a, b) => a.number - b.number)) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.number === entry.number - 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

/** §7.5.4: rows of twenty bytes. */
function tableSection(entries: readonly Entry[], trailer: string, size: number): Buffer {
  const rows = runsOf(entries).map((run) => {
    const lines = run.map(
      ({ at, generation }) => `${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
    )
    return `${run[0]?.number ?? 0} ${run.length}\n${lines.join('')}`
  })
  return Buffer.from(`xref\n${rows.join('')}trailer\n<</Size ${size}${trailer}>>\n`, 'latin1')
}

/** §7.5.8: a file whose objects are found through streams gets another one, which lists itself. */
function streamSection(entries: readonly Entry[], trailer: string, self: Entry): Buffer {
  const runs = runsOf([...entries, self])
  const rows = runs.flat().map(({ at, generation }) => {
    const row = Buffer.alloc(7)
    row.writeUInt8(1, 0)
    row.writeUInt32BE(at, 1)
    row.writeUInt16BE(generation, 5)
    return row
  })
  const index = runs.map((run) => `${run[0]?.number ?? 0} ${run.length}`).join(' ')
  const head = `/Type/XRef/Size ${self.number + 1}/W[1 4 2]/Index[${index}]${trailer}`
  const body = streamBody(head, Buffer.concat(rows))
  return Buffer.concat([Buffer.from(`${self.number} 0 obj\n`, 'latin1'), body, Buffer.from('\nendobj\n', 'latin1')])
}
