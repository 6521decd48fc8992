import { deflateSync } from 'node:zlib'
import { makeEncryption } from './pdfs-encryption.ts'
import type { EncryptionOptions, TestEncryption } from './pdfs-encryption.ts'

/** What a base PDF is like; every key is independent of the others. */
export type PdfOptions = {
  /**
   * How the objects are listed; default 'table'. `hybrid` hides its page in an object stream named by /XRefStm,
   * `linearized` has the table of its first page before everything else.
   */
  xref?: 'table' | 'stream' | 'hybrid' | 'linearized'
  /** Ends of lines outside the data of streams; default LF. A lone CR never follows the keyword `stream` (§7.3.8.1). */
  lineEnds?: '\n' | '\r\n' | '\r'
  /** The page tree as careless writers make it: without /Type, its /Kids an object of their own. */
  carelessTree?: boolean
  /** An XFA packet in the form: beside the fields, or (dynamic) instead of what the pages show. */
  xfa?: 'hybrid' | 'dynamic'
  pages?: number
  rotate?: 0 | 90 | 180 | 270 | -90
  mediaBox?: number[]
  cropBox?: number[]
  userUnit?: number
  /** MediaBox, Resources and Rotate stand in the page tree's root instead of the page. */
  inherit?: boolean
  /** Bytes before %PDF-, with offsets that count from it (default) or from the start of the file. */
  junk?: string
  junkOffsets?: 'header' | 'file'
  annots?: 'missing' | 'direct' | 'indirect'
  /** An AcroForm with one text field, and where the form and its /Fields stand. */
  form?: 'missing' | 'direct' | 'indirect' | 'indirect-fields'
  /** An empty signature field on page 1 with this name and place. */
  emptyField?: {
    name: string
    rect: number[]
    lock?: string
    seed?: string
    widgetApart?: boolean
    withoutWidget?: boolean
  }
  /** Encrypts strings and streams; the encryption dictionary is the object after the document's own. */
  encryption?: EncryptionOptions
  /** An XMP packet in the catalog's /Metadata. */
  metadata?: boolean
  /** Trailer without /ID. */
  withoutId?: boolean
  /** More bytes in the catalog. */
  catalog?: string
  /** Incremental updates that rewrite the /Info dictionary. */
  updates?: number
  /** Size of an unused stream, to make the file big. */
  ballast?: number
  /** Ends without an end of line after %%EOF. */
  withoutFinalNewline?: boolean
}

type Part = string | Buffer
type Objects = Map<number, Part[]>

/** Builds a small PDF of the wanted kind. Page n shows "Page n" and an arrow pointing up in its own space. */
export function makePdf(options: PdfOptions = {}): Buffer {
  const objects = makeObjects(options)
  const { junk = '', xref = 'table' } = options
  const base = options.junkOffsets === 'file' ? 0 : junk.length
  const out = new Output(Buffer.concat([latin(junk), latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]), base)
  const id = options.withoutId ? '' : ` /ID [<${fileId}> <${fileId}>]`
  let trailer = `/Root 1 0 R /Info 3 0 R${id}`
  if (options.encryption) {
    const number = Math.max(...objects.keys()) + 1
    out.encryption = makeEncryption(options.encryption, Buffer.from(options.withoutId ? '' : fileId, 'hex'))
    out.encryptionNumber = number
    objects.set(number, [out.encryption.dict])
    trailer += ` /Encrypt ${number} 0 R`
  }
  out.lineEnd = options.lineEnds ?? '\n'
  if (xref === 'table') writeTable(out, objects, trailer)
  else if (xref === 'linearized') writeLinearized(out, objects, trailer)
  else if (xref === 'stream') writeXrefStream(out, objects, trailer)
  else writeHybrid(out, objects, trailer)
  for (let i = 0; i < (options.updates ?? 0); i++) writeUpdate(out, objects, trailer, xref === 'stream', i + 1)
  const bytes = out.bytes()
  return options.withoutFinalNewline ? bytes.subarray(0, bytes.length - 1) : bytes
}

