import { describe, expect, it } from 'vitest'
import { ana, check, firstReport, luis, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/**
 * Changes after a signature that need no key, each in a single later save, named by what a reader would see («sees …»).
 * Attacks on the open parts of a signed file after Mladenov et al. (IEEE S&P 2021), Rohlmann et al. (NDSS 2021) and our
 * own.
 */

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

const form = (data: string, entries = '', box = '0 0 200 20'): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${entries}`)
const helv = '/Resources << /Font << /Helv 8 0 R >> >>'
const shows = (text: string): string => form(`/Tx BMC q BT /Helv 12 Tf 2 5 Td (${text}) Tj ET Q EMC`, helv)

/** A text field «monto» (10) with the value 100 and its appearance (12). */
const amount =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (monto) /Rect [ 72 600 272 620 ] /P 3 0 R /DA (/Helv 12 Tf 0 g) /V (100) /AP << /N 12 0 R >> >>'
const base = contract({ 10: amount, 12: shows('100') })
const signed = await signAs(ana, base)
const certified = await signAs(ana, base, { certify: 2 })
const filled = (value: string): string => amount.replace('/V (100)', `/V (${value})`)

/** The effect of a later save on the report: modification kinds, or named additions. */
function verdict(pdf: Uint8Array) {
  const { indication, modifications, additions } = firstReport(pdf)
  return { indication, kinds: modifications.map(({ kind }) => kind), additions: additions.map(({ kind }) => kind) }
}
const failsWith = (pdf: Uint8Array, kind: string): void => {
  const found = verdict(pdf)
  expect(found.kinds).toContain(kind)
  expect(found.indication).toBe('TOTAL_FAILED')
}

describe('the appearance of an open field', () => {
  it.each([
    ['signed', signed],
    ['certified with P 2', certified],
  ])('overridden under the same dictionary, sees 1,000,000 where 100 stood (%s)', (_, pdf) => {
    failsWith(appendRevision(pdf, { 12: shows('1,000,000') }), 'appearance_changed')
  })

  it('in a new object under the same value, sees 1,000,000', () => {
    const forged = appendRevision(signed, { 10: amount.replace('12 0 R', '70 0 R'), 70: shows('1,000,000') })
    failsWith(forged, 'appearance_changed')
  })

  it.each<[string, string, Record<number, string>]>([
    ['another text than the value', 'sees 900', { 12: shows('900') }],
    [
      'a filled box beside the value',
      'sees a covered line',
      { 12: form(`BT /Helv 12 Tf (200) Tj ET 20 2 60 12 re f`, helv) },
    ],
    [
      'lines that are drawn as letters',
      'sees a 1 before 200',
      { 12: form('BT /Helv 12 Tf (200) Tj ET 50 4 m 50 16 l S 45 10 m 55 14 l S', helv) },
    ],
    [
      'an image',
      'sees a picture of another amount',
      {
        12: form(
          'BT /Helv 12 Tf (200) Tj ET q 200 0 0 20 0 0 cm /Im Do Q',
          '/Resources << /Font << /Helv 8 0 R >> /XObject << /Im 9 0 R >> >>',
        ),
      },
    ],
    [
      'an inline image',
      'sees a picture',
      { 12: form('BT /Helv 12 Tf (200) Tj ET BI /W 1 /H 1 /BPC 8 /CS /G ID x EI', helv) },
    ],
    ['a shading', 'sees a coloured block', { 12: form('/Sh sh BT /Helv 12 Tf (200) Tj ET', helv) }],
    [
      'a layer that can be switched off',
      'sees nothing or 200',
      { 12: form('/OC /Capa BDC BT /Helv 12 Tf (200) Tj ET EMC', helv) },
    ],
    ['invisible letters', 'sees nothing', { 12: form('BT 3 Tr /Helv 12 Tf (200) Tj ET', helv) }],
    ['a rollover appearance', 'sees 900 under the mouse', { 70: shows('900') }],
  ])('with a new value and %s: %s', (_, __, objects) => {
    const appearance = 70 in objects ? '/AP << /N 12 0 R /R 70 0 R >>' : '/AP << /N 12 0 R >>'
    const field = filled('200').replace('/AP << /N 12 0 R >>', appearance)
    failsWith(appendRevision(signed, { 10: field, 12: shows('200'), ...objects }), 'appearance_changed')
  })

  it.each<[string, Record<number, string>]>([
    [
      'an embedded font of its own whose 2 is drawn as 9',
      {
        12: form('BT /F 12 Tf (200) Tj ET', '/Resources << /Font << /F 70 0 R >> >>'),
        70: '<< /Type /Font /Subtype /TrueType /BaseFont /Evil /FontDescriptor 71 0 R >>',
        71: '<< /Type /FontDescriptor /FontName /Evil /FontFile2 72 0 R >>',
        72: stream('glyphs'),
      },
    ],
    [
      'a Type 3 font whose letters are drawings',
      {
        12: form('BT /F 12 Tf (200) Tj ET', '/Resources << /Font << /F 70 0 R >> >>'),
        70: '<< /Type /Font /Subtype /Type3 /FontBBox [ 0 0 9 9 ] /CharProcs << >> /Encoding << /Differences [ 50 /two 48 /zero ] >> >>',
      },
    ],
    [
      'a /ToUnicode that says 200 of other codes',
      {
        12: form('BT /F 12 Tf (999) Tj ET', '/Resources << /Font << /F 70 0 R >> >>'),
        70: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 71 0 R >>',
        71: stream('1 beginbfchar <39> <0032> endbfchar'),
      },
    ],
    [
      'a filter that is not read',
      { 12: stream('x', '/Type /XObject /Subtype /Form /BBox [ 0 0 9 9 ] /Filter /LZWDecode') },
    ],
  ])('with a new value in %s is not accepted as showing it', (_, objects) => {
    const found = verdict(appendRevision(signed, { 10: filled('200'), ...objects }))
    expect(found.indication).not.toBe('TOTAL_PASSED')
  })

  it('in a font whose codes are renamed, sees 900', () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [ 50 /nine ] >> >>'
    const objects = { 12: form('BT /F 12 Tf (200) Tj ET', '/Resources << /Font << /F 70 0 R >> >>'), 70: font }
    failsWith(appendRevision(signed, { 10: filled('200'), ...objects }), 'appearance_changed')
  })

  it('of three fields that together cover the page, sees another page', async () => {
    const field = (number: number): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (campo${number}) /Rect [ 0 ${(number - 40) * 260} 612 ${(number - 39) * 260} ] /P 3 0 R /V () /DA (/Helv 12 Tf) >>`
    const three = contract({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 40 0 R 41 0 R 42 0 R ] /DR << /Font << /Helv 8 0 R >> >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 40 0 R 41 0 R 42 0 R ] >>',
      40: field(40),
      41: field(41),
      42: field(42),
    })
    const pdf = await signAs(ana, three)
    const page = (number: number): string => field(number).replace('/V ()', `/V (Nuevo) /AP << /N 50 0 R >>`)
    const forged = appendRevision(pdf, { 40: page(40), 41: page(41), 42: page(42), 50: shows('Nuevo') })
    failsWith(forged, 'field_covers_page')
  })

  it('that the signed form shares with the page, sees the page change', async () => {
    const shared = await signAs(
      ana,
      contract({
        10: amount,
        12: shows('100'),
        7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R /Campo 12 0 R >> >>',
      }),
    )
    failsWith(appendRevision(shared, { 10: filled('200'), 12: shows('200') }), 'page_changed')
  })

  it('shared by two open fields, sees 200 in both', async () => {
    const twin = amount.replace('(monto)', '(copia)').replace('72 600 272 620', '72 500 272 520')
    const two = contract({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 15 0 R ] >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 15 0 R ] >>',
      10: amount,
      12: shows('100'),
      15: twin,
    })
    failsWith(appendRevision(await signAs(ana, two), { 10: filled('200'), 12: shows('200') }), 'object_changed')
  })

  it('of a check box that is ticked by its drawing alone, sees a tick', () => {
    const ticked = lastOf(signed, 11).replace('/AS /Off', '/AS /Si')
    failsWith(appendRevision(signed, { 11: ticked }), 'appearance_changed')
    failsWith(appendRevision(signed, { 11: lastOf(signed, 11).replace('/V /Off', '/V /Si') }), 'appearance_changed')
    failsWith(appendRevision(signed, { 11: lastOf(signed, 11).replaceAll('/Off', '/Otro') }), 'appearance_changed')
    expect(verdict(appendRevision(signed, { 11: lastOf(signed, 11).replaceAll('/Off', '/Si') }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: ['field_filled'],
    })
  })

  it('of a hidden field that is unhidden, sees a previously invisible field', async () => {
    const hidden = await signAs(ana, contract({ 10: `${amount.slice(0, -2)} /F 2 >>`, 12: shows('100') }))
    failsWith(
      appendRevision(hidden, { 10: `${filled('200').slice(0, -2)} /F 4 >>`, 12: shows('200') }),
      'field_changed',
    )
  })

  it('in rich text with another text, sees 900 where a reader draws it', () => {
    const rich = `${filled('200').slice(0, -2)} /RV (<body><p>900</p></body>) >>`
    failsWith(appendRevision(signed, { 10: rich, 12: shows('200') }), 'appearance_changed')
  })

  it("with JavaScript for the value, sees the script's output", () => {
    const program = `${filled('200').slice(0, -2)} /AA << /F << /S /JavaScript /JS (event.value=900) >> >> >>`
    failsWith(appendRevision(signed, { 10: program, 12: shows('200') }), 'field_changed')
  })
})

