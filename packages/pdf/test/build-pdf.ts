/** Objects by number (from 1) as text, or a dictionary with stream bytes. */
export type PdfObject = string | { dictionary: string; stream: Uint8Array | string }

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Writes a classic PDF: header, objects, cross-reference table, trailer with /Root 1 0 R. */
export function buildPdf(objects: PdfObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const push = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    push(latin1(`${index + 1} 0 obj\n`))
    push(body(object))
    push(latin1('\nendobj\n'))
  })
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  push(latin1(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`))
  push(latin1(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

function body(object: PdfObject): Buffer {
  if (typeof object === 'string') return latin1(object)
  const stream = typeof object.stream === 'string' ? latin1(object.stream) : Buffer.from(object.stream)
  const head = latin1(`<<${object.dictionary}/Length ${stream.length}>>\nstream\n`)
  return Buffer.concat([head, stream, latin1('\nendstream')])
}

export type OnePage = {
  mediaBox?: string
  page?: string
  /** References to all pages, if there are more in `more`. */
  pages?: string
  catalog?: string
  resources?: string
  content?: PdfObject
  /** Objects from number 5. */
  more?: PdfObject[]
  trailer?: string
}

/** A document of one page: 1 catalog, 2 page tree, 3 page, 4 its content, then `more`. */
export function onePagePdf(options: OnePage): Uint8Array {
  const { mediaBox = '0 0 200 100', page = '', pages = '3 0 R', catalog = '', resources = '' } = options
  return buildPdf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[${pages}]/Count ${pages.split('R').length - 1}>>`,
      `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox}]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
      options.content ?? { dictionary: '', stream: '0 0 0 rg 20 20 60 60 re f' },
      ...(options.more ?? []),
    ],
    options.trailer,
  )
}

/** A document of several A4 pages with lines of text. */
export function textPdf(pages: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects: PdfObject[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>',
  ]
  for (let page = 1; page <= pages; page++) {
    const lines = Array.from(
      { length: 45 },
      (_, line) =>
        `(Page ${page}, line ${line}: the parties agree to what is written here and to nothing beyond it.) Tj T*`,
    )
    objects.push(`<</Type/Page/Parent 2 0 R/Contents ${5 + 2 * (page - 1)} 0 R>>`)
    objects.push({ dictionary: '', stream: `BT /F 11 Tf 15 TL 60 780 Td ${lines.join('\n')} ET` })
  }
  return buildPdf(objects)
}

/** A signature field whose widget has an appearance: a red box with a name, at 40 20 to 160 70. */
export function signedWidgetPdf(options: { inFields?: boolean } = {}): Uint8Array {
  const fields = options.inFields === false ? '' : '5 0 R'
  return onePagePdf({
    content: { dictionary: '', stream: '' },
    page: '/Annots[5 0 R]',
    catalog: `/AcroForm<</Fields[${fields}]/SigFlags 3>>`,
    more: [
      '<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature1)/F 132/P 3 0 R/Rect[40 20 160 70]/AP<</N 6 0 R>>/V 7 0 R>>',
      {
        dictionary:
          '/Type/XObject/Subtype/Form/BBox[0 0 120 50]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
        stream: '1 0 0 rg 0 0 120 50 re f 1 g BT /F 12 Tf 8 20 Td (Signed by Ana) Tj ET',
      },
      '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 10 20 10]/Contents<00>>>',
    ],
  })
}

/** An incremental update (ISO 32000-2 §7.5.6) with these objects. */
export function appendRevision(pdf: Uint8Array, objects: Record<number, PdfObject>): Uint8Array {
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(pdf).toString('latin1'))?.[1])
  const parts: Buffer[] = [Buffer.from(pdf)]
  let length = pdf.length
  let table = 'xref\n0 1\n0000000000 65535 f \n'
  for (const [number, object] of Object.entries(objects)) {
    const part = Buffer.concat([latin1(`${number} 0 obj\n`), body(object), latin1('\nendobj\n')])
    table += `${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`
    parts.push(part)
    length += part.length
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1
  parts.push(latin1(`${table}trailer\n<</Size ${size}/Root 1 0 R/Prev ${previous}>>\nstartxref\n${length}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
