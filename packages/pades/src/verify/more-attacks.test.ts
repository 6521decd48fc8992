import { describe, expect, it } from 'vitest'
import { ana, check, firstReport, luis, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/**
 * One later save each, without a key or with that of a second trusted signer, named by what a reader would see. None
 * may be valid.
 */

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''
const withEntry = (dict: string, entry: string): string => dict.replace(/>>$/, `${entry} >>`)

type Objects = Record<number, string>

const form = (data: string, entries = '', box = '0 0 200 20'): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${entries}`)
const helv = '/Resources << /Font << /Helv 8 0 R >> >>'
const draws = (content: string, entries = helv, box?: string): string => form(content, entries, box)
const shows = (text: string): string => draws(`BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`)
/** The appearance of the field, drawn otherwise. */
const drawn = (content: string, entries?: string, box?: string): Objects => ({ 12: draws(content, entries, box) })
const inFont = (text: string, font: string): Objects => ({
  12: draws(`BT /F 12 Tf 2 5 Td (${text}) Tj ET`, '/Resources << /Font << /F 70 0 R >> >>'),
  70: font,
})

const standardFont = (name: string, entries = ''): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${entries} >>`

/** A text field «monto» (10) with the value 100 and its appearance (12). */
const amount =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (monto) /Rect [ 72 600 272 620 ] /P 3 0 R /DA (/Helv 12 Tf 0 g) /V (100) /AP << /N 12 0 R >> >>'
const filled = (value: string): string => amount.replace('(100)', `(${value})`)
const signed = await signAs(ana, contract({ 10: amount, 12: shows('100') }))

const notValid = (pdf: Uint8Array): void => expect(check(pdf).summary).not.toBe('valid')

describe('a field drawn so that readers see another value', () => {
  it.each<[string, string, string, Objects]>([
    ['the last digits outside of the box', '1', '1000', drawn('BT /Helv 12 Tf 2 5 Td (1) Tj 500 0 Td (000) Tj ET')],
    ['the last digits below the box', '1', '1000', drawn('BT /Helv 12 Tf 2 5 Td (1) Tj 7 -50 Td (000) Tj ET')],
    ['a clip over the first digit only', '9', '900', drawn('q 0 0 9 20 re W n BT /Helv 12 Tf 2 5 Td (900) Tj ET Q')],
    ['digits placed in another order', '91', '19', drawn('BT /Helv 12 Tf 20 5 Td (1) Tj -10 0 Td (9) Tj ET')],
    ['digits moved back by TJ', '91', '19', drawn('BT /Helv 12 Tf 20 5 Td [ (1) 1500 (9) ] TJ ET')],
    ['lines in another order', '2 above 1', '12', drawn('BT /Helv 6 Tf 2 2 Td (1) Tj 0 9 Td (2) Tj ET')],
    [
      'one digit on top of another',
      '100',
      '1000',
      drawn('BT /Helv 12 Tf 2 5 Td (100) Tj ET BT /Helv 12 Tf 15.3 5 Td (0) Tj ET'),
    ],
    ['a white digit', '100', '1000', drawn('BT 0 g /Helv 12 Tf 2 5 Td (100) Tj 1 g (0) Tj ET')],
    ['white digits only', 'nothing', '900', drawn('BT 1 g /Helv 12 Tf 2 5 Td (900) Tj ET')],
    ['white digits in RGB', 'nothing', '900', drawn('BT .99 .99 .99 rg /Helv 12 Tf 2 5 Td (900) Tj ET')],
    ['letters without width (Tz 0)', 'nothing', '900', drawn('BT 0 Tz /Helv 12 Tf 2 5 Td (900) Tj ET')],
    ['letters too small to see', 'nothing', '900', drawn('BT /Helv 0.1 Tf 2 5 Td (900) Tj ET')],
    ['one digit too small to see', '100', '1000', drawn('BT /Helv 12 Tf 2 5 Td (100) Tj /Helv 1 Tf (0) Tj ET')],
    ['a raised digit (Ts)', '10²', '102', drawn('BT /Helv 12 Tf 2 5 Td (10) Tj 6 Ts (2) Tj ET')],
    ['a superscript letter', '10²', '102', inFont('10\\262', standardFont('Helvetica', '/Encoding /WinAnsiEncoding'))],
    ['the page upside down (Tm)', '99', '66', drawn('BT /Helv 12 Tf -1 0 0 -1 50 15 Tm (66) Tj ET')],
    ['a negative font size', '99', '66', drawn('BT /Helv -12 Tf 50 15 Td (66) Tj ET')],
    [
      'a turned form (Matrix)',
      '99',
      '66',
      drawn('BT /Helv 12 Tf 2 5 Td (66) Tj ET', `${helv} /Matrix [ -1 0 0 -1 0 0 ]`),
    ],
    ['a mirror (cm)', 'mirrored letters', '900', drawn('-1 0 0 1 100 0 cm BT /Helv 12 Tf 2 5 Td (900) Tj ET')],
    [
      'a ground painted over the letters',
      'nothing',
      '900',
      drawn('BT /Helv 12 Tf 2 5 Td (900) Tj ET 1 g 0 0 200 20 re f'),
    ],
    [
      'a divider as wide as the box',
      'a block',
      '900',
      drawn('400 w 100 0 m 100 20 l S BT /Helv 12 Tf 2 5 Td (900) Tj ET'),
    ],
    ['dividers that read as digits', '1900', '900', drawn('4 0 m 4 20 l S BT /Helv 12 Tf 8 5 Td (900) Tj ET')],
    [
      'a drawing in a small box that is scaled up',
      'any drawing',
      '900',
      drawn('1 1 m 3 6 l 5 1 l S BT /Helv 2 Tf 1 1 Td (900) Tj ET', helv, '0 0 7 7'),
    ],
    ['Symbol letters', 'πο', 'po', inFont('po', standardFont('Symbol'))],
    ['ZapfDingbats', '✓ and ornaments', '345', inFont('345', standardFont('ZapfDingbats'))],
    [
      'a font that readers take from their own',
      'pictures',
      'abc',
      inFont('abc', '<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings >>'),
    ],
    [
      'an encoding of expert glyphs',
      'small ornaments',
      'abc',
      inFont('abc', standardFont('Helvetica', '/Encoding /MacExpertEncoding')),
    ],
    [
      'a font that only the page names',
      'letters of that font',
      '900',
      drawn('BT /PageFont 12 Tf 2 5 Td (900) Tj ET', '/Resources << /Font << /X 8 0 R >> >>'),
    ],
    [
      'a soft mask',
      'nothing',
      '900',
      drawn(
        '/G gs BT /Helv 12 Tf 2 5 Td (900) Tj ET',
        '/Resources << /Font << /Helv 8 0 R >> /ExtGState << /G << /ca 0 >> >> >>',
      ),
    ],
    [
      'a layer around the whole form',
      'nothing',
      '900',
      drawn('BT /Helv 12 Tf 2 5 Td (900) Tj ET', `${helv} /OC << /Type /OCG /Name (x) >>`),
    ],
    [
      'data in another file',
      'what that file says',
      '900',
      drawn('BT /Helv 12 Tf 2 5 Td (900) Tj ET', `${helv} /F (otro.bin)`),
    ],
    [
      'a form in the form',
      'that form',
      '900',
      drawn(
        'BT /Helv 12 Tf 2 5 Td (900) Tj ET /X Do',
        '/Resources << /Font << /Helv 8 0 R >> /XObject << /X 9 0 R >> >>',
      ),
    ],
    ['a pattern as colour', 'a picture', '900', drawn('/Pattern cs /P scn BT /Helv 12 Tf 2 5 Td (900) Tj ET')],
    [
      'a direction mark in the value',
      '900 turned round',
      '\\376\\377\\040\\056\\0009\\0000\\0000',
      { 12: shows('900') },
    ],
  ])('%s: sees %s', (_, __, value, objects) => {
    notValid(appendRevision(signed, { 10: filled(value), ...objects }))
  })

  const signedInFont = (font: string) =>
    signAs(
      ana,
      contract({
        10: amount,
        ...inFont('100', font),
        71: '<< /Type /FontDescriptor /FontName /Firmada /FontFile2 72 0 R >>',
        72: stream('glyphs'),
      }),
    )

  it('a replaced font program that only the field used: sees other letters', async () => {
    const font =
      '<< /Type /Font /Subtype /TrueType /BaseFont /Firmada /Encoding /WinAnsiEncoding /FontDescriptor 71 0 R >>'
    const own = await signedInFont(font)
    notValid(appendRevision(own, { 10: filled('200'), ...inFont('200', font), 72: stream('other glyphs') }))
  })

  it('a signed font has no glyph for a digit: sees 100 for 1900', async () => {
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Firmada /Encoding /WinAnsiEncoding /FontDescriptor 71 0 R /FirstChar 48 /LastChar 57 /Widths [ 556 556 556 556 556 556 556 556 556 0 ] >>`
    const own = await signedInFont(font)
    notValid(appendRevision(own, { 10: filled('1900'), ...inFont('1900', font) }))
    expect(check(appendRevision(own, { 10: filled('180'), ...inFont('180', font) })).summary).toBe('valid')
  })

  it('a widget with its own value: sees 900 in readers that draw it themselves', async () => {
    const field = '<< /FT /Tx /T (monto) /V (100) /DA (/Helv 12 Tf 0 g) /Kids [ 15 0 R ] >>'
    const widget = '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [ 72 600 272 620 ] /AP << /N 12 0 R >> >>'
    const pdf = await signAs(
      ana,
      contract({
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 7 0 R /Annots [ 15 0 R ] >>',
        10: field,
        12: shows('100'),
        15: widget,
      }),
    )
    const fill = { 10: field.replace('(100)', '(200)'), 12: shows('200') }
    expect(check(appendRevision(pdf, fill)).summary).toBe('valid')
    notValid(appendRevision(pdf, { ...fill, 15: withEntry(widget, '/V (900)') }))
  })

  it('rich text with the old value: sees 100 where a reader draws it', async () => {
    const rich = withEntry(amount, '/Ff 33554432 /RV (<body><p>100</p></body>)')
    const pdf = await signAs(ana, contract({ 10: rich, 12: shows('100') }))
    notValid(appendRevision(pdf, { 10: rich.replace('/V (100)', '/V (900)'), 12: shows('900') }))
    const hidden = rich.replace('/V (100)', '/V (900)').replace('<p>100</p>', '<p>900</p><![CDATA[,000]]>')
    notValid(appendRevision(pdf, { 10: hidden, 12: shows('900') }))
  })

  it('a format script that continues after the usual function is unknown: sees its output', async () => {
    const format =
      '/AA << /F << /S /JavaScript /JS (AFNumber_Format\\(2, 2, 0, 0, "", true\\); event.value = "9") >> >>'
    const pdf = await signAs(ana, contract({ 10: withEntry(amount, format), 12: shows('100') }))
    notValid(appendRevision(pdf, { 10: withEntry(filled('1234'), format), 12: shows('1.234,00') }))
  })
})

describe('other protected parts of form and file', async () => {
  const choice =
    '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (pais) /Rect [ 72 500 272 520 ] /P 3 0 R /DA (/Helv 12 Tf 0 g) /V (EC) /Opt [ [ (EC) (Ecuador) ] [ (PE) (Peru) ] ] /AP << /N 17 0 R >> >>'
  const base = await signAs(
    ana,
    contract({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 16 0 R ] /DA (/Helv 0 Tf) /DR << /Font << /Helv 8 0 R >> >> >> >>',
      2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 /MediaBox [ 0 0 612 792 ] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources 7 0 R /Annots [ 10 0 R 11 0 R 13 0 R 16 0 R ] >>',
      10: withEntry(amount, '/MaxLen 9'),
      12: shows('100'),
      16: choice,
      17: shows('Ecuador'),
      18: '[ 0 ]',
    }),
  )
  const edit = (number: number, from: string | RegExp, to: string): Objects => ({
    [number]: lastOf(base, number).replace(from, to),
  })
  const add = (number: number, entry: string): Objects => ({ [number]: withEntry(lastOf(base, number), entry) })

  it.each<[string, string, Objects]>([
    ['a program at opening', 'a dialog', add(1, '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['a destination at opening', 'the second page first', add(1, '/OpenAction [ 4 0 R /Fit ]')],
    [
      'a program in the name tree',
      'a dialog',
      add(1, '/Names << /JavaScript << /Names [ (a) << /S /JavaScript /JS (x) >> ] >> >>'),
    ],
    [
      'an attached file',
      'an attachment',
      add(1, '/Names << /EmbeddedFiles << /Names [ (a) << /Type /Filespec /F (a) >> ] >> >>'),
    ],
    ['a portfolio', 'a list of files in place of the pages', add(1, '/Collection << /View /D >>')],
    ['actions of the document', 'a dialog when printing', add(1, '/AA << /WP << /S /JavaScript /JS (x) >> >>')],
    ['layers', 'content that can be switched off', add(1, '/OCProperties << /OCGs [ ] /D << >> >>')],
    ['bookmarks', 'other headings', add(1, '/Outlines 80 0 R')],
    ['page labels', 'page 7 for page 1', add(1, '/PageLabels << /Nums [ 0 << /S /D /St 7 >> ] >>')],
    ['the window', 'a file without a title bar', add(1, '/ViewerPreferences << /HideWindowUI true >>')],
    ['permissions', 'usage rights', add(1, '/Perms << /UR3 << >> >>')],
    ['an XFA form', 'another form in Acrobat', edit(1, '/AcroForm <<', '/AcroForm << /XFA (x)')],
    ['a calculation order', 'values that change by themselves', edit(1, '/AcroForm <<', '/AcroForm << /CO [ 10 0 R ]')],
    [
      'appearances drawn by the reader',
      'values in place of appearances',
      edit(1, '/AcroForm <<', '/AcroForm << /NeedAppearances true'),
    ],
    ['the alignment of the form', 'values at the other side', edit(1, '/AcroForm <<', '/AcroForm << /Q 2')],
    ['an older version', 'a file that is read otherwise', add(1, '/Version /1.0 /Extension true')],
    ['the inherited size of all pages', 'half of each page', edit(2, '612 792', '612 300')],
    ['the inherited turn of all pages', 'pages upside down', add(2, '/Rotate 180')],
    ['inherited resources', 'other letters', add(2, '/Resources << /Font << /Helv 70 0 R >> >>')],
    ['a crop box', 'a part of the page', add(3, '/CropBox [ 0 0 612 300 ]')],
    ['a user unit', 'a page of another size', add(3, '/UserUnit 2')],
    ['a transparency group', 'other colours', add(3, '/Group << /S /Transparency /CS /DeviceCMYK >>')],
    ['actions of a page', 'a dialog', add(3, '/AA << /O << /S /JavaScript /JS (x) >> >>')],
    ['a page thumbnail', 'another picture in the side bar', add(3, '/Thumb 80 0 R')],
    ['a transition', 'a page that goes away by itself', add(3, '/Dur 1')],
    ['the target of a link', 'another web page', edit(13, 'ejemplo', 'maligno')],
    ['the place of a field', 'the value elsewhere', edit(10, '72 600 272 620', '72 700 272 720')],
    ['the label of a field', 'another name under the mouse', add(10, '/TU (Importe final)')],
    ['the name of a field', 'another name', edit(10, '(monto)', '(otro)')],
    ['the length of a field', 'cut values', edit(10, '/MaxLen 9', '/MaxLen 1')],
    ['the flags of a field', 'dots in place of the value', add(10, '/Ff 8192')],
    ['the default appearance of a field', 'white letters', edit(10, '0 g)', '1 g)')],
    ['the ground of a field', 'a black box', add(10, '/MK << /BG [ 0 ] >>')],
    ['the layer of a field', 'a field that can be switched off', add(10, '/OC << /Type /OCG /Name (x) >>')],
    ['the kids of a field', 'a second field', add(10, '/Kids [ 90 0 R ]')],
    ['the parent of a field', 'a value of another field', add(10, '/Parent 11 0 R')],
    ['the labels of a choice', 'Peru where the value is EC', edit(16, '(Ecuador)', '(Peru)')],
    ['the index of a choice under the same value', 'Peru', add(16, '/I [ 1 ]')],
    ['a choice that shows another label', 'Ecuador', { ...edit(16, '/V (EC)', '/V (PE)'), 17: shows('Ecuador ') }],
    ['the states of a check box', 'a cross for a tick', edit(11, '/Si 9 0 R', '/Si 12 0 R')],
    ['a state under the name Off', 'a tick that says Off', edit(11, '/Si 9 0 R', '/Si 9 0 R /Off 9 0 R')],
    ['a drawing that a check box shares with the page', 'another logo', { 9: draws('0 0 5 5 re f', '', '0 0 10 10') }],
    ['a font that gains a map for copying', 'other text when copied', add(8, '/ToUnicode 70 0 R')],
    ['a freed font', 'the letters of another one', { 8: 'null' }],
    ['a title', 'another title bar', edit(14, '(Contrato)', '(Pagare)')],
    ['an author', 'another author', add(14, '/Author (Otra)')],
    ['a key twice', 'either of two pages', edit(3, '/Contents 5 0 R', '/Contents 5 0 R /Contents 6 0 R')],
    ['two field trees', 'either of two forms', edit(1, '/Fields [', '/Fields [ ] /Fields [')],
  ])('%s: sees %s', (_, __, objects) => {
    expect(firstReport(appendRevision(base, objects)).indication).toBe('TOTAL_FAILED')
  })

  it('a stream truncated through its indirect length: sees half of the page', async () => {
    const text = 'BT /Helv 12 Tf 72 720 Td (Pago: 100) Tj ET\nendstream\nBT /Helv 12 Tf 72 700 Td (No se paga) Tj ET'
    const pdf = await signAs(
      ana,
      contract({ 5: `<< /Length 30 0 R >>\nstream\n${text}\nendstream`, 30: String(text.length) }),
    )
    notValid(appendRevision(pdf, { 30: String(text.indexOf('\nendstream')) }))
  })
})

describe('metadata that a title bar shows', async () => {
  const xmp = (body: string, attributes = ''): string =>
    stream(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" ${attributes}>${body}</rdf:Description></rdf:RDF></x:xmpmeta>`,
      '/Type /Metadata /Subtype /XML',
    )
  const title = (text: string, prefix = 'dc'): string =>
    `<${prefix}:title><rdf:Alt><rdf:li>${text}</rdf:li></rdf:Alt></${prefix}:title>`
  const catalog = '<< /Type /Catalog /Pages 2 0 R /Metadata 80 0 R /ViewerPreferences << /DisplayDocTitle true >> >>'
  const base = await signAs(ana, contract({ 1: catalog, 80: xmp(title('Escritura')) }))
  const alias = 'xmlns:q="http://purl.org/dc/elements/1.1/"'

  it.each<[string, Objects]>([
    ['under another prefix', { 80: xmp(title('Pagare', 'q'), alias) }],
    [
      'under another prefix, the old one in a comment',
      { 80: xmp(`<!--${title('Escritura')}-->${title('Pagare', 'q')}`, alias) },
    ],
    ['in UTF-16', { 80: stream('\xfe\xff\0<\0x\0/\0>', '/Type /Metadata /Subtype /XML') }],
    ['in a filter that is not read', { 80: stream('x', '/Type /Metadata /Subtype /XML /Filter /LZWDecode') }],
    [
      'with an entity of its own',
      { 80: stream('<!DOCTYPE x [<!ENTITY a "Pagare">]><dc:title>&a;</dc:title>', '/Type /Metadata') },
    ],
    ['taken away', { 1: '' }],
  ])('the title %s: sees another title', (_, objects) => {
    const changed = objects[1] === '' ? { 1: lastOf(base, 1).replace('/Metadata 80 0 R', '') } : objects
    notValid(appendRevision(base, changed))
  })
})

describe('stamps of a second trusted signer', () => {
  const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
  const widget = (rect: string, more = ''): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132 /Rect [ ${rect} ] /V 91 0 R ${more} >>`
  const on = (pdf: Uint8Array, pages: readonly number[], objects: Objects): Uint8Array =>
    appendRevision(pdf, {
      1: lastOf(pdf, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 90 0 R ]'),
      ...Object.fromEntries(
        pages.map((page) => [
          page,
          lastOf(pdf, page).includes('/Annots')
            ? lastOf(pdf, page).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 90 0 R ]')
            : withEntry(lastOf(pdf, page), '/Annots [ 90 0 R ]'),
        ]),
      ),
      91: value,
      ...objects,
    })
  const kindsOf = (pdf: Uint8Array): string[] => firstReport(pdf).modifications.map(({ kind }) => kind)
  const stamp = (content: string, entries = helv, rect = '70 716 270 736'): Objects => ({
    90: widget(rect, '/AP << /N 92 0 R >>'),
    92: draws(content, entries),
  })
  const dingbats = '/Resources << /Font << /Z << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> >>'
  const shading = '/Resources << /Shading << /S << /ShadingType 2 >> >> >>'

  // the page says «Pago: 100» at 72, 720
  it.each<[string, Objects]>([
    ['a line as wide as the text', stamp('1 G 20 w 0 10 m 200 10 l S')],
    [
      'many thin lines',
      stamp(`1 G 1 w ${Array.from({ length: 20 }, (_, i) => `0 ${i + 0.5} m 200 ${i + 0.5} l S`).join(' ')}`),
    ],
    ['two triangles', stamp('1 g 0 0 m 200 0 l 200 20 l f 0 0 m 200 20 l 0 20 l f')],
    [
      'two combs that fill each other',
      stamp(
        ['0 0 m', '2 0 m']
          .map(
            (first, k) =>
              `1 g ${first} ${Array.from({ length: 50 }, (_, i) => `${i * 4 + k * 2} 20 l ${i * 4 + k * 2 + 2} 20 l ${i * 4 + k * 2 + 2} 0 l ${i * 4 + k * 2 + 4} 0 l`).join(' ')} f`,
          )
          .join(' '),
      ),
    ],
    ['a shading', stamp('/S sh', shading)],
    ['square ornaments', stamp('1 g BT /Z 24 Tf 0 0 Td (nnnnnnnnnnn) Tj ET', dingbats)],
    ['a letter larger than the stamp', stamp('1 g BT /Helv 2000 Tf -150 -700 Td (I) Tj ET')],
    ['a thick outline of letters', stamp('1 G 30 w BT 1 Tr /Helv 12 Tf 2 5 Td (XXXXXXXXXXXX) Tj ET')],
    ['a ground behind twenty thousand dots', stamp(`${'0 0 .01 .01 re f '.repeat(20_001)} 1 g 0 0 200 20 re f`)],
    ['an inline image', stamp('200 0 0 20 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI')],
    [
      'a form without a box',
      {
        90: widget('70 716 270 736', '/AP << /N 92 0 R >>'),
        92: stream('1 g 0 0 1 1 re f', '/Type /XObject /Subtype /Form'),
      },
    ],
    ['a ground of the widget itself', { 90: widget('70 716 270 736', '/MK << /BG [ 1 ] >>') }],
    [
      'a rollover drawing',
      {
        90: widget('70 716 270 736', '/AP << /N 92 0 R /R 93 0 R >>'),
        92: draws(''),
        93: draws('1 g 0 0 200 20 re f'),
      },
    ],
    [
      'a turned form',
      {
        90: widget('70 716 270 736', '/AP << /N 92 0 R >>'),
        92: draws('1 g 0 0 20 200 re f', '/Matrix [ 0 1 -1 0 0 0 ]', '0 0 20 200'),
      },
    ],
  ])('over the amount, %s: sees what the stamp says', (_, objects) => {
    expect(
      kindsOf(on(signed, [3], objects)).filter((kind) => kind === 'text_covered' || kind === 'field_added'),
    ).not.toEqual([])
  })

  it('over the value of a field: sees 900 in place of 100', () => {
    const over = stamp('1 g 0 0 200 20 re f 0 g BT /Helv 12 Tf 2 5 Td (900) Tj ET', helv, '72 600 272 620')
    expect(kindsOf(on(signed, [3], over))).toContain('text_covered')
  })

  it('on two pages by one widget: sees a stamp on a page that the report does not name', () => {
    expect(kindsOf(on(signed, [3, 4], stamp('0 0 9 9 re S', '', '300 300 500 320')))).toContain('annotation_added')
  })

  it.each<[string, Objects]>([
    [
      'a text field',
      {
        90: '<< /FT /Sig /T (Otra) /V 91 0 R /Kids [ 94 0 R ] >>',
        94: '<< /Type /Annot /Subtype /Widget /Parent 90 0 R /FT /Tx /V (Pagado) /DA (/Helv 12 Tf) /Rect [ 300 300 500 320 ] >>',
      },
    ],
    ['a field with an action', { 90: widget('300 300 500 320', '/A << /S /JavaScript /JS (x) >>') }],
    [
      'a field that ignores the turn of the page',
      { 90: widget('300 300 500 320', '/AP << /N 92 0 R >>').replace('/F 132', '/F 148'), 92: draws('0 0 9 9 re S') },
    ],
    ['a field of the same name', { 90: widget('0 0 0 0').replace('(Otra)', '(monto)') }],
    [
      'a field without a signature',
      { 90: widget('300 300 500 320', '/AP << /N 92 0 R >>').replace('/V 91 0 R', ''), 92: draws('0 0 9 9 re f') },
    ],
  ])('whose widget is %s', (_, objects) => {
    expect(kindsOf(on(signed, [3], objects))).toContain('field_added')
  })

  it('a stamp beside the text is only an addition', async () => {
    const stamped = await signAs(luis, signed, {
      rectangle: { page: 1, x: 300, y: 300, width: 200, height: 60 },
      appearance: { kind: 'text' },
    })
    expect(check(stamped).summary).toBe('valid')
    expect(kindsOf(stamped)).toEqual([])
  })
})
