import { makeEncryption } from './pdfs-encryption.ts'
import type { EncryptionOptions } from './pdfs-encryption.ts'
import { Output, latin, writeHybrid, writeLinearized, writeTable, writeUpdate, writeXrefStream } from './pdfs-output.ts'
import type { Objects, Part } from './pdfs-output.ts'

/** Options of a base PDF; they are independent of each other. */
export type PdfOptions = {
  /**
   * How the objects are listed; default 'table'. `hybrid` hides its page in an object stream named by /XRefStm,
   * `linearized` puts the table of its first page before everything else.
   */
  xref?: 'table' | 'stream' | 'hybrid' | 'linearized'
  /** Line ends outside stream data; default LF. A lone CR never follows the keyword `stream` (§7.3.8.1). */
  lineEnds?: '\n' | '\r\n' | '\r'
  /** A page tree from careless writers: without /Type, its /Kids an object of their own. */
  carelessTree?: boolean
  /** An XFA packet in the form: in addition to the fields, or (dynamic) in place of the page contents. */
  xfa?: 'hybrid' | 'dynamic'
  /** Data of the XFA packet's streams, and their /Filter; default: one stream without content. */
  xfaPackets?: { data: Buffer; filter?: string }[]
  pages?: number
  rotate?: 0 | 90 | 180 | 270 | -90
  mediaBox?: number[]
  cropBox?: number[]
  userUnit?: number
  /** Puts MediaBox, Resources and Rotate into the page tree's root. */
  inherit?: boolean
  /** Bytes before %PDF-, with offsets counted from it (default) or from the start of the file. */
  junk?: string
  junkOffsets?: 'header' | 'file'
  annots?: 'missing' | 'direct' | 'indirect'
  /** An AcroForm with one text field, and where the form and its /Fields are. */
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
  /** Omits /ID from the trailer. */
  withoutId?: boolean
  /** More bytes in the catalog. */
  catalog?: string
  /** Incremental updates that rewrite the /Info dictionary. */
  updates?: number
  /** Size of an unused stream, to make the file big. */
  ballast?: number
  /** Omits the line end after %%EOF. */
  withoutFinalNewline?: boolean
}

/** Builds a small PDF with the given options. Page n shows "Page n" and an arrow pointing up in its own space. */
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
    const packet = options.xfa ? ` /XFA ${addXfa(add, options.xfaPackets)}` : ''
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

function addXfa(add: (body: Part[]) => number, packets: PdfOptions['xfaPackets']): string {
  if (packets === undefined) return `${add(streamBody('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))} 0 R`
  const parts = packets.map(({ data, filter }) => {
    const dict = `/Length ${data.length}${filter === undefined ? '' : ` /Filter /${filter}`}`
    return `(part) ${add([`<< ${dict} >>\nstream\n`, data, '\nendstream'])} 0 R`
  })
  return `[${parts.join(' ')}]`
}

function streamBody(data: string): Part[] {
  return [`<< /Length ${data.length} >>\nstream\n${data}\nendstream`]
}

function ballastOf(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let i = 0; i < size; i += 8) bytes.writeUInt32LE((i * 2654435761) >>> 0, Math.min(i, size - 4))
  return bytes
}