describe('a field over signed text', () => {
  // the page says «Pago: 100» at 72, 720
  const over = amount.replace('72 600 272 620', '70 716 270 736')

  it('filled on a white background, sees its value in place of Pago: 100', async () => {
    const pdf = await signAs(ana, contract({ 10: over.replace('(100)', '()'), 12: form('') }))
    const white = form('1 g 0 0 200 20 re f 0 g BT /Helv 12 Tf (900) Tj ET', helv)
    failsWith(appendRevision(pdf, { 10: over.replace('(100)', '(900)'), 12: white }), 'text_covered')
    const had = await signAs(
      ana,
      contract({ 10: over, 12: form('1 g 0 0 200 20 re f BT /Helv 12 Tf (100) Tj ET', helv) }),
    )
    expect(verdict(appendRevision(had, { 10: over.replace('(100)', '(900)'), 12: white })).kinds).toEqual([])
  })

  it('with a changed value under the old drawing, sees 100 and the report says 900', () => {
    const report = firstReport(appendRevision(signed, { 10: filled('900') }))
    expect(report.indication).toBe('INDETERMINATE')
    expect(report.warnings).toContain('field_appearance_stale')
  })
})

describe('an unsigned signature field', () => {
  const field =
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Libre) /P 3 0 R /Rect [ 72 72 272 172 ] /F 4 /AP << /N 17 0 R >> >>'
  const withField = contract({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 15 0 R ] >> >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 15 0 R ] >>',
    15: field,
    17: form('0 0 200 100 re S'),
  })

  it('keeps its appearance, sees a paid stamp', async () => {
    const pdf = await signAs(ana, withField, { fieldName: 'Primera' })
    failsWith(appendRevision(pdf, { 17: form('BT /Helv 20 Tf (PAGADO) Tj ET', helv) }), 'field_changed')
    failsWith(appendRevision(pdf, { 15: field.replace('/F 4', '/F 2') }), 'field_changed')
    expect(check(await signAs(luis, pdf, { fieldName: 'Libre', appearance: { kind: 'text' } })).summary).toBe('valid')
  })

  it('that no page showed stays hidden while unsigned, sees its drawing appear', async () => {
    const unlisted = await signAs(
      ana,
      contract({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 15 0 R ] >> >>',
        15: field,
        17: form('0 0 200 100 re S'),
      }),
      { fieldName: 'Primera' },
    )
    const page = lastOf(unlisted, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 15 0 R ]')
    failsWith(appendRevision(unlisted, { 3: page }), 'annotation_added')
  })
})

