import { describe, expect, it } from 'vitest'
import { ana, check, firstReport, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/** Later saves of other programs. None is a modification, and filled fields are reported. */

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''
const withEntry = (dict: string, entry: string): string => dict.replace(/>>$/, `${entry} >>`)

const form = (data: string, entries = '', box = '0 0 200 20'): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${entries}`)
const helv = '/Resources << /Font << /Helv 8 0 R >> >>'

/** A text field (10) with its appearance (12); more entries make it multiline, a comb or rotated. */
const field = (value: string, more = '', rect = '72 600 272 620'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (campo) /Rect [ ${rect} ] /P 3 0 R /DA (/Helv 12 Tf 0 g) /V (${value}) /AP << /N 12 0 R >> ${more} >>`

type Fill = {
  writer: string
  value: string
  drawn: string
  more?: string
  rect?: string
  entries?: string
  box?: string
}

describe('a text field filled by another program', () => {
  it.each<Fill>([
    {
      writer: 'PDFBox',
      value: '1500',
      drawn: '/Tx BMC q 1 1 198 18 re W n BT /Helv 12 Tf 0 g 2 5.2 Td (1500) Tj ET Q EMC',
    },
    {
      writer: 'PDFBox with ground and border',
      value: '1500',
      more: '/MK << /BG [ 1 1 0.8 ] /BC [ 0 ] >>',
      drawn:
        '1 1 0.8 rg 0 0 200 20 re f 0 G 1 w 0.5 0.5 199 19 re s /Tx BMC q 2 2 196 16 re W n BT /Helv 12 Tf 0 g 4 5.2 Td (1500) Tj ET Q EMC',
    },
    {
      writer: 'Acrobat',
      value: 'Luis Vega',
      drawn: '/Tx BMC q 1 1 198 18 re W n BT /Helv 12 Tf 0 g 2 5.724 Td (Luis Vega) Tj ET Q EMC',
    },
    {
      writer: 'Acrobat, words one by one',
      value: 'Will it fill',
      drawn: '/Tx BMC BT 0 g /Helv 12 Tf 1 0 0 1 2 5.7 Tm [ (W) 40 (ill) ] TJ 22 0 Td (it) Tj 9 0 Td (fill) Tj ET EMC',
    },
    {
      writer: 'Acrobat with a beveled border',
      value: '7',
      drawn:
        '0.75 g 0 0 200 20 re f 1 g 1 1 m 1 19 l 199 19 l 198 18 l 2 18 l 2 2 l f 0.5 g 199 19 m 199 1 l 1 1 l 2 2 l 198 2 l 198 18 l f 0 G 0.5 0.5 199 19 re s /Tx BMC q BT /Helv 12 Tf 0 g 4 5 Td (7) Tj ET Q EMC',
    },
    {
      writer: 'Acrobat, a comb',
      value: '0912',
      more: '/Ff 16777216 /MaxLen 4',
      drawn:
        '0 G 50 0 m 50 20 l s 100 0 m 100 20 l s 150 0 m 150 20 l s /Tx BMC BT /Helv 12 Tf 0 g 21 5 Td (0) Tj 50 0 Td (9) Tj 50 0 Td (1) Tj 50 0 Td (2) Tj ET EMC',
    },
    {
      writer: 'pdf.js',
      value: 'Quito',
      drawn: '/Tx BMC q BT /Helv 12 Tf 0 g 1 0 0 1 0 0 Tm 2.00 5.60 Td (Quito) Tj ET Q EMC',
    },
    {
      writer: 'pdf.js, several lines',
      value: 'Primera linea\\nSegunda',
      more: '/Ff 4096',
      rect: '72 560 272 620',
      box: '0 0 200 60',
      drawn:
        '/Tx BMC q BT /Helv 10 Tf 0 g 1 0 0 1 0 60 Tm 2.00 -12.00 Td (Primera linea) Tj 0 -13.5 Td (Segunda) Tj ET Q EMC',
    },
    {
      writer: 'iText 7',
      value: '3.14',
      drawn: '/Tx BMC q q 1 1 198 18 re W n BT /Helv 12 Tf 0 0 0 rg 1 0 0 1 2 5.6 Tm (3.14) Tj ET Q Q EMC',
    },
    {
      writer: 'pyHanko',
      value: 'Lima',
      drawn: 'q /Tx BMC BT 0 g /Helv 12 Tf 14 TL 2 5 Td (Lima) Tj ET EMC Q',
    },
    {
      writer: 'MuPDF',
      value: 'Cuenca',
      drawn: '/Tx BMC\nq\nBT\n0 g\n/Helv 12 Tf\n1 0 0 1 2 4.6 Tm\n(Cuenca) Tj\nET\nQ\nEMC',
    },
    {
      writer: 'PDFBox, right-aligned',
      value: '1000000',
      more: '/Q 2',
      drawn: '/Tx BMC q 1 1 198 18 re W n BT /Helv 12 Tf 0 g 151.3 5.2 Td (1000000) Tj ET Q EMC',
    },
    {
      writer: 'a turned field',
      value: '42',
      more: '/MK << /R 90 >>',
      rect: '72 560 92 620',
      box: '0 0 60 20',
      entries: '/Matrix [ 0 1 -1 0 20 0 ]',
      drawn: '/Tx BMC q BT /Helv 12 Tf 0 g 2 5 Td (42) Tj ET Q EMC',
    },
    {
      writer: 'white letters on a dark ground',
      value: '42',
      drawn: '0 0 0.5 rg 0 0 200 20 re f /Tx BMC q BT /Helv 12 Tf 1 g 2 5 Td (42) Tj ET Q EMC',
    },
    { writer: 'quotes and ligatures', value: "O'Neill", drawn: "BT /Helv 12 Tf 2 5 Td (O'Neill) Tj ET" },
    { writer: 'an emptied field', value: '', drawn: '/Tx BMC EMC' },
  ])('$writer', async ({ value, drawn, more = '', rect, entries = '', box }) => {
    const empty = contract({
      10: field('Antes', more, rect),
      12: form('BT /Helv 12 Tf 2 5 Td (Antes) Tj ET', `${helv} ${entries}`, box),
    })
    const filled = appendRevision(await signAs(ana, empty), {
      10: field(value, `${more} /M (D:20260401120000Z)`, rect),
      12: form(drawn, `${helv} ${entries}`, box),
    })
    const report = firstReport(filled)
    expect(report.modifications).toEqual([])
    expect(report.warnings.filter((warning) => warning.startsWith('field_'))).toEqual([])
    expect(report).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: [{ kind: 'field_filled', field: 'campo', before: 'Antes', after: value.replace('\\n', '\n') || null }],
    })
  })

  it('with an own font that cannot be read is not reported as modified', async () => {
    const pdf = await signAs(
      ana,
      contract({ 10: field('Antes'), 12: form('BT /Helv 12 Tf 2 5 Td (Antes) Tj ET', helv) }),
    )
    const filled = appendRevision(pdf, {
      10: field('Nombre'),
      12: form('/Cs1 cs 0 0 0 sc BT /F 12 Tf 2 5 Td <00010002> Tj ET', '/Resources << /Font << /F 70 0 R >> >>'),
      70: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Arial /Encoding /Identity-H /DescendantFonts [ ] >>',
    })
    expect(firstReport(filled)).toMatchObject({ indication: 'INDETERMINATE', modifications: [] })
  })

  it.each([
    ['minus', 0, '-1234.5', '-1.234,50'],
    ['red', 1, '-1234.5', '1.234,50'],
    ['brackets', 2, '-1234.5', '\\(1.234,50\\)'],
  ])('a negative amount in the style %s', async (_, style, value, text) => {
    const format = `/AA << /F << /S /JavaScript /JS (AFNumber_Format\\(2, 2, ${style}, 0, "", true\\);) >> >>`
    const pdf = await signAs(
      ana,
      contract({ 10: field('0', format), 12: form('BT /Helv 12 Tf 2 5 Td (0,00) Tj ET', helv) }),
    )
    const filled = appendRevision(pdf, {
      10: field(value, format),
      12: form(`BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`, helv),
    })
    expect(check(filled).summary).toBe('valid')
  })
})