const fileId = '00112233445566778899aabbccddeeff'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

function makeObjects(options: PdfOptions): Objects {
  const { pages = 1, mediaBox = [0, 0, 595, 842], inherit, annots = 'missing', form = 'missing', emptyField } = options
  const objects: Objects = new Map()
  let next = 5
  const add = (body: Part | Part[]): number => {
    objects.set(next, Array.isArray(body) ? body : [body])
    return next++
  }
  const box = `/MediaBox [${mediaBox.join(' ')}] /Resources << /Font << /F1 4 0 R >> >>${options.rotate === undefined ? '' : ` /Rotate ${options.rotate}`}`
  const own = `${inherit ? '' : box}${options.cropBox ? ` /CropBox [${options.cropBox.join(' ')}]` : ''}${options.userUnit ? ` /UserUnit ${options.userUnit}` : ''}`
  const fieldRefs: string[] = []
  const kids: string[] = []
  for (let i = 0; i < pages; i++)
    add(streamBody(`BT /F1 24 Tf 60 200 Td (Page ${i + 1}) Tj ET 100 300 m 100 500 l 80 470 m 100 500 l 120 470 l S`))
  const pageNumbers = Array.from({ length: pages }, (_, i) => next + i)
  next += pages
  const textField =
    form === 'missing'
      ? 0
      : add(
          `<< /FT /Tx /T (comentario) /V (hola) /Type /Annot /Subtype /Widget /Rect [60 60 200 80] /P ${pageNumbers[0]} 0 R /DA (/Helv 10 Tf) >>`,
        )
  if (textField) fieldRefs.push(`${textField} 0 R`)
  if (emptyField) fieldRefs.push(...addEmptyField(add, emptyField, pageNumbers[0]!))
  const widgets = [
    ...(emptyField && !emptyField.withoutWidget
      ? [emptyField.widgetApart ? `${next - 1} 0 R` : fieldRefs.at(-1)!]
      : []),
    ...(textField ? [`${textField} 0 R`] : []),
  ]
  const annotList = `[${widgets.join(' ')}]`
  const hasAnnots = annots !== 'missing' || widgets.length > 0
  const annotsValue = annots === 'indirect' ? `${add(annotList)} 0 R` : annotList
  pageNumbers.forEach((number, i) => {
    kids.push(`${number} 0 R`)
    const list = i === 0 && hasAnnots ? ` /Annots ${annotsValue}` : ''
    objects.set(number, [
      `<< ${options.carelessTree ? '' : '/Type /Page'} /Parent 2 0 R ${own} /Contents ${5 + i} 0 R${list} >>`,
    ])
  })
  let catalogExtra = options.catalog ?? ''
  if (form !== 'missing' || emptyField) {
    const list = `[${fieldRefs.join(' ')}]`
    const fields = form === 'indirect-fields' ? `${add(list)} 0 R` : list
    const packet = options.xfa ? ` /XFA ${add(streamBody('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))} 0 R` : ''
    if (options.xfa === 'dynamic') catalogExtra += ' /NeedsRendering true'
    const body = `<< /Fields ${fields} /DR << /Font << /Helv 4 0 R >> >>${packet} >>`
    catalogExtra += ` /AcroForm ${form === 'indirect' || form === 'indirect-fields' ? `${add(body)} 0 R` : body}`
  }
  if (options.ballast)
    add(['<< /Length ', String(options.ballast), ' >>\nstream\n', ballastOf(options.ballast), '\nendstream'])
  if (options.metadata)
    catalogExtra += ` /Metadata ${add('<< /Type /Metadata /Subtype /XML /Length 12 >>\nstream\n<x:xmpmeta/>\nendstream')} 0 R`
  objects.set(1, [`<< /Type /Catalog /Pages 2 0 R ${catalogExtra} >>`])
  const kidList = options.carelessTree ? `${add(`[${kids.join(' ')}]`)} 0 R` : `[${kids.join(' ')}]`
  objects.set(2, [
    `<< ${options.carelessTree ? '' : '/Type /Pages'} /Kids ${kidList} /Count ${pages} ${inherit ? box : ''} >>`,
  ])
  objects.set(3, ['<< /Producer (test) /Title (Acta) >>'])
  objects.set(4, ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'])
  return objects
}

function addEmptyField(
  add: (body: Part | Part[]) => number,
  field: NonNullable<PdfOptions['emptyField']>,
  page: number,
): string[] {
  if (field.withoutWidget) return [`${add(`<< /FT /Sig /T (${field.name}) >>`)} 0 R`]
  const widget = `/Type /Annot /Subtype /Widget /Rect [${field.rect.join(' ')}] /P ${page} 0 R /F 4`
  const lock = `${field.lock ? ` /Lock ${field.lock}` : ''}${field.seed ? ` /SV ${field.seed}` : ''}`
  if (!field.widgetApart) return [`${add(`<< /FT /Sig /T (${field.name}) ${widget}${lock} >>`)} 0 R`]
  // The widget takes the number after the field's.
  const body: Part[] = []
  const parent = add(body)
  const child = add(`<< ${widget} /Parent ${parent} 0 R >>`)
  body.push(`<< /FT /Sig /T (${field.name})${lock} /Kids [${child} 0 R] >>`)
  return [`${parent} 0 R`]
}

function streamBody(data: string): Part[] {
  return [`<< /Length ${data.length} >>\nstream\n${data}\nendstream`]
}

function ballastOf(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let i = 0; i < size; i += 8) bytes.writeUInt32LE((i * 2654435761) >>> 0, Math.min(i, size - 4))
  return bytes
}