describe('the resources of fields', () => {
  const bare = (more = '') =>
    contract({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R ] ${more} >> >>`,
      10: amount.replace(' /AP << /N 12 0 R >>', ''),
    })
  const evil = '<< /Type /Font /Subtype /Type1 /BaseFont /Evil /FontDescriptor 71 0 R >>'
  const withResources = (pdf: Uint8Array, font: string): Uint8Array =>
    appendRevision(pdf, {
      1: lastOf(pdf, 1).replace('/AcroForm <<', '/AcroForm << /DR << /Font << /Helv 70 0 R >> >>'),
      70: font,
      71: '<< /Type /FontDescriptor /FontFile 72 0 R >>',
      72: stream('glyphs'),
    })

  it('are not added with an own font, sees other letters (NeedAppearances)', async () => {
    for (const more of ['', '/NeedAppearances true']) {
      const pdf = await signAs(ana, bare(more))
      failsWith(withResources(pdf, evil), 'form_changed')
      const renamed = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [ 49 /nine ] >> >>'
      failsWith(withResources(pdf, renamed), 'form_changed')
    }
  })

  it('may gain a missing standard font, which readers substitute anyway', async () => {
    const pdf = await signAs(ana, bare())
    const standard = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
    expect(verdict(withResources(pdf, standard)).kinds).toEqual([])
  })

  it('keep the fonts of the form, sees other letters', () => {
    failsWith(appendRevision(signed, { 8: evil }), 'page_changed')
  })

  it("keep the form's default appearance, sees white letters", async () => {
    const pdf = await signAs(
      ana,
      contract({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R ] >> >>',
        10: amount.replace('/DA (/Helv 12 Tf 0 g)', ''),
      }),
    )
    const white = lastOf(pdf, 1).replace('/AcroForm <<', '/AcroForm << /DA (/Helv 12 Tf 1 g)')
    failsWith(appendRevision(pdf, { 1: white }), 'form_changed')
  })
})

describe('stamps of a second trusted signer', () => {
  const stamp = (page: number, y: number, height: number) => ({ page, x: 0, y, width: 612, height })

  it('each under half of the page, hide it together', async () => {
    const image = { kind: 'text' as const }
    let pdf = await signAs(luis, signed, { rectangle: stamp(2, 0, 380), appearance: image })
    expect(firstReport(pdf).modifications).toEqual([])
    pdf = forceSecondStamp(pdf)
    failsWith(pdf, 'field_covers_page')
  })

  /** A field stamped by another program: our own engine refuses to hide a page. */
  function forceSecondStamp(pdf: Uint8Array): Uint8Array {
    const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 4 0 R /F 132 /Rect [ 0 0 612 380 ] /V 91 0 R /AP << /N 92 0 R >> >>'
    const page = lastOf(pdf, 4).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 90 0 R ]')
    const catalog = lastOf(pdf, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 90 0 R ]')
    return appendRevision(pdf, {
      1: catalog,
      4: page,
      90: field,
      91: value,
      92: form('0 0 1 1 re f', '', '0 0 612 380'),
    })
  }

  const stampedBy = (content: string, rect: string, entries = ''): Uint8Array => {
    const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132 /Rect [ ${rect} ] /V 91 0 R /AP << /N 92 0 R >> >>`
    const page = lastOf(signed, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 90 0 R ]')
    const catalog = lastOf(signed, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 90 0 R ]')
    return appendRevision(signed, {
      1: catalog,
      3: page,
      90: field,
      91: value,
      92: form(content, entries, '0 0 200 20'),
    })
  }

  // the page says «Pago: 100» at 72, 720
  it('a white box with other digits over the amount, sees Pago: 900', () => {
    failsWith(
      stampedBy('1 g 0 0 200 20 re f 0 g BT /Helv 12 Tf 2 4 Td (Pago: 900) Tj ET', '70 716 270 736', helv),
      'text_covered',
    )
  })

  it('letters and thin lines over the text hide nothing', () => {
    expect(verdict(stampedBy('BT /Helv 8 Tf (Firmado) Tj ET 0 0 200 0.4 re f', '70 716 270 736', helv)).kinds).toEqual(
      [],
    )
  })

  it('a white box beside the text hides nothing', () => {
    expect(verdict(stampedBy('1 g 0 0 200 20 re f', '300 716 500 736')).kinds).toEqual([])
  })
})

