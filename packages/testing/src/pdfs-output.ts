import { deflateSync } from 'node:zlib'
import type { TestEncryption } from './pdfs-encryption.ts'

// The file structure of makePdf: how objects become bytes, and the kinds of cross-reference that list them.

export type Part = string | Buffer
export type Objects = Map<number, Part[]>

export const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Bytes written so far, and the offset of each object. */
export class Output {
  readonly parts: Buffer[]
  readonly base: number
  readonly offsets = new Map<number, number>()
  length: number
  startxref = 0
  encryption: TestEncryption | null = null
  encryptionNumber = 0
  lineEnd: '\n' | '\r\n' | '\r' = '\n'

  constructor(head: Buffer, base: number) {
    this.parts = [head]
    this.length = head.length
    this.base = base
  }

  /** A copy, for a trial. */
  copy(): Output {
    const { encryption, encryptionNumber, lineEnd } = this
    return Object.assign(new Output(Buffer.concat(this.parts), this.base), { encryption, encryptionNumber, lineEnd })
  }

  get position(): number {
    return this.length - this.base
  }

  push(part: Part): void {
    const bytes = typeof part === 'string' ? latin(this.withLineEnds(part)) : part
    this.parts.push(bytes)
    this.length += bytes.length
  }

  object(number: number, body: Part[]): void {
    this.offsets.set(number, this.position)
    this.push(`${number} 0 obj\n`)
    const { encryption } = this
    const bytes = Buffer.concat(body.map((part) => (typeof part === 'string' ? latin(part) : part)))
    const isClear = number === this.encryptionNumber || bytes.includes('/Type /XRef')
    const sealed = encryption && !isClear ? encryption.seal(number, bytes) : bytes
    const at = sealed.indexOf('stream\n')
    if (at < 0) this.push(sealed.toString('latin1'))
    else {
      this.push(sealed.toString('latin1', 0, at))
      this.push(latin(this.lineEnd === '\n' ? 'stream\n' : 'stream\r\n'))
      this.push(sealed.subarray(at + 7))
    }
    this.push('\nendobj\n')
  }

  /** Entries of a table keep their 20 bytes (§7.5.4). */
  private withLineEnds(text: string): string {
    const { lineEnd } = this
    if (lineEnd === '\n') return text
    return text.replace(/ ([fn]) \n/g, lineEnd === '\r' ? ' $1 \r' : ' $1\r\n').replace(/(?<!\r)\n/g, lineEnd)
  }

  finish(startxref: number): void {
    this.startxref = startxref
    this.push(`startxref\n${startxref}\n%%EOF\n`)
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts)
  }
}

