import { describe, expect, it } from 'vitest'
import { issue } from './testing/certificates.ts'
import { element, octetString, oid, sequence, setOf, smallInteger } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { children, encodingOf, readNode } from '../cms/read-der.ts'
import { readPdf } from '../pdf/file.ts'
import { prepare } from '../prepare.ts'
import {
  ana,
  buildCms,
  check,
  cmsOf,
  coveredDigest,
  firstReport,
  intermediate,
  lastGap,
  luis,
  signAs,
  signChanged,
  SIGNED_AT,
  verdictOf,
  withCms,
} from './testing/signing.ts'
import { appendRevision, bytesOf, contract, overwrite, stream, textOfBytes } from './testing/tiny-pdf.ts'

const base = contract()
const signed = await signAs(ana, base)
const BYTE_RANGE = /\/ByteRange \[[^\]]*\]/
const padded = (text: string) => (found: string) => text.padEnd(found.length)

/**
 * Mladenov, Mainka, Meyer zu Selhausen, Grothe, Schwenk: "1 Trillion Dollar Refund: How To Spoof PDF Signatures", ACM CCS
 * 2019, §4.1 (with the cases of "How to Break PDF Signatures", 2019).
 */
describe('universal signature forgery', () => {
  it.each([
    '',
    'null',
    '[ ]',
    '[ 0 0 0 0 ]',
    '[ 0 -1 -1 -1 ]',
    '[ -1 1 1 1 ]',
    '[ 0 1 ]',
    '[ 0 null null 9 ]',
    '[ 0 9999999 0 9999999 ]',
    '[ 0 1.5 2.5 3.5 ]',
    '(x)',
    '[ [ 0 1 2 3 ] ]',
    '[ 0 1 999999999999999999 4 ]',
  ])('ByteRange %s', (value) => {
    const forged = overwrite(signed, BYTE_RANGE, padded(value === '' ? '' : `/ByteRange ${value}`))
    expect(['invalid', 'pdf_signed_and_damaged', 'pdf_damaged']).toContain(verdictOf(forged))
  })

  it.each(['', 'null', '<>', '()', '<00>', '0', '<3000>', '<30>', '[ ]', '<30800000>'])('Contents %s', (value) => {
    const forged = overwrite(signed, /\/Contents <[^>]*>/, padded(value === '' ? '' : `/Contents ${value}`))
    expect(verdictOf(forged)).toBe('invalid')
  })

  it('Contents of zeros only', () => {
    expect(firstReport(withCms(signed, new Uint8Array(0)))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'FORMAT_FAILURE',
    })
  })

  it('the signature object overridden by one without values', () => {
    const number = /\/V (\d+) 0 R/.exec(textOfBytes(signed))?.[1]
    const forged = appendRevision(signed, {
      [Number(number)]: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached >>',
    })
    expect(firstReport(forged)).toMatchObject({ indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE' })
  })

  it('a range that the signer itself left short of the end of the file', () => {
    const short = signChanged(ana, base, (tail) =>
      tail.replace(
        /(\/ByteRange \[0 \d+ \d+ )(\d+)/,
        (_, head: string, rest: string) => `${head}${String(Number(rest) - 200).padEnd(rest.length)}`,
      ),
    )
    expect(firstReport(short)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['end_is_not_a_revision'] })
  })

  it('a gap that hides more than the CMS', () => {
    const hidden = signChanged(ana, base, (tail) =>
      tail.replace(
        /(\/ByteRange \[0 \d+ )(\d+)( )(\d+)/,
        (_, head: string, second: string, space: string, rest: string) =>
          `${head}${Number(second) + 8}${space}${Number(rest) - 8}`,
      ),
    )
    expect(firstReport(hidden)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['gap_is_not_contents'] })
  })

  it('white space inside Contents', () => {
    const { end } = lastGap(signed)
    const spaced = Buffer.from(signed)
    spaced.write('    ', end - 6, 'latin1')
    expect(firstReport(spaced)).toMatchObject({ indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE' })
  })
})

/** Ibid., §4.2. */
describe('incremental saving', () => {
  const evilPage = stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET')

  it('new content with a new cross-reference', () => {
    expect(firstReport(appendRevision(signed, { 5: evilPage }))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'MODIFIED_AFTER_SIGNING',
      integrity: 'intact',
      coversWholeFile: false,
      modifiedAfter: true,
      modifications: [{ kind: 'page_changed', object: 5, page: 1 }],
    })
  })

  it('new content without cross-reference or trailer', () => {
    const forged = Buffer.concat([signed, bytesOf(`5 0 obj\n${evilPage}\nendobj\n`)])
    expect(firstReport(forged)).toMatchObject({
      modifications: [{ kind: 'trailing_bytes' }],
      indication: 'TOTAL_FAILED',
    })
  })

  it('new content with a trailer but no cross-reference', () => {
    const forged = Buffer.concat([
      signed,
      bytesOf(`5 0 obj\n${evilPage}\nendobj\ntrailer\n<< /Root 1 0 R /Size 99 >>\nstartxref\n0\n%%EOF\n`),
    ])
    expect(verdictOf(forged)).not.toBe('valid')
  })

  it('new content and a copy of the signature', () => {
    const number = Number(/\/V (\d+) 0 R/.exec(textOfBytes(signed))?.[1])
    const copy = new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`).exec(textOfBytes(signed))?.[1]
    expect(copy).toContain('/ByteRange')
    expect(check(appendRevision(signed, { 5: evilPage, [number]: copy ?? '' })).summary).toBe('invalid')
  })

  it('a new catalog that shows another page tree, unlike a copy of the signed one under another number', () => {
    const forged = appendRevision(signed, { 80: '<< /Type /Catalog /Pages 2 0 R >>' }, '/Root 80 0 R')
    expect(firstReport(forged)).toMatchObject({
      indication: 'TOTAL_FAILED',
      warnings: expect.arrayContaining(['signature_not_in_form']),
    })
    const kept = appendRevision(
      signed,
      {
        80:
          textOfBytes(signed)
            .match(/\n1 0 obj\n([^]*?)\nendobj/g)
            ?.at(-1)
            ?.slice(9, -7) ?? '',
      },
      '/Root 80 0 R',
    )
    expect(firstReport(kept)).toMatchObject({ indication: 'TOTAL_PASSED', modifications: [] })
  })

  it('a new history that bypasses the signed one', () => {
    const file = readPdf(signed)
    const entries = Array.from({ length: file.nextNumber }, (_, number) => {
      const entry = file.entry(number)
      return `${String(entry?.kind === 'offset' ? entry.offset : 0).padStart(10, '0')} 00000 ${entry?.kind === 'offset' ? 'n' : 'f'} \n`
    })
    const table = `xref\n0 ${entries.length}\n${entries.join('')}trailer\n<< /Size ${entries.length} /Root 1 0 R /Info 14 0 R >>\nstartxref\n${signed.length}\n%%EOF\n`
    expect(firstReport(Buffer.concat([signed, bytesOf(table)]))).toMatchObject({
      indication: 'TOTAL_FAILED',
      modifications: [{ kind: 'revision_chain_broken' }],
    })
  })

  it('a change that the next revision reverts', () => {
    const original = stream('BT /Helv 12 Tf 72 720 Td (Pago: 100) Tj ET /Logo Do')
    const restored = appendRevision(appendRevision(signed, { 5: evilPage }), { 5: original })
    expect(firstReport(restored)).toMatchObject({ modifications: [{ kind: 'page_changed', object: 5, page: 1 }] })
  })
})

/** Ibid., §4.3: the second signed part moves, another stands in its place, a second ByteRange points at it. */
describe('signature wrapping', () => {
  it('is detected by the repeated key and by the gap', async () => {
    const pdf = await signAs(ana, base, { reason: 'R'.repeat(120) })
    const { end, rest } = lastGap(pdf)
    const part = textOfBytes(pdf.subarray(end, end + rest))
    const range = `/ByteRange [0 ${lastGap(pdf).start} ${end + rest} ${rest}]`
    const evil = part
      .replace(/\/Reason \(R+\)/, (found) => range.padEnd(found.length))
      .replace('/MediaBox [ 0 0 612 792 ]', '/MediaBox [ 0 0 612 100 ]')
    expect(evil).toHaveLength(part.length)
    const forged = Buffer.concat([pdf.subarray(0, end), bytesOf(evil), bytesOf(part)])
    expect(coveredDigest(forged)).toBeDefined()
    expect(check(forged).signatures[0]).toMatchObject({ indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE' })
  })
})

/** Mainka, Mladenov, Rohlmann: "Shadow Attacks: Hiding and Replacing Content in Signed PDFs", NDSS 2021. */
describe('shadow attacks', () => {
  it('hide: the covering object is removed', async () => {
    expect(
      firstReport(appendRevision(signed, { 9: stream('', '/Type /XObject /Subtype /Form /BBox [ 0 0 10 10 ]') })),
    ).toMatchObject({
      modifications: [{ kind: 'page_changed', object: 9, page: 1 }],
      indication: 'TOTAL_FAILED',
    })
  })

  it('hide: the page refers to other content', () => {
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 6 0 R /Resources 7 0 R >>'
    expect(firstReport(appendRevision(signed, { 4: page.replace('6 0 R', '5 0 R') })).modifications).toEqual([
      { kind: 'page_changed', object: 4, page: 2, key: 'Contents' },
    ])
  })

  it('replace: a font that draws other letters', () => {
    const forged = appendRevision(signed, { 8: '<< /Type /Font /Subtype /Type1 /BaseFont /Evil >>' })
    expect(firstReport(forged)).toMatchObject({ indication: 'TOTAL_FAILED', modifiedAfter: true })
  })

  it('replace: a dangling reference gets an object', async () => {
    const dangling = await signAs(
      ana,
      contract({ 7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R /Sombra 70 0 R >> >>' }),
    )
    expect(check(dangling).summary).toBe('valid')
    const forged = appendRevision(dangling, {
      70: stream('0 0 612 792 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 612 792 ]'),
    })
    expect(firstReport(forged).modifications).toEqual([{ kind: 'page_changed', object: 70, page: 1 }])
  })

  it('hide and replace: a cross-reference that leads to an object hidden in the signed bytes', async () => {
    const hidden = '5 0 obj\n<< /Length 4 >>\nstream\n0 0 \nendstream\nendobj\n'
    const pdf = await signAs(ana, contract({ 20: stream(hidden) }))
    expect(check(pdf).summary).toBe('valid')
    const at = textOfBytes(pdf).lastIndexOf(hidden)
    const prev = /startxref\n(\d+)\n%%EOF\n$/.exec(textOfBytes(pdf))?.[1]
    const table = `xref\n5 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 99 /Root 1 0 R /Info 14 0 R /Prev ${prev} >>\nstartxref\n${pdf.length}\n%%EOF\n`
    expect(firstReport(Buffer.concat([pdf, bytesOf(table)])).modifications).toEqual([
      { kind: 'page_changed', object: 5, page: 1 },
    ])
  })

  it('hide and replace: startxref that leads to a whole section hidden in the signed bytes', async () => {
    const sectionAt = (offset: number, object: number, prev: number) =>
      `xref\n5 1\n${String(object).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 99 /Root 1 0 R /Info 14 0 R /Prev ${String(prev).padStart(10, '0')} >>\nstartxref\n${offset}\n%%EOF\n`
    const hidden = '5 0 obj\n<< /Length 4 >>\nstream\n0 0 \nendstream\nendobj\n'
    // the length of the signed file is known in advance: the same file with other digits in the hidden section
    const build = (at: number, prev: number) =>
      signAs(ana, contract({ 20: stream(hidden + sectionAt(1000, at, prev)) }))
    const draft = textOfBytes(await build(0, 0))
    const prev = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(draft)?.[1])
    const pdf = await build(draft.indexOf(hidden), prev)
    expect(check(pdf).summary).toBe('valid')
    const at = textOfBytes(pdf).indexOf('xref\n5 1\n')
    expect(verdictOf(Buffer.concat([pdf, bytesOf(`startxref\n${at}\n%%EOF\n`)]))).toBe('invalid')
  })

  it('a removed page, and an added one', () => {
    expect(
      firstReport(appendRevision(signed, { 2: '<< /Type /Pages /Kids [ 3 0 R ] /Count 1 >>' })).modifications[0]?.kind,
    ).toBe('page_tree_changed')
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R >>'
    const more = appendRevision(signed, { 2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R 60 0 R ] /Count 3 >>', 60: page })
    expect(firstReport(more).indication).toBe('TOTAL_FAILED')
  })
})

/** Mladenov, Mainka, Rohlmann, Schwenk: "Breaking the Specification: PDF Certification", IEEE S&P 2021. */
describe('evil annotation and sneaky signature', () => {
  const lastOf = (pdf: Uint8Array, number: number): string =>
    [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''
  const withAnnotation = (pdf: Uint8Array, annotation: string) => {
    const page = lastOf(pdf, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 60 0 R ]')
    return appendRevision(pdf, { 3: page, 60: annotation })
  }
  const freeText = '<< /Type /Annot /Subtype /FreeText /Rect [ 72 700 300 740 ] /Contents (Pago: 999) >>'

  it('an annotation after an approval signature', () => {
    expect(firstReport(withAnnotation(signed, freeText))).toMatchObject({
      modifications: [{ kind: 'annotation_added', object: 60, page: 1 }],
      indication: 'TOTAL_FAILED',
    })
  })

  it.each([1, 2] as const)('an annotation on a document certified with P %i', async (certify) => {
    const certified = await signAs(ana, base, { certify })
    expect(firstReport(certified)).toMatchObject({ kind: 'certification', indication: 'TOTAL_PASSED' })
    expect(firstReport(withAnnotation(certified, freeText)).indication).toBe('TOTAL_FAILED')
  })

  it('an annotation that P 3 permits is reported', async () => {
    const certified = await signAs(ana, base, { certify: 3 })
    expect(firstReport(withAnnotation(certified, freeText))).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'MODIFIED_AFTER_SIGNING',
      warnings: expect.arrayContaining(['annotations_added']),
    })
  })

  const withField = (
    pdf: Uint8Array,
    field: string,
    value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>',
  ) => {
    const catalog = lastOf(pdf, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 60 0 R ]')
    const page = lastOf(pdf, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 60 0 R ]')
    return appendRevision(pdf, {
      1: catalog,
      3: page,
      60: field,
      61: value,
      62: stream('0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 100 100 ]'),
    })
  }
  const widget = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132'

  it.each([2, 3] as const)('a new visible signature field on a document certified with P %i', async (certify) => {
    const certified = await signAs(ana, base, { certify })
    const forged = withField(certified, `${widget} /Rect [ 0 0 100 100 ] /V 61 0 R /AP << /N 62 0 R >> >>`)
    expect(firstReport(forged).modifications).toContainEqual(
      expect.objectContaining({ kind: 'field_added', object: 60 }),
    )
  })

  it.each([
    ['an empty field with an appearance', `${widget} /Rect [ 0 0 100 100 ] /AP << /N 62 0 R >> >>`, 'field_added'],
    [
      'a field that covers the page',
      `${widget} /Rect [ 0 0 612 792 ] /V 61 0 R /AP << /N 62 0 R >> >>`,
      'field_covers_page',
    ],
    ['a field with an action', `${widget} /Rect [ 0 0 0 0 ] /V 61 0 R /AA << >> >>`, 'field_added'],
    ['a text field', '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Otra) /P 3 0 R /Rect [ 0 0 9 9 ] >>', 'field_added'],
    ['the name of another field', `${widget.replace('Otra', 'Nombre')} /Rect [ 0 0 0 0 ] /V 61 0 R >>`, 'field_added'],
  ])('%s after an approval signature', (_, field, kind) => {
    expect(firstReport(withField(signed, field)).modifications).toContainEqual(
      expect.objectContaining({ kind, object: 60 }),
    )
  })

  it('a signature shown in a second field', () => {
    const value = /\/V (\d+) 0 R/.exec(textOfBytes(signed))?.[1]
    const forged = withField(signed, `${widget} /Rect [ 0 0 0 0 ] /V ${value} 0 R >>`)
    expect(check(forged).signatures.map(({ indication }) => indication)).toEqual(['TOTAL_FAILED', 'TOTAL_FAILED'])
  })

  it('a signature moved to another field', () => {
    const value = /\/V (\d+) 0 R/.exec(textOfBytes(signed))?.[1]
    const catalog = lastOf(signed, 1).replace(/\/Fields \[[^\]]*\]/, '/Fields [ 10 0 R 11 0 R 60 0 R ]')
    const forged = appendRevision(signed, { 1: catalog, 60: `${widget} /Rect [ 0 0 0 0 ] /V ${value} 0 R >>` })
    expect(firstReport(forged)).toMatchObject({
      field: 'Otra',
      indication: 'TOTAL_FAILED',
      subindication: 'FORMAT_FAILURE',
      warnings: ['signature_not_in_signed_revision'],
    })
  })

  it('an earlier signature replaced or removed', async () => {
    const twice = await signAs(luis, signed)
    const field = Number(/(\d+) 0 obj\n<<[^]{0,200}?\/T \(Signature1\)/.exec(textOfBytes(signed))?.[1])
    const body = lastOf(twice, field)
    expect(body).toContain('/V ')
    const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
    const exchanged = appendRevision(twice, { [field]: body.replace(/\/V \d+ 0 R/, '/V 90 0 R'), 90: value })
    const removed = appendRevision(twice, { [field]: body.replace(/\/V \d+ 0 R/, '') })
    for (const forged of [exchanged, removed]) {
      const second = check(forged).signatures.find(({ field: name }) => name === 'Signature2')
      expect(second?.modifications).toContainEqual({
        kind: 'field_changed',
        object: field,
        key: 'V',
        field: 'Signature1',
      })
    }
  })

  // After the rule of pyHanko's difference analysis (`ReferenceUpdate.paths_checked`): an object that may be overridden
  // as the appearance of a field must not be reached on any other path, or the page changes with it.
  it('the appearance of an open field that is also drawn elsewhere (sneaky appearance)', async () => {
    const shared = await signAs(
      ana,
      contract({ 7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R /Campo 12 0 R >> >>' }),
    )
    const forged = appendRevision(shared, {
      12: stream('0 0 200 20 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ]'),
    })
    expect(firstReport(forged).modifications).toEqual([{ kind: 'page_changed', object: 12, page: 1 }])
  })

  it.each([
    ['moves', '/Rect [ 72 600 272 620 ]', '/Rect [ 72 700 272 720 ]'],
    ['gains an action', '/V ()', '/V () /AA << >>'],
    ['changes its type', '/FT /Tx', '/FT /Btn'],
  ])('an open field that %s', (_, from, to) => {
    expect(firstReport(appendRevision(signed, { 10: lastOf(signed, 10).replace(from, to) })).indication).toBe(
      'TOTAL_FAILED',
    )
  })

  it.each([
    ['/NeedAppearances true', /\/AcroForm <</, '/AcroForm << /NeedAppearances true'],
    ['an open action', /\/Type \/Catalog/, '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
    ['a repeated key', /\/Type \/Catalog/, '/Type /Catalog /Pages 4 0 R'],
    ['fields removed', /10 0 R /, ''],
  ])('a catalog with %s', (_, from, to) => {
    expect(firstReport(appendRevision(signed, { 1: lastOf(signed, 1).replace(from, to) })).indication).toBe(
      'TOTAL_FAILED',
    )
  })

  it('a changed title', () => {
    expect(firstReport(appendRevision(signed, { 14: '<< /Title (Otro) >>' })).modifications).toContainEqual({
      kind: 'info_changed',
      key: 'Title',
    })
  })

  it('a certified form: P 1 forbids filling, P 2 permits it', async () => {
    for (const [certify, indication] of [
      [1, 'TOTAL_FAILED'],
      [2, 'TOTAL_PASSED'],
    ] as const) {
      const certified = await signAs(ana, base, { certify })
      expect(
        firstReport(appendRevision(certified, { 10: lastOf(certified, 10).replace('/V ()', '/V (Luis)') })).indication,
      ).toBe(indication)
    }
  })

  it('an empty signature field that is drawn but not signed', async () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Libre) /P 3 0 R /Rect [ 72 72 272 172 ] /F 4 >>'
    const form = contract({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 15 0 R ] >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 15 0 R ] >>',
      15: field,
    })
    const first = await signAs(ana, form, { fieldName: 'Primera' })
    const drawn = appendRevision(first, {
      15: field.replace('/F 4', '/F 4 /AP << /N 62 0 R >>'),
      62: stream('0 0 200 100 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 200 100 ]'),
    })
    expect(firstReport(drawn).modifications).toMatchObject([
      { kind: 'field_changed', object: 15, key: 'AP', field: 'Libre', page: 1 },
    ])
    expect(check(await signAs(luis, first, { fieldName: 'Libre', appearance: { kind: 'text' } })).summary).toBe('valid')
  })

  it('a field that the signature locked', async () => {
    const sigField =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /P 3 0 R /Rect [ 0 0 0 0 ] /F 132 /Lock << /Type /SigFieldLock /Action /Include /Fields [ (Nombre) ] >> >>'
    const form = contract({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 15 0 R ] >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 15 0 R ] >>',
      15: sigField,
    })
    const locked = await signAs(ana, form, { fieldName: 'Firma' })
    expect(check(locked).summary).toBe('valid')
    expect(
      firstReport(appendRevision(locked, { 10: lastOf(locked, 10).replace('/V ()', '/V (Luis)') })).indication,
    ).toBe('TOTAL_FAILED')
    expect(firstReport(appendRevision(locked, { 11: lastOf(locked, 11).replaceAll('/Off', '/Si') })).indication).toBe(
      'TOTAL_PASSED',
    )
  })
})

/**
 * Incremental saving without a cross-reference (ibid. 2019, §4.2) in its smallest form: the ByteRange has to reach the end
 * of the file (ISO 32000-2 §12.8.1).
 */
describe('bytes appended to the file', () => {
  it.each(['x', '\n\n', ' ', '%%EOF\n', '\0', '<html>'])('trailing bytes %j', (bytes) => {
    expect(firstReport(Buffer.concat([signed, bytesOf(bytes)]))).toMatchObject({
      indication: 'TOTAL_FAILED',
      coversWholeFile: false,
      modifications: [{ kind: 'trailing_bytes' }],
    })
  })
})

describe('forged CMS', () => {
  const other = contract({ 5: stream('BT (Otro contrato) Tj ET') })
  const prepared = async (change?: (cms: Uint8Array) => Uint8Array, identity = ana) => {
    const pdf = await signAs(identity, base)
    return change ? withCms(pdf, change(cmsOf(pdf))) : pdf
  }
  /** SignedData with one part replaced. */
  const rebuild = (cms: Uint8Array, change: (parts: Uint8Array[]) => Uint8Array[]): Uint8Array => {
    const content = children(children(readNode(cms))[1]!)[0]!
    return sequence(oid(Oid.signedData), element(0xa0, sequence(...change(children(content).map(encodingOf)))))
  }
  const covered = (pdf: Uint8Array): Uint8Array => {
    const { start, end, rest } = lastGap(pdf)
    return Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)])
  }

  // replay of a signature (ISO 32000-2 §12.8.1: the digest is of this file's bytes)
  it('of another document', async () => {
    const replayed = withCms(await signAs(luis, other), cmsOf(signed))
    expect(firstReport(replayed)).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'HASH_FAILURE',
      integrity: 'broken',
    })
  })

  // The CMS of one document, its content embedded, placed in another. ISO 32000-2 §12.8.3.3.1 and ETSI EN 319 142-1
  // §6.3 forbid embedded content; pkijs 4 (`SignedData.verify`) verifies it instead of the given data.
  it('with embedded content (replay)', async () => {
    const cms = rebuild(cmsOf(signed), (parts) => [
      parts[0]!,
      parts[1]!,
      sequence(oid(Oid.data), element(0xa0, octetString(covered(signed)))),
      ...parts.slice(3),
    ])
    const target = prepare(other, { signingTime: SIGNED_AT, signerName: 'Ana', contentsSize: 40_000 })
    const pdf = withCms(Buffer.concat([other, target.tail]), cms)
    expect(firstReport(pdf)).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'FORMAT_FAILURE',
      warnings: ['cms_embedded_content'],
    })
  })

  // one signer per signature dictionary (ISO 32000-2 §12.8.3.3.1): of two, readers show either
  it('with two signers', async () => {
    const pdf = await prepared((cms) =>
      rebuild(cms, (parts) => [
        ...parts.slice(0, -1),
        setOf(Array.from({ length: 2 }, () => encodingOf(children(readNode(parts.at(-1)!))[0]!))),
      ]),
    )
    expect(firstReport(pdf)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['cms_signer_count'] })
  })

  it('without a signer', async () => {
    const pdf = await prepared((cms) => rebuild(cms, (parts) => [...parts.slice(0, -1), setOf([])]))
    expect(firstReport(pdf).indication).toBe('TOTAL_FAILED')
  })

  it('of another content type', async () => {
    const pdf = await prepared((cms) =>
      rebuild(cms, (parts) => [parts[0]!, parts[1]!, sequence(oid(Oid.tstInfo)), ...parts.slice(3)]),
    )
    expect(firstReport(pdf)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['cms_wrong_content_type'] })
  })

  // F. Strenzke's forgery: SignerInfos with and without signed attributes cannot be distinguished by the signature
  // value (IETF draft-vangeest-lamps-cms-euf-cma-signeddata)
  it('without signed attributes, as a signature over the document itself', async () => {
    const pdf = await prepared((cms) =>
      rebuild(cms, (parts) => {
        const fields = children(children(readNode(parts.at(-1)!))[0]!).filter(({ tag }) => tag !== 0xa0)
        return [...parts.slice(0, -1), setOf([sequence(...fields.map(encodingOf))])]
      }),
    )
    expect(firstReport(pdf)).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'SIG_CRYPTO_FAILURE',
      integrity: 'broken',
    })
  })

  it('with trailing bytes', async () => {
    expect(firstReport(await prepared((cms) => Buffer.concat([cms, smallInteger(1)])))).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'FORMAT_FAILURE',
      warnings: expect.arrayContaining(['cms_trailing_data']),
    })
  })

  // substitution of the certificate (RFC 2634 §5.1.1)
  it('with another certificate of the same key', () => {
    const twin = issue({ name: 'Jefa de Ana', issuer: intermediate, sameKeyAs: ana })
    const cms = buildCms(twin, coveredDigest(signed), { namedIn: ana })
    expect(firstReport(withCms(signed, cms))).toMatchObject({
      indication: 'TOTAL_FAILED',
      warnings: expect.arrayContaining(['signing_certificate_replaced']),
    })
  })

  it('by a key that is not the certificate’s', () => {
    const liar = { ...luis, certificate: ana.certificate }
    const cms = buildCms(liar, coveredDigest(signed), { algorithm: 'ecdsa' })
    expect(firstReport(withCms(signed, cms))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'SIG_CRYPTO_FAILURE',
      integrity: 'broken',
    })
  })

  // An issuer that is no authority: M. Marlinspike, "Internet Explorer SSL Vulnerability", 2002 (CVE-2002-0862). Wrong
  // key usage: RFC 5280 §4.2.1.3 and §4.2.1.12. Another root with the same name: names prove nothing (RFC 2634 §5.1.3).
  it.each([
    ['whose issuer is no authority', issue({ name: 'Eva', issuer: ana }), 'CHAIN_CONSTRAINTS_FAILURE'],
    [
      'whose key is for certificates only',
      issue({ name: 'Eva', issuer: intermediate, keyUsage: [5] }),
      'CHAIN_CONSTRAINTS_FAILURE',
    ],
    [
      'for a web server',
      issue({ name: 'Eva', issuer: intermediate, extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] }),
      'CHAIN_CONSTRAINTS_FAILURE',
    ],
    ['of an authority itself', intermediate, 'CHAIN_CONSTRAINTS_FAILURE'],
    ['issued by itself', issue({ name: 'Ana Torres' }), 'NO_CERTIFICATE_CHAIN_FOUND'],
    [
      'of another root of the same name',
      issue({ name: 'Eva', issuer: issue({ name: 'Raíz de prueba', ca: true }) }),
      'NO_CERTIFICATE_CHAIN_FOUND',
    ],
  ])('of a certificate %s', (_, identity, subindication) => {
    const report = firstReport(withCms(signed, buildCms(identity, coveredDigest(signed))))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subindication, integrity: 'intact' })
  })
})

/**
 * A repeated key: ISO 32000-2 §7.3.7 leaves open which one counts, and readers differ. A timestamp in place of a
 * signature: ISO 32000-2 §12.8.5; its token states the time, never a signer.
 */
describe('a forged signature dictionary', () => {
  it.each(['/Contents <00>', '/ByteRange [ 0 1 2 3 ]', '/M (D:20300101000000Z)'])('that repeats %s', (key) => {
    const pdf = signChanged(ana, base, (tail) => tail.replace(/\/Reason \(X+\)/, (found) => key.padEnd(found.length)))
    expect(firstReport(pdf)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['repeated_key'] })
  })

  it('that is a timestamp is never a person’s signature', () => {
    const pdf = signChanged(ana, base, (tail) =>
      tail.replace('/SubFilter /ETSI.CAdES.detached', '/SubFilter /ETSI.RFC3161       '),
    )
    expect(firstReport(pdf)).toMatchObject({
      kind: 'timestamp',
      indication: 'TOTAL_FAILED',
      subindication: 'FORMAT_FAILURE',
      signer: null,
      signed_at: null,
    })
  })

  it('of an unknown kind gives no verdict', () => {
    const pdf = signChanged(ana, base, (tail) =>
      tail.replace('/SubFilter /ETSI.CAdES.detached', '/SubFilter /adbe.x509.rsa_sha1 '),
    )
    expect(firstReport(pdf)).toMatchObject({ indication: 'INDETERMINATE', warnings: ['subfilter_unsupported'] })
  })
})