describe('a filled field is reported with its values', () => {
  it('100 to 1.000.000 is never silently valid', () => {
    const report = firstReport(appendRevision(signed, { 10: filled('1.000.000'), 12: shows('1.000.000') }))
    expect(report).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: [
        {
          kind: 'field_filled',
          field: 'monto',
          before: '100',
          after: '1.000.000',
          page: 1,
          rectangle: { page: 1, x: 72, y: 172, width: 200, height: 20 },
        },
      ],
    })
  })

  it.each([
    ['number with thousands', '(AFNumber_Format\\(2, 2, 0, 0, "$ ", true\\);)', '1234.5', '$ 1.234,50'],
    ['percentage', '(AFPercent_Format\\(1, 1\\))', '0.125', '12.5 %'],
    ['date', '(AFDate_FormatEx\\("dd/mm/yyyy"\\))', '01/02/2026', '01/02/2026'],
  ])('%s in the format of the field', async (_, script, value, text) => {
    const format = `/AA << /F << /S /JavaScript /JS ${script} >> >>`
    const pdf = await signAs(ana, contract({ 10: `${amount.slice(0, -2)} ${format} >>`, 12: shows('100') }))
    const field = `${filled(value).slice(0, -2)} ${format} >>`
    expect(verdict(appendRevision(pdf, { 10: field, 12: shows(text) })).indication).toBe('TOTAL_PASSED')
    failsWith(appendRevision(pdf, { 10: field, 12: shows('9') }), 'appearance_changed')
  })
})

