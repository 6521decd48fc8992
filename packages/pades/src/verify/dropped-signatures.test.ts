import { describe, expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { readPdf } from '../pdf/file.ts'
import { ana, check, luis, SIGNED_AT, signAs, signChanged, verdictOf } from './testing/signing.ts'
import {
  appendRevision,
  bytesOf,
  contract,
  coverUpTo,
  emptySignature,
  overwrite,
  stream,
  textOfBytes,
  tinyPdf,
} from './testing/tiny-pdf.ts'

/** Files with a signature that their last save does not show. */

const signed = await signAs(ana, contract())
const other = stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET')
const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

/** A save that lists every object and has no previous save. */
function cutHistory(pdf: Uint8Array, catalog: string, prev: string): Uint8Array {
  const file = readPdf(pdf)
  const object = `1 0 obj\n${catalog}\nendobj\n`
  const rows = Array.from({ length: file.nextNumber }, (_, number) => {
    const entry = file.entry(number)
    const offset = number === 1 ? pdf.length : entry?.kind === 'offset' ? entry.offset : 0
    return `${String(offset).padStart(10, '0')} 00000 ${offset > 0 ? 'n' : 'f'} \n`
  })
  const trailer = `trailer\n<< /Size ${rows.length} /Root 1 0 R /Info 14 0 R ${prev} >>`
  const table = `xref\n0 ${rows.length}\n${rows.join('')}${trailer}\nstartxref\n${pdf.length + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, bytesOf(object + table)])
}

const withoutForm = lastOf(signed, 1).replace(/\/AcroForm [^]*$/, '>>')

describe('a signature that the last save does not show', () => {
  it('is reported when the form was dropped', () => {
    expect(withoutForm).not.toContain('AcroForm')
    const { summary, signatures } = check(appendRevision(signed, { 1: withoutForm, 5: other }))
    expect(summary).toBe('invalid')
    expect(signatures).toMatchObject([
      {
        field: 'Signature1',
        signer: { name: 'Ana Torres' },
        integrity: 'intact',
        subindication: 'MODIFIED_AFTER_SIGNING',
        coversRevision: 2,
        warnings: expect.arrayContaining(['signature_not_in_form']),
      },
    ])
  })

  it.each(['/Prev 0', ''])('is reported when the history is cut (%j)', (prev) => {
    const { summary, signatures } = check(cutHistory(signed, withoutForm, prev))
    expect(summary).toBe('invalid')
    expect(signatures[0]).toMatchObject({ signer: { name: 'Ana Torres' }, integrity: 'intact' })
    expect(signatures[0]?.warnings).toContain('signature_not_in_form')
  })

  it('is reported when its field is removed from the form', () => {
    const catalog = lastOf(signed, 1).replace(/\/Fields \[[^\]]*\]/, '/Fields [ 10 0 R 11 0 R ]')
    const { summary, signatures } = check(appendRevision(signed, { 1: catalog }))
    expect(summary).toBe('invalid')
    expect(signatures[0]?.warnings).toContain('signature_not_in_form')
  })

  it('is reported when its value is removed from its field', () => {
    const number = Number(/(\d+) 0 obj\n<<[^]{0,200}?\/T \(Signature1\)/.exec(textOfBytes(signed))?.[1])
    const empty = appendRevision(signed, { [number]: lastOf(signed, number).replace(/\/V \d+ 0 R/, '') })
    expect(check(empty)).toMatchObject({ summary: 'invalid', signatures: [{ field: 'Signature1' }] })
  })

  it('is verified as undecided when its field was never in the form', () => {
    const pdf = signChanged(ana, contract(), (tail) =>
      tail.replace(/\/Fields \[[^\]]*\]/, (found) => '/Fields [ 10 0 R 11 0 R ]'.padEnd(found.length)),
    )
    expect(check(pdf)).toMatchObject({
      summary: 'indeterminate',
      signatures: [{ indication: 'INDETERMINATE', integrity: 'intact', signer: { name: 'Ana Torres' } }],
    })
  })

  it('does not affect a later one, and is reported beside it', async () => {
    const number = Number(/(\d+) 0 obj\n<<[^]{0,200}?\/T \(Signature1\)/.exec(textOfBytes(signed))?.[1])
    const empty = appendRevision(signed, { [number]: lastOf(signed, number).replace(/\/V \d+ 0 R/, '') })
    const { summary, signatures } = check(await signAs(luis, empty, { fieldName: 'Otra' }))
    expect(summary).toBe('indeterminate')
    expect(signatures).toMatchObject([
      { signer: { name: 'Luis Vega' }, indication: 'TOTAL_PASSED' },
      { signer: { name: 'Ana Torres' }, indication: 'INDETERMINATE', modifiedAfter: false },
    ])
    expect(explain(signatures[1]!, 'es')).toBe(
      'El archivo guarda una firma de Ana Torres que el documento ya no muestra.',
    )
  })

  it('is reported but not trusted when damaged', () => {
    const forged = overwrite(appendRevision(signed, { 1: withoutForm }), '(Pago: 100)', () => '(Pago: 999)')
    expect(check(forged)).toMatchObject({ summary: 'invalid', signatures: [{ integrity: 'broken' }] })
  })
})

describe('several signatures that the last save does not show', () => {
  it('are each reported with their own field and claims', async () => {
    const both = await signAs(luis, await signAs(ana, contract(), { reason: 'Acuerdo' }), { fieldName: 'Otra' })
    const { signatures } = check(appendRevision(both, { 1: withoutForm }))
    expect(signatures).toMatchObject([
      {
        field: 'Signature1',
        signer: { name: 'Ana Torres' },
        reason: 'Acuerdo',
        claimed_at: SIGNED_AT,
        coversRevision: 2,
      },
      { field: 'Otra', signer: { name: 'Luis Vega' }, claimed_at: SIGNED_AT, coversRevision: 3 },
    ])
    expect(signatures[0]!.signedBytes).toBe(check(both).signatures[0]!.signedBytes)
    expect(signatures[1]!.signedBytes).toBe(both.length)
  })

  it('are reported up to twenty', () => {
    const objects: Record<number, string> = {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [ ] /Count 0 >>',
    }
    for (let number = 10; number < 32; number++) objects[number] = emptySignature()
    const { summary, signatures } = check(tinyPdf(objects))
    expect(summary).toBe('indeterminate')
    expect(signatures).toHaveLength(20)
  })
})

describe('a signature in no field', () => {
  const form = (changes: Record<number, string>): Uint8Array =>
    tinyPdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [ ] /Count 0 >>', ...changes })
  const covering = {
    'an end that is no file': () => {
      const pdf = form({ 4: `${emptySignature()}\n%%EOF\n` })
      return coverUpTo(pdf, textOfBytes(pdf).indexOf('%%EOF') + 5)
    },
    'an end that is no save': () => {
      const pdf = Buffer.concat([form({ 4: emptySignature() }), bytesOf('9 0 obj\n(x)\nendobj\n%%EOF\n')])
      return coverUpTo(appendRevision(pdf, { 8: 'null' }), pdf.length)
    },
  }

  it.each(Object.entries(covering))('covers nothing by %s', (_, make) => {
    const { summary, signatures } = check(make())
    expect(summary).toBe('indeterminate')
    expect(signatures).toMatchObject([
      { coversRevision: 0, signedBytes: 0, integrity: 'not_checked', warnings: ['signature_not_in_form'] },
    ])
  })

  it('covers a save that has none of it', () => {
    const pdf = coverUpTo(form({ 4: emptySignature() }))
    expect(check(pdf).signatures).toMatchObject([{ field: '', coversRevision: 1, signedBytes: pdf.length }])
  })

  it('is left over from an attempt beside one that is shown', () => {
    const { signatures } = check(appendRevision(signed, { 60: emptySignature() }))
    expect(signatures).toMatchObject([{ field: 'Signature1', signer: { name: 'Ana Torres' } }])
  })
})

describe('a file that takes too much work to search', () => {
  /** Texts without an end, each of which is read up to the end of the file. */
  const costly = '1 0 obj ( '.repeat(2000)
  const withCost = (pdf: Uint8Array, more = '') => appendRevision(pdf, { 60: `null\n%${costly}${more}` })

  it('is unsigned without a trace of a signature', () => {
    expect(check(withCost(contract()))).toEqual({ summary: 'unsigned', signatures: [] })
  })

  it('is undecided with one', () => {
    expect(check(withCost(contract(), '/ByteRange'))).toMatchObject({
      summary: 'indeterminate',
      signatures: [{ field: '', indication: 'INDETERMINATE', warnings: ['signature_not_in_form'] }],
    })
  })

  it('is not searched where all signatures are shown', () => {
    expect(check(withCost(signed)).signatures).toHaveLength(1)
    expect(check(withCost(signed, '/ByteRange')).signatures).toHaveLength(2)
  })

  it('is searched from the end of a shown signature on', () => {
    const form = (behind: string) =>
      withCost(
        tinyPdf({
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 4 0 R ] >> >>',
          2: '<< /Type /Pages /Kids [ ] /Count 0 >>',
          4: `<< /FT /Sig /T (Firma) /V ${emptySignature()}${behind} >>`,
        }),
      )
    expect(check(form('/Other [ ]')).signatures).toMatchObject([{ field: 'Firma' }])
    expect(check(form('/ByteRange [ ]')).signatures).toMatchObject([{ field: 'Firma' }, { field: '' }])
  })
})

describe('a file without a signature', () => {
  it('is unsigned', () => {
    expect(check(contract())).toEqual({ summary: 'unsigned', signatures: [] })
  })

  it('is unsigned when it has a signed PDF attached, or mentions a signature in its text', () => {
    const attached = contract({ 20: stream(textOfBytes(signed), '/Type /EmbeddedFile') })
    expect(verdictOf(attached)).toBe('unsigned')
    expect(verdictOf(contract({ 20: '(/ByteRange [ 0 1 2 3 ])' }))).toBe('unsigned')
  })

  it('is unsigned when Acrobat only granted usage rights', () => {
    const rights =
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [ 0 1 2 3 ] /Contents <00> /Reference [ << /Type /SigRef /TransformMethod /UR3 >> ] >>'
    const pdf = tinyPdf({
      1: '<< /Type /Catalog /Pages 2 0 R /Perms << /UR3 4 0 R >> >>',
      2: '<< /Type /Pages /Kids [ 3 0 R ] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] >>',
      4: rights,
    })
    expect(verdictOf(pdf)).toBe('unsigned')
    expect(verdictOf(appendRevision(pdf, { 5: rights.replace('UR3', 'DocMDP') }))).toBe('indeterminate')
    expect(verdictOf(appendRevision(pdf, { 5: rights.replace('UR3', 'UR') }))).toBe('unsigned')
    expect(verdictOf(appendRevision(pdf, { 5: rights.replace('<< /Type /SigRef', '(x) << /Type /SigRef') }))).toBe(
      'unsigned',
    )
  })
})

describe('one signature in two fields', () => {
  const widget = (name: string, value: string): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /P 3 0 R /F 132 /Rect [ 0 0 0 0 ] ${value} >>`

  it('is reported once when both fields had it from the start', async () => {
    const form = (number: string) =>
      contract({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 15 0 R ] >> >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 15 0 R ] >>',
        15: widget('Copia', `/V ${number} 0 R`),
      })
    const draft = textOfBytes(await signAs(ana, form('00000'), { fieldName: 'Firma' }))
    const number = [...draft.matchAll(/\/V (\d+) 0 R/g)].at(-1)?.[1] ?? ''
    const shared = await signAs(ana, form(number.padStart(5, '0')), { fieldName: 'Firma' })
    expect(check(shared)).toMatchObject({ summary: 'valid', signatures: [{ indication: 'TOTAL_PASSED' }] })
    expect(check(shared).signatures).toHaveLength(1)
  })
})