const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`

export function writeTable(out: Output, objects: Objects, trailer: string): void {
  for (const [number, body] of objects) out.object(number, body)
  const size = Math.max(...objects.keys()) + 1
  const start = out.position
  out.push(`xref\n0 ${size}\n0000000000 65535 f \n`)
  for (let i = 1; i < size; i++) out.push(entry(out.offsets.get(i)!))
  out.push(`trailer\n<< /Size ${size} ${trailer} >>\n`)
  out.finish(start)
}

/**
 * Linearized as far as readers without support can tell (annex F): a first table for the catalog and the first page,
 * whose trailer leads to the main table at the end, and a last `startxref` that leads to the first table.
 */
export function writeLinearized(out: Output, objects: Objects, trailer: string): void {
  const self = Math.max(...objects.keys()) + 1
  const hints = self + 1
  const first = [1, 5, 6]
  const digits = (value: number): string => String(value).padStart(10, '0')
  const rest = [...objects.keys()].filter((number) => !first.includes(number))
  // two passes: the numbers have a fixed width, so the second pass has the right offsets
  let known = { length: 0, main: 0, offsets: new Map<number, number>() }
  for (const target of [out.copy(), out]) {
    const { length, main, offsets } = known
    const listed = (numbers: number[]): string =>
      numbers.map((number) => `${number} 1\n${entry(offsets.get(number) ?? 0)}`).join('')
    target.object(self, [
      `<< /Linearized 1 /L ${digits(length)} /H [${digits(offsets.get(hints) ?? 0)} 0000000300] /O 6 /E 0 /N 1 /T ${digits(main + 'xref 0 1'.length)} >>`,
    ])
    const start = target.position
    target.push(`xref\n${listed([...first, self, hints])}`)
    target.push(`trailer\n<< /Size ${self + 2} /Prev ${digits(main)} ${trailer} >>\nstartxref\n0\n%%EOF\n`)
    // empty hints: every reader works without them
    target.object(hints, [`<< /S 100 /Length 200 >>\nstream\n${'\0'.repeat(200)}\nendstream`])
    for (const number of [...first, ...rest]) target.object(number, objects.get(number)!)
    known = { length: 0, main: target.position, offsets: target.offsets }
    target.push(`xref\n0 1\n0000000000 65535 f \n${listed(rest)}trailer\n<< /Size ${self} >>\n`)
    target.finish(start)
    known.length = target.position
  }
}

/** Non-stream objects inside one object stream (ISO 32000-2 §7.5.7); returns the numbers in order. */
function writeObjectStream(out: Output, objects: Objects, self: number, pick: (number: number) => boolean): number[] {
  // the encryption dictionary must not stand in an object stream (§7.5.7)
  const members = [...objects].filter(
    ([number, body]) => pick(number) && number !== out.encryptionNumber && !body.join('').includes('stream\n'),
  )
  let data = ''
  const header = members.map(([number, body]) => {
    const at = data.length
    data += `${body.join('')}\n`
    return `${number} ${at}`
  })
  const head = `${header.join(' ')}\n`
  const compressed = deflateSync(latin(head + data))
  out.object(self, [
    `<< /Type /ObjStm /N ${members.length} /First ${head.length} /Filter /FlateDecode /Length ${compressed.length} >>\nstream\n`,
    compressed,
    '\nendstream',
  ])
  return members.map(([number]) => number)
}

/** A cross-reference stream with PNG "up" rows, like most writers. */
function xrefStreamBody(rows: number[][], extra: string): Part[] {
  const plain = rows.map(([kind, second, third]) =>
    Buffer.from([
      kind!,
      (second! >>> 24) & 255,
      (second! >>> 16) & 255,
      (second! >>> 8) & 255,
      second! & 255,
      (third! >> 8) & 255,
      third! & 255,
    ]),
  )
  const filtered = plain.map((row, i) =>
    Buffer.concat([Buffer.of(2), row.map((byte, c) => byte - (i > 0 ? plain[i - 1]![c]! : 0))]),
  )
  const data = deflateSync(Buffer.concat(filtered))
  const dict = `<< /Type /XRef /W [1 4 2] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >> /Length ${data.length} ${extra} >>`
  return [`${dict}\nstream\n`, data, '\nendstream']
}

export function writeXrefStream(out: Output, objects: Objects, trailer: string): void {
  const container = Math.max(...objects.keys()) + 1
  const self = container + 1
  const members = writeObjectStream(out, objects, container, () => true)
  for (const [number, body] of objects) if (!members.includes(number)) out.object(number, body)
  const start = out.position
  const rows = Array.from({ length: self + 1 }, (_, number) => {
    if (number === 0) return [0, 0, 65535]
    if (number === self) return [1, start, 0]
    return members.includes(number) ? [2, container, members.indexOf(number)] : [1, out.offsets.get(number)!, 0]
  })
  out.object(self, xrefStreamBody(rows, `/Size ${self + 1} ${trailer}`))
  out.finish(start)
}

/** A table for old readers with part of the objects, and a stream with the rest (§7.5.8.4). */
export function writeHybrid(out: Output, objects: Objects, trailer: string): void {
  const container = Math.max(...objects.keys()) + 1
  const self = container + 1
  const members = writeObjectStream(out, objects, container, (number) => number === 3 || number === 4)
  for (const [number, body] of objects) if (!members.includes(number)) out.object(number, body)
  const streamAt = out.position
  const hidden = members.map((_, index) => [2, container, index])
  out.object(self, xrefStreamBody(hidden, `/Size ${self + 1} /Index [3 ${members.length}] ${trailer}`))
  const start = out.position
  out.push('xref\n0 3\n0000000000 65535 f \n')
  for (const number of [1, 2]) out.push(entry(out.offsets.get(number)!))
  out.push(`5 ${self - 4}\n`)
  for (let i = 5; i <= self; i++) out.push(entry(out.offsets.get(i)!))
  out.push(`trailer\n<< /Size ${self + 1} ${trailer} /XRefStm ${streamAt} >>\n`)
  out.finish(start)
}

export function writeUpdate(out: Output, objects: Objects, trailer: string, stream: boolean, index: number): void {
  const previous = out.startxref
  out.object(3, [`<< /Producer (test) /Title (Acta, version ${index + 1}) >>`])
  const start = out.position
  if (stream) {
    const self = Math.max(...objects.keys()) + 2 + index
    const rows = [
      [1, out.offsets.get(3)!, 0],
      [1, start, 0],
    ]
    out.object(self, xrefStreamBody(rows, `/Size ${self + 1} /Index [3 1 ${self} 1] /Prev ${previous} ${trailer}`))
  } else {
    const size = Math.max(...objects.keys()) + 3
    out.push(`xref\n3 1\n${entry(out.offsets.get(3)!)}trailer\n<< /Size ${size} /Prev ${previous} ${trailer} >>\n`)
  }
  out.finish(start)
}