describe('changes of validation data and metadata', () => {
  const catalogOf = (pdf: Uint8Array, more: string): string => lastOf(pdf, 1).replace(/>>$/, `${more} >>`)

  it('removed validation data is reported', async () => {
    const withDss = appendRevision(signed, {
      1: catalogOf(signed, '/DSS 80 0 R'),
      80: '<< /Certs [ 81 0 R ] >>',
      81: stream('cert'),
    })
    const again = await signAs(luis, withDss)
    const removed = appendRevision(again, { 1: lastOf(again, 1).replace('/DSS 80 0 R', '') })
    const second = check(removed).signatures.find(({ field }) => field === 'Signature2')
    expect(second?.additions).toMatchObject([{ kind: 'validation_data_removed' }])
  })

  it('a title in XMP that readers show, sees another title', async () => {
    const xmp = (title: string) =>
      stream(
        `<x:xmpmeta><dc:title><rdf:Alt><rdf:li>${title}</rdf:li></rdf:Alt></dc:title></x:xmpmeta>`,
        '/Type /Metadata /Subtype /XML',
      )
    const titled = await signAs(
      ana,
      contract({ 1: '<< /Type /Catalog /Pages 2 0 R /Metadata 80 0 R >>', 80: xmp('Contrato') }),
    )
    failsWith(appendRevision(titled, { 80: xmp('Donación') }), 'info_changed')
    expect(verdict(appendRevision(titled, { 80: xmp('Contrato ') })).additions).toEqual(['metadata_changed'])
  })
})
