import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { type PdfFile, readPdf } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import { ana, check, luis, signAs } from './testing/signing.ts'
import { appendRevision, bytesOf, contract, packedContract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/**
 * The rule of the comparison, exhaustively: every object that differs between two revisions belongs to a reported
 * change, or is a modification. Each object of each file is overridden in turn, in each possible way.
 */

const tagged = {
  1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 30 0 R /Metadata 40 0 R /Extensions 41 0 R /DSS 42 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 46 0 R ] /DR 45 0 R >> >>',
  30: '<< /Type /StructTreeRoot /K 31 0 R /ParentTree 32 0 R >>',
  31: '<< /Type /StructElem /S /P /P 30 0 R /K [ 0 ] >>',
  32: '<< /Nums [ 0 [ 31 0 R ] ] >>',
  40: stream('<x:xmpmeta/>', '/Type /Metadata /Subtype /XML'),
  41: '<< /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>',
  42: '<< /Certs 43 0 R >>',
  43: '[ 44 0 R ]',
  44: stream('certificate'),
  45: '<< /Font << /Helv 8 0 R >> >>',
  46: '<< /FT /Sig /T (Libre) /Kids [ 47 0 R ] >>',
  47: '<< /Type /Annot /Subtype /Widget /Parent 46 0 R /Rect [ 9 9 99 99 ] /AP << /N 48 0 R >> >>',
  48: stream('0 0 9 9 re S', '/Type /XObject /Subtype /Form /BBox [ 0 0 90 90 ]'),
  49: '(an object that nothing refers to)',
}

const files: Record<string, () => Promise<Uint8Array>> = {
  'a form': () => signAs(ana, contract(), { fieldName: 'Firma' }),
  'a tagged form with validation data': () => signAs(ana, contract(tagged), { fieldName: 'Firma' }),
  'two signatures with stamps': async () =>
    signAs(luis, await signAs(ana, contract(), { rectangle: { page: 1, x: 20, y: 20, width: 90, height: 40 } }), {
      rectangle: { page: 2, x: 20, y: 20, width: 90, height: 40 },
    }),
  'a certified form': () => signAs(ana, contract(), { certify: 2, fieldName: 'Firma' }),
  'object streams': () => signAs(ana, packedContract('BT (Texto) Tj ET'), { fieldName: 'Firma' }),
}

const sourceOf = ({ source, start, end }: PdfDict | PdfArray): string => textOfBytes(source.subarray(start, end))
const withKey = (dict: string): string => dict.replace(/>>$/, '/Foja (x) >>')

/** How an object can differ: another entry, other data, an additional item, another kind of object. */
function mutationsOf(file: PdfFile, value: PdfValue): string[] {
  if (value instanceof PdfStream) {
    const entries = sourceOf(value.dict)
      .replace(/^<<|>>$/g, '')
      .replace(/\/Length\s+\d+(?:\s+\d+\s+R)?/, '')
    const data = textOfBytes(file.streamRaw(value))
    return [stream(`${data} `, entries), stream(data, `${entries} /Foja (x)`), '<< >>', 'null']
  }
  if (value instanceof PdfDict) return [withKey(sourceOf(value)), '<< >>', 'null']
  if (value instanceof PdfArray) return [sourceOf(value).replace(/\]$/, '99 ]'), '[ ]', 'null']
  return ['(other)', 'null']
}

/** Object numbers of a signed file, without cross-reference and object streams, which are the save itself. */
const numbersOf = (file: PdfFile): number[] =>
  Array.from({ length: file.nextNumber }, (_, number) => number).filter((number) => {
    const value = file.load(number)?.value ?? null
    return value !== null && !(value instanceof PdfStream && /\/(?:XRef|ObjStm)\b/.test(sourceOf(value.dict)))
  })

/** The reported changes of all signatures; a refused file has no verdict. */
function namedBy(pdf: Uint8Array): string[] {
  try {
    const { signatures } = check(pdf)
    const gone = signatures.length < 1 ? ['signature gone'] : []
    return signatures.reduce((all, { indication, modifications, additions }) => {
      const failed = indication === 'TOTAL_FAILED' ? ['failed'] : []
      return [...all, ...failed, ...[...modifications, ...additions].map(({ kind }) => kind)]
    }, gone)
  } catch (error) {
    if (error instanceof PadesError) return ['refused']
    throw error
  }
}

describe('every object that differs is reported', () => {
  it.each(Object.entries(files))('%s', async (_, make) => {
    const pdf = await make()
    const file = readPdf(pdf)
    const root = file.trailer.get('Root')
    const info = file.trailer.get('Info')
    const trailer = [root, info].map((value, i) =>
      value instanceof PdfRef ? `/${['Root', 'Info'][i]} ${value.number} 0 R` : '',
    )
    const before = namedBy(pdf)
    const silent: string[] = []
    let tried = 0
    for (const number of numbersOf(file)) {
      for (const mutation of mutationsOf(file, file.load(number)?.value ?? null)) {
        tried++
        const changed = appendRevision(pdf, { [number]: mutation }, trailer.join(' '))
        const named = namedBy(changed)
        const isNamed = named.length > before.length || named.includes('signature gone') || named.includes('refused')
        if (!isNamed && number !== 49) silent.push(`${number}: ${mutation.slice(0, 60)}`)
      }
    }
    expect(silent).toEqual([])
    expect(tried).toBeGreaterThan(10)
  })

  it('an unreferenced object may be freed, but not replaced', async () => {
    const pdf = await files['a tagged form with validation data']!()
    expect(namedBy(appendRevision(pdf, { 49: '(other)' }))).toContain('object_changed')
    expect(namedBy(appendRevision(pdf, { 49: 'null' }))).toContain('object_changed')
  })

  it('a new unreferenced object is reported', async () => {
    const pdf = await files['a form']!()
    expect(namedBy(appendRevision(pdf, { 90: stream('0 0 612 792 re f') }))).toEqual(['unused_object_added'])
  })
})

describe('bypassing the cross-reference', () => {
  const evil = stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET')
  const word = (value: number): string => String.fromCharCode(value >> 16, (value >> 8) & 255, value & 255)

  it('a hybrid save whose hidden stream overrides unlisted objects shows Pago: 999', async () => {
    const pdf = await files['a form']!()
    const { startxref } = readPdf(pdf)
    const object = `5 0 obj\n${evil}\nendobj\n`
    const at = pdf.length + object.length
    const hidden = `70 0 obj\n${stream(`\x01${word(pdf.length)}\0`, '/Type /XRef /W [ 1 3 1 ] /Index [ 5 1 ] /Size 71 /Root 1 0 R /Info 14 0 R')}\nendobj\n`
    const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 71 /Root 1 0 R /Info 14 0 R /Prev ${startxref} /XRefStm ${at} >>\nstartxref\n${at + hidden.length}\n%%EOF\n`
    expect(namedBy(Buffer.concat([pdf, bytesOf(object + hidden + table)]))).toContain('page_changed')
  })

  it('an overridden object stream with all its members shows other resources', async () => {
    const pdf = await files['object streams']!()
    const file = readPdf(pdf)
    const container = file.load(20)?.value
    if (!(container instanceof PdfStream)) throw new Error('object stream expected')
    const data = textOfBytes(file.streamRaw(container)).replace('/ProcSet [ /PDF ]', '/ProcSet [ /ABC ]')
    const packed = stream(data, '/Type /ObjStm /N 4 /First 60')
    expect(namedBy(appendRevision(pdf, { 20: packed }))).toContain('failed')
  })
})