describe('a choice and a check box filled by other programs', () => {
  it('a drop-down list shows the label of its value', async () => {
    const choice = (value: string): string =>
      field(value, '/Ff 131072 /Opt [ [ (EC) (Ecuador) ] [ (PE) (Peru) ] ]').replace('/FT /Tx', '/FT /Ch')
    const shows = (text: string): string => form(`/Tx BMC q BT /Helv 12 Tf 2 5 Td (${text}) Tj ET Q EMC`, helv)
    const pdf = await signAs(ana, contract({ 10: choice('EC'), 12: shows('Ecuador') }))
    expect(check(appendRevision(pdf, { 10: choice('PE'), 12: shows('Peru') })).summary).toBe('valid')
  })

  it('Acrobat ticks a box with /M', async () => {
    const pdf = await signAs(ana, contract())
    const ticked = withEntry(lastOf(pdf, 11).replaceAll('/Off', '/Si'), '/M (D:20260401120000Z)')
    expect(firstReport(appendRevision(pdf, { 11: ticked }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      modifications: [],
    })
  })
})

describe('metadata written by other programs', () => {
  const xmp = (body: string): string => stream(`<x:xmpmeta>${body}</x:xmpmeta>`, '/Type /Metadata /Subtype /XML')
  const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Contrato</rdf:li></rdf:Alt></dc:title>'

  it('Acrobat adds XMP that repeats the information dictionary', async () => {
    const pdf = await signAs(ana, contract())
    const saved = appendRevision(pdf, { 1: withEntry(lastOf(pdf, 1), '/Metadata 80 0 R'), 80: xmp(title) })
    expect(firstReport(saved)).toMatchObject({ indication: 'TOTAL_PASSED', additions: [{ kind: 'metadata_changed' }] })
  })

  it('the same title in another XML notation', async () => {
    const catalog = '<< /Type /Catalog /Pages 2 0 R /Metadata 80 0 R >>'
    const pdf = await signAs(ana, contract({ 1: catalog, 80: xmp(title) }))
    const again = xmp(`<rdf:Description dc:title="Contr&#97;to" xmp:ModifyDate="2026-04-01"/>`)
    expect(firstReport(appendRevision(pdf, { 80: again }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      modifications: [],
    })
  })
})

describe('stamps of other programs over signed content', () => {
  const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
  const kindsAfter = (pdf: Uint8Array, content: string, entries: string, rect: string): string[] => {
    const stamped = appendRevision(pdf, {
      1: lastOf(pdf, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 90 0 R ]'),
      3: lastOf(pdf, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 90 0 R ]'),
      90: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132 /Rect [ ${rect} ] /V 91 0 R /MK << >> /AP << /N 92 0 R >> >>`,
      91: value,
      92: form(content, entries, '0 0 200 40'),
    })
    return firstReport(stamped).modifications.map(({ kind }) => kind)
  }
  const layers =
    '/Resources << /XObject << /FRM 93 0 R >> /Font << /F << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Arial /FontDescriptor << /FontFile2 8 0 R >> >> >> >>'

  it.each([
    ['dark letters of a font of its own', 'BT /F 9 Tf 0 g 2 12 Td (Firmado por Luis Vega) Tj ET', layers],
    ['a name in large letters', 'BT /Helv 28 Tf 0.2 0.3 0.6 rg 2 8 Td (Luis Vega) Tj ET', helv],
    ['ink of thin strokes', '1.2 w 4 4 m 30 30 40 -10 60 20 c 90 30 110 0 180 20 c S', ''],
    ['a border', '0 G 1 w 0.5 0.5 199 39 re S', ''],
  ])('%s hides nothing', async (_, content, entries) => {
    expect(kindsAfter(await signAs(ana, contract()), content, entries, '70 710 270 750')).toEqual([])
  })
})
