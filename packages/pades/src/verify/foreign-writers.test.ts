import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { ana, firstReport, lastGap, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/** Layouts that PDFBox 2, iText 5 and poppler write after a signature, minimised, with their abuse. */

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

const form = (content: string, resources = '/Resources << /Font << /Helv 8 0 R >> >>', box = '0 0 100 50'): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${resources}`)

const passes = (pdf: Uint8Array, addition: string): void =>
  expect(firstReport(pdf)).toMatchObject({
    indication: 'TOTAL_PASSED',
    modifications: [],
    additions: expect.arrayContaining([expect.objectContaining({ kind: addition })]),
  })

const fails = (pdf: Uint8Array, kind: string): void =>
  expect(firstReport(pdf)).toMatchObject({
    indication: 'TOTAL_FAILED',
    modifications: expect.arrayContaining([expect.objectContaining({ kind })]),
  })

describe('XObjects in the /DR of the form (iText, PDFBox)', () => {
  const catalog = contract()
  const withStamp = lastOf(catalog, 1).replace('/DR <<', '/DR << /XObject << /FRM 9 0 R >>')
  const replaceStamp = (pdf: Uint8Array) =>
    appendRevision(pdf, { 1: lastOf(pdf, 1).replace('/FRM 9 0 R', '/FRM 60 0 R'), 60: form('0 0 50 50 re f') })

  it('a second stamp takes the name of the first', async () => {
    passes(replaceStamp(await signAs(ana, contract({ 1: withStamp }))), 'resources_added')
  })

  it('fails when the appearance of a field uses that name', async () => {
    const signed = await signAs(ana, contract({ 1: withStamp, 12: form('/FRM Do', '') }))
    fails(replaceStamp(signed), 'form_changed')
  })
})

it('shows the value of a password that PDFBox draws in the clear', async () => {
  const field = (more: string) => lastOf(contract(), 10).replace('/V ()', `/Ff 8192 ${more}`)
  const signed = await signAs(ana, contract({ 10: field('') }))
  const fill = (shown: string) =>
    appendRevision(signed, {
      10: field('/V (clave)').replace('12 0 R', '60 0 R'),
      60: form(`BT /Helv 12 Tf 2 6 Td (${shown}) Tj ET`),
    })
  passes(fill('clave'), 'field_filled')
  passes(fill('*****'), 'field_filled')
  fails(fill('otra'), 'appearance_changed')
})

describe('a list box filled after signing', async () => {
  const list = (more: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Ch /T (Nombre) /Rect [ 72 600 172 650 ] /P 3 0 R /Opt [ (es) (en) (qu) ] ${more} >>`
  const signed = await signAs(ana, contract({ 10: list('') }))
  const fill = (content: string, more = '') =>
    appendRevision(signed, { 10: list(`/V (en) ${more} /AP << /N 60 0 R >>`), 60: form(content) })
  const pdfBox = (highlight: number, second = 'en') =>
    `1 1 0.8 rg 0 0 100 50 re f /Tx BMC q 1 1 98 48 re W n 0.6 0.7569 0.8431 rg 1 ${highlight} 98 13.872 re f 0 g ` +
    `BT /Helv 12 Tf 2 39.384 Td (es) Tj ET BT 2 25.512 Td (${second}) Tj ET BT 2 11.64 Td (qu) Tj ET Q EMC`
  const itext =
    '/Tx BMC q 1 1 98 48 re W n 0.04 0.14 0.41 rg 1 35.13 98 13.87 re f q BT 1 0 0 1 2 37.83 Tm /Helv 12 Tf 1 g (en)Tj ET Q ' +
    'q BT 1 0 0 1 2 23.96 Tm /Helv 12 Tf 0 g (qu)Tj ET Q Q EMC'

  it('PDFBox draws all lines and highlights the chosen one', () => passes(fill(pdfBox(23.256)), 'field_filled'))
  it('iText begins with the chosen line (/TI)', () => passes(fill(itext, '/TI 1'), 'field_filled'))
  it('fails with another line highlighted', () => fails(fill(pdfBox(9.4)), 'appearance_changed'))
  it('fails with a line that is no option', () => fails(fill(pdfBox(23.256, 'xx')), 'appearance_changed'))
  it('fails with a box over the lines', () => fails(fill(`${pdfBox(23.256)} 0 20 90 25 re f`), 'appearance_changed'))
  it('is undecided without a highlight', () => {
    const plain = pdfBox(23.256).replace(/1 23.256 98 13.872 re f/, '')
    expect(firstReport(fill(plain))).toMatchObject({
      indication: 'INDETERMINATE',
      warnings: expect.arrayContaining(['field_appearance_unverified']),
    })
  })
})

