import { readPdf } from '../../pdf/file.ts'

/** Hand-written PDFs, byte by byte, so that tests can also write malformed ones. */

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
export const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

export const stream = (data: string, entries = ''): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`

/** A whole file with a cross-reference table. Object 1 must be the catalog. */
export function tinyPdf(objects: Record<number, string>, trailer = ''): Uint8Array {
  const size = Math.max(...Object.keys(objects).map(Number)) + 1
  return Buffer.concat([
    bytesOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
    section(objects, 15, `/Size ${size} /Root 1 0 R ${trailer}`),
  ])
}

function section(objects: Record<number, string>, at: number, trailer: string): Uint8Array {
  let body = ''
  let table = 'xref\n0 1\n0000000000 65535 f \n'
  for (const [number, value] of Object.entries(objects)) {
    table += `${number} 1\n${String(at + body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${value}\nendobj\n`
  }
  return bytesOf(`${body}${table}trailer\n<< ${trailer} >>\nstartxref\n${at + body.length}\n%%EOF\n`)
}

/** An incremental update with these objects, as by an attacker or any other program. */
export function appendRevision(pdf: Uint8Array, objects: Record<number, string>, trailer = ''): Uint8Array {
  const file = readPdf(pdf)
  const size = Math.max(file.nextNumber, ...Object.keys(objects).map((number) => Number(number) + 1))
  const { startxref } = file
  const kept = [
    /\/Root/.test(trailer) ? '' : '/Root 1 0 R',
    /\/Info/.test(trailer) || !file.trailer.get('Info') ? '' : '/Info 14 0 R',
  ]
  const extra = `/Size ${size} /Prev ${startxref} ${kept.join(' ')} ${trailer}`
  return Buffer.concat([pdf, section(objects, pdf.length, extra)])
}

/**
 * Two pages, a text field, a check box and a link; the appearance of the text field (12) and the logo (9) are separate
 * objects, and the second page shares the logo.
 */
export function contract(changes: Record<number, string> = {}): Uint8Array {
  return tinyPdf(
    {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R ] /DA (/Helv 0 Tf) /DR << /Font << /Helv 8 0 R >> >> >> >>',
      2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 13 0 R ] >>',
      4: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 6 0 R /Resources 7 0 R >>',
      5: stream('BT /Helv 12 Tf 72 720 Td (Pago: 100) Tj ET /Logo Do'),
      6: stream('BT /Helv 12 Tf 72 720 Td (Segunda) Tj ET'),
      7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R >> >>',
      8: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      9: stream('0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 10 10 ]'),
      10: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V () /AP << /N 12 0 R >> >>',
      11: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Acepto) /Rect [ 72 560 92 580 ] /P 3 0 R /V /Off /AS /Off /AP << /N << /Si 9 0 R >> >> >>',
      12: stream('', '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ]'),
      13: '<< /Type /Annot /Subtype /Link /Rect [ 72 500 172 520 ] /A << /S /URI /URI (https://ejemplo.test) >> >>',
      14: '<< /Title (Contrato) /ModDate (D:20260101000000Z) >>',
      ...changes,
    },
    '/Info 14 0 R /ID [ <00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff> ]',
  )
}

/** Replaces the only occurrence of a text by one of the same length, so that no offset moves. */
export function overwrite(pdf: Uint8Array, from: string | RegExp, to: (found: string) => string): Uint8Array {
  const text = textOfBytes(pdf)
  const found = typeof from === 'string' ? from : from.exec(text)?.[0]
  if (found === undefined || !text.includes(found)) throw new Error(`not found: ${String(from)}`)
  const replacement = to(found)
  if (replacement.length !== found.length) throw new Error(`length ${replacement.length}, not ${found.length}`)
  return bytesOf(text.replace(found, () => replacement))
}

/** One page whose structure is in an object stream (20) behind a cross-reference stream (21), uncompressed. */
export function packedContract(content: string): Uint8Array {
  const members = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [ 3 0 R ] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 4 0 R >>'],
    [4, '<< /ProcSet [ /PDF ] >>'],
  ])
  const bodies = [...members.values()].map((body) => body.padEnd(120))
  const index = [...members.keys()]
    .map((number, i) => `${number} ${i * 120}`)
    .join(' ')
    .padEnd(60)
  const head = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const first = `5 0 obj\n${stream(content)}\nendobj\n`
  const packed = `20 0 obj\n${stream(index + bodies.join(''), '/Type /ObjStm /N 4 /First 60')}\nendobj\n`
  const offsets = { 5: head.length, 20: head.length + first.length, 21: head.length + first.length + packed.length }
  const row = (kind: number, second: number, third: number): string =>
    String.fromCharCode(kind, second >> 8, second & 255, third)
  const rows = [
    row(0, 0, 0),
    ...[0, 1, 2, 3].map((i) => row(2, 20, i)),
    row(1, offsets[5], 0),
    row(1, offsets[20], 0),
    row(1, offsets[21], 0),
  ]
  const xref = stream(rows.join(''), '/Type /XRef /W [ 1 2 1 ] /Index [ 0 6 20 2 ] /Size 22 /Root 1 0 R')
  return bytesOf(`${head}${first}${packed}21 0 obj\n${xref}\nendobj\nstartxref\n${offsets[21]}\n%%EOF\n`)
}

/** A signature without a CMS; `coverUpTo` sets its range. */
export const emptySignature = (entries = ''): string =>
  `<< /Type /Sig /Filter /X /SubFilter /ETSI.CAdES.detached ${entries} /ByteRange [ 0 00000 00000 00000 ] /Contents <00> >>`

/** Sets the range of the only `emptySignature` so that it covers the file up to `end`. */
export function coverUpTo(pdf: Uint8Array, end = pdf.length): Uint8Array {
  const start = textOfBytes(pdf).indexOf('<00>')
  const range = [start, start + 4, end - start - 4].map((number) => String(number).padStart(5))
  return overwrite(pdf, '0 00000 00000 00000', () => `0 ${range.join(' ')}`)
}