/** Bytes written so far and where each object begins. */
class Output {
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

  /** The same beginning, for a trial. */
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

function writeTable(out: Output, objects: Objects, trailer: string): void {
  for (const [number, body] of objects) out.object(number, body)
  const size = Math.max(...objects.keys()) + 1
  const start = out.position
  out.push(`xref\n0 ${size}\n0000000000 65535 f \n`)
  for (let i = 1; i < size; i++) out.push(entry(out.offsets.get(i)!))
  out.push(`trailer\n<< /Size ${size} ${trailer} >>\n`)
  out.finish(start)
}

/**
 * Linearized as far as readers that know nothing of it can tell (annex F): a first table for the catalog and the first
 * page, whose trailer leads to the main table at the end, and a last `startxref` that leads to the first table.
 */
function writeLinearized(out: Output, objects: Objects, trailer: string): void {
  const self = Math.max(...objects.keys()) + 1
  const hints = self + 1
  const first = [1, 5, 6]
  const digits = (value: number): string => String(value).padStart(10, '0')
  const rest = [...objects.keys()].filter((number) => !first.includes(number))
  // laid out twice: the numbers have a fixed width, so that the second time they are right
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
    // hints that say nothing: every reader does without them
    target.object(hints, [`<< /S 100 /Length 200 >>\nstream\n${'\0'.repeat(200)}\nendstream`])
    for (const number of [...first, ...rest]) target.object(number, objects.get(number)!)
    known = { length: 0, main: target.position, offsets: target.offsets }
    target.push(`xref\n0 1\n0000000000 65535 f \n${listed(rest)}trailer\n<< /Size ${self} >>\n`)
    target.finish(start)
    known.length = target.position
  }
}

/** Objects that are no streams, inside one object stream (ISO 32000-2 §7.5.7); returns the numbers in order. */
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

/** A cross-reference stream with PNG "up" rows, as most writers make them. */
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

function writeXrefStream(out: Output, objects: Objects, trailer: string): void {
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

/** A table for old readers, which sees only part of the objects, and a stream that lists the rest (§7.5.8.4). */
function writeHybrid(out: Output, objects: Objects, trailer: string): void {
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

function writeUpdate(out: Output, objects: Objects, trailer: string, stream: boolean, index: number): void {
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