describe('a check box whose mark iText redraws', async () => {
  const box = (state: string, on: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (Acepto) /Rect [ 72 560 92 580 ] /P 3 0 R /MK << /CA (4) >> /V /${state} /AS /${state} /AP << /N << /Si ${on} 0 R /Off 16 0 R >> >> >>`
  const dingbats = '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>'
  const mark = (text: string, resources = '/Resources << /Font << /ZaDb 15 0 R >> >>') =>
    form(`q 1 1 18 18 re W n 0 g BT /ZaDb 20 Tf 1 0 0 1 2 2 Tm (${text})Tj ET Q`, resources, '0 0 20 20')
  const base = { 11: box('Off', 17), 15: dingbats, 16: form('q Q', '', '0 0 20 20'), 17: mark('4') }
  const signed = await signAs(ana, contract(base))
  const check = (drawn: string, value = 'Si') => appendRevision(signed, { 11: box(value, 60), 60: drawn })

  it('a cross instead of a check mark', () => passes(check(mark('8')), 'field_filled'))
  it('fails with a letter', () => fails(check(mark('x')), 'appearance_changed'))
  it('fails with a digit of another font', () =>
    fails(check(mark('8', '/Resources << /Font << /ZaDb 8 0 R >> >>')), 'appearance_changed'))
  it('fails with a drawing', () => fails(check(form('2 2 9 9 re f', '', '0 0 20 20')), 'appearance_changed'))
  it('fails without a new value', () => fails(check(mark('8'), 'Off'), 'appearance_changed'))

  it('a circle without the resources that it did not need', async () => {
    const circle = '0 g 14 10 m 14 12 12 14 10 14 c f'
    const drawn = form(circle, '/Resources << /Font << /ZaDb 15 0 R >> >>', '0 0 20 20')
    const other = await signAs(ana, contract({ ...base, 17: drawn }))
    const again = form(circle, '/Resources << >>', '0 0 20 20')
    passes(appendRevision(other, { 11: box('Si', 60), 60: again }), 'field_filled')
  })
})

describe('/NeedAppearances withdrawn (PDFBox when it fills, iText when it signs)', () => {
  const withdrawn = async (shown: string) => {
    const catalog = lastOf(contract(), 1).replace('/AcroForm <<', '/AcroForm << /NeedAppearances true')
    const field = lastOf(contract(), 10).replace('/V ()', '/V (Ana)')
    const text = form(`/Tx BMC BT /Helv 12 Tf 2 6 Td (${shown}) Tj ET EMC`)
    const signed = await signAs(ana, contract({ 1: catalog, 10: field, 12: text }))
    return appendRevision(signed, { 1: lastOf(signed, 1).replace('/NeedAppearances true', '/NeedAppearances false') })
  }

  it('passes where the appearances show the values', async () => {
    expect(firstReport(await withdrawn('Ana'))).toMatchObject({ indication: 'TOTAL_PASSED', modifications: [] })
  })
  it('fails where one shows something else', async () => fails(await withdrawn('Eva'), 'form_changed'))
})

describe('a comment on a file certified with P 3', async () => {
  const signed = await signAs(ana, contract(), { certify: 3 })
  const comment = (annotation: string, more = {}) =>
    appendRevision(signed, {
      3: lastOf(signed, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 60 0 R ]'),
      60: annotation,
      ...more,
    })
  const icon = { 61: form('0 0 20 20 re f', '', '0 0 20 20') }

  it('a note passes and is named', () => {
    passes(
      comment('<< /Type /Annot /Subtype /Text /Rect [ 500 700 520 720 ] /Contents (Revisar) >>'),
      'annotation_added',
    )
    passes(
      comment('<< /Type /Annot /Subtype /Text /Rect [ 500 700 520 720 ] /AP << /N 61 0 R >> >>', icon),
      'annotation_added',
    )
  })

  it.each([
    ['as large as a paragraph', '/Rect [ 72 600 500 740 ] /AP << /N 61 0 R >>'],
    ['with an action', '/Rect [ 500 700 520 720 ] /A << /S /URI /URI (https://ejemplo.test) >>'],
  ])('one %s is refused', (_, entries) => {
    expect(firstReport(comment(`<< /Type /Annot /Subtype /Text ${entries} >>`, icon))).toMatchObject({
      indication: 'INDETERMINATE',
      warnings: expect.arrayContaining(['annotations_added']),
    })
  })
})

it('a private entry in the information dictionary is metadata (iText)', async () => {
  const signed = await signAs(ana, contract())
  passes(appendRevision(signed, { 14: lastOf(signed, 14).replace('>>', '/Office (Quito) >>') }), 'metadata_changed')
  fails(appendRevision(signed, { 14: lastOf(signed, 14).replace('>>', '/Author (Eva) >>') }), 'info_changed')
})

it('an encrypted file whose CMS padding is not zeros is valid (PDFBox)', async () => {
  const fillRoom = (pdf: Uint8Array) => {
    const out = Buffer.from(pdf)
    out.write('a1b2c3', lastGap(pdf).end - 7, 'latin1')
    return out
  }
  expect(firstReport(fillRoom(await signAs(ana, contract()))).warnings).toContain('cms_trailing_data')
  const encrypted = await signAs(ana, makePdf({ encryption: { mode: 'aes-128' } }))
  expect(firstReport(fillRoom(encrypted)).indication).toBe('TOTAL_PASSED')
})
