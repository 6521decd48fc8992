import { describe, expect, it } from 'vitest'
import { certifying, changesBy, covered, coveredCatalog, lastOf, type Objects } from './testing/covered.ts'
import { stream } from './testing/tiny-pdf.ts'

/** The form after a signature: what its fields look like must not change, and new fields only sign. */

const signed = covered()
const nothing = { modifications: [], additions: [], doubts: [] }
const form = (data: string, entries = '', box = '0 0 200 20'): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${entries}`)
const helv = '/Resources << /Font << /Helv 8 0 R >> >>'
const shows = (text: string): string => form(`BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`, helv)
const withForm = (from: string | RegExp, to: string, pdf = signed): Objects => ({
  1: lastOf(pdf, 1).replace(from, to),
})
const formChanged = (key: string) => ({ kind: 'form_changed', key })

describe('the form', () => {
  it('may not be dropped', () => {
    const { modifications } = changesBy(signed, { 1: '<< /Type /Catalog /Pages 2 0 R >>' })
    expect(modifications).toContainEqual({ kind: 'form_changed' })
  })

  it('may move to an object of its own', () => {
    const found = /\/AcroForm (<< [^]* >>) {2}>>$/.exec(lastOf(signed, 1))![1]!
    expect(changesBy(signed, { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 80 0 R >>', 80: found })).toEqual(nothing)
  })

  it.each<[string, string, string, string]>([
    ['an XFA form', '/SigFlags', '/XFA (x) /SigFlags', 'XFA'],
    ['an alignment', '/SigFlags', '/Q 2 /SigFlags', 'Q'],
    ['an order of calculation', '/SigFlags', '/CO [ ] /SigFlags', 'CO'],
    ['another default appearance', '(/Helv 0 Tf)', '(/Helv 9 Tf)', 'DA'],
    ['no default appearance', '/DA (/Helv 0 Tf)', '', 'DA'],
    ['one flag less', '/SigFlags 3', '/SigFlags 1', 'SigFlags'],
    ['no flags', '/SigFlags 3', '', 'SigFlags'],
  ])('may not have %s', (_, from, to, key) => {
    expect(changesBy(signed, withForm(from, to)).modifications).toEqual([formChanged(key)])
  })

  it('may have more flags', () => {
    expect(changesBy(signed, withForm('/SigFlags 3', '/SigFlags 7'))).toEqual(nothing)
  })

  it('may gain a default appearance that no field uses, and one mark of its program', () => {
    const field = lastOf(signed, 10).replace('/T (', '/DA (/Helv 12 Tf) /T (')
    const bare = covered({ 1: coveredCatalog().replace('/DA (/Helv 0 Tf)', ''), 10: field })
    const added = { modifications: [], additions: [{ kind: 'resources_added' }], doubts: [] }
    expect(changesBy(bare, withForm('/SigFlags', '/DA (/Helv 9 Tf) /SigFlags', bare))).toEqual(added)
    expect(changesBy(bare, withForm('/SigFlags', '/ITXT (x) /SigFlags', bare))).toEqual(added)
    const used = covered({ 1: coveredCatalog().replace('/DA (/Helv 0 Tf)', '') })
    const { modifications } = changesBy(used, withForm('/SigFlags', '/DA (/Helv 9 Tf) /SigFlags', used))
    expect(modifications).toEqual([formChanged('DA')])
  })
})

describe('NeedAppearances', () => {
  const field = (entries: string): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (monto) /Rect [ 72 600 272 620 ] /P 3 0 R /DA (/Helv 12 Tf 0 g) ${entries} >>`
  const asking = (entries: string, drawing = shows('100')): Uint8Array =>
    covered({ 1: coveredCatalog('/NeedAppearances true'), 10: field(entries), 12: drawing })
  const removed = (pdf: Uint8Array) => changesBy(pdf, withForm('/NeedAppearances true', '', pdf))
  const drawn = '/AP << /N 12 0 R >>'

  it('may not be added: readers would draw the values', () => {
    const added = changesBy(signed, withForm('/SigFlags', '/NeedAppearances true /SigFlags'))
    expect(added.modifications).toEqual([formChanged('NeedAppearances')])
  })

  it('may stay, or be said in another way', () => {
    const pdf = asking(`/V (100) ${drawn}`)
    expect(changesBy(pdf, { 1: `${lastOf(pdf, 1)} ` })).toEqual(nothing)
    expect(changesBy(signed, withForm('/SigFlags', '/NeedAppearances false /SigFlags'))).toEqual(nothing)
  })

  it('may be removed where every field shows its value', () => {
    expect(removed(asking(`/V (100) ${drawn}`))).toEqual(nothing)
    expect(removed(asking(`/V () ${drawn}`, form('')))).toEqual(nothing)
    expect(removed(asking(''))).toEqual(nothing)
  })

  it('may not be removed where a field shows another value', () => {
    expect(removed(asking(`/V (900) ${drawn}`)).modifications).toEqual([formChanged('NeedAppearances')])
  })

  it('leaves a doubt where a field shows no value, or one that cannot be read', () => {
    const doubt = { modifications: [], additions: [], doubts: ['field_appearance_unverified'] }
    expect(removed(asking('/V (100)'))).toEqual(doubt)
    expect(removed(asking(`/V (100) ${drawn}`, form('BT /Otra 12 Tf 2 5 Td (100) Tj ET', helv)))).toEqual(doubt)
  })
})

describe('the resources of the form', () => {
  const base = covered({
    1: coveredCatalog().replace(
      '/Helv 8 0 R >> >>',
      '/Helv 8 0 R >> /XObject << /Sello 9 0 R >> /ColorSpace 20 0 R >>',
    ),
    10: lastOf(signed, 10).replace('/T (', '/DA (/Nueva 12 Tf) /T ('),
    20: '(no dictionary)',
    21: '(no dictionary)',
    22: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  })
  const changed = (from: string, to: string, objects: Objects = {}) =>
    changesBy(base, { ...withForm(from, to, base), ...objects })
  const gained = { modifications: [], additions: [{ kind: 'resources_added' }], doubts: [] }
  const font = (entries: string) => changed('/Helv 8 0 R', '/Helv 8 0 R /Nueva 70 0 R', { 70: `<< ${entries} >>` })
  const standard = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica'

  it.each([
    ['another font under a name', '/Helv 8 0 R', '/Helv 22 0 R', 'DR/Font'],
    ['a name removed', '/Helv 8 0 R', '', 'DR/Font'],
    ['a category removed', '/Font << /Helv 8 0 R >>', '', 'DR/Font'],
    ['a category without names exchanged', '/ColorSpace 20 0 R', '/ColorSpace 22 0 R', 'DR/ColorSpace'],
    ['a category without names removed', '/ColorSpace 20 0 R', '', 'DR/ColorSpace'],
  ])('may not have %s', (_, from, to, key) => {
    expect(changed(from, to).modifications).toEqual([formChanged(key)])
  })

  it('may have a category written in another object, and new ones', () => {
    expect(changed('/ColorSpace 20 0 R', '/ColorSpace 21 0 R')).toEqual(nothing)
    expect(changed('/ColorSpace', '/Pattern << /P 9 0 R >> /ColorSpace')).toEqual(gained)
    expect(changed('/Helv 8 0 R', '/Helv 8 0 R /Sin 70 0 R', { 70: '<< /Anything true >>' })).toEqual(gained)
  })

  it('may have other drawings, where no appearance finds them by name', () => {
    expect(changed('/Sello 9 0 R', '/Sello 12 0 R').modifications).toEqual([])
    const naming = (entries = '', data = '/Sello Do') =>
      covered({ 1: lastOf(base, 1), 20: '(no dictionary)', 12: form(data, entries) })
    const exchanged = (pdf: Uint8Array) => changesBy(pdf, withForm('/Sello 9 0 R', '/Sello 22 0 R', pdf)).modifications
    expect(exchanged(naming())).toEqual([formChanged('DR/XObject')])
    expect(exchanged(naming('/Resources << >>'))).toEqual([])
    expect(exchanged(naming('', '0 0 9 9 re f'))).toEqual([])
    // content that cannot be read may name them
    expect(exchanged(naming('/Filter /LZWDecode', 'x'))).toEqual([formChanged('DR/XObject')])
  })

  it.each([
    ['a standard font', standard],
    ['a standard font by its usual encoding', `${standard} /Encoding /WinAnsiEncoding /Name /Nueva`],
    ['a bold one', standard.replace('Helvetica', 'Helvetica-BoldOblique')],
    ['a serif one', standard.replace('Helvetica', 'Times-Roman')],
  ])('may gain %s under a name that a field refers to', (_, entries) => {
    expect(font(entries)).toEqual(gained)
  })

  it.each([
    ['a font with its own glyphs', `${standard} /FontDescriptor 71 0 R`],
    ['a font of another kind', standard.replace('Type1', 'Type3')],
    ['a font without a kind', standard.replace('/Subtype /Type1', '')],
    ['another font', standard.replace('Helvetica', 'Wingdings')],
    ['a font with a longer name', standard.replace('Helvetica', 'Helvetica-Evil')],
    ['a serif font with a longer name', standard.replace('Helvetica', 'Times-RomanEvil')],
    ['a font with other letters', `${standard} /Encoding << /Differences [ 49 /nine ] >>`],
  ])('may not gain %s under a name that a field refers to', (_, entries) => {
    expect(font(entries).modifications).toEqual([formChanged('DR/Font')])
  })

  it('may not gain something that is no font under such a name', () => {
    const { modifications } = changed('/Helv 8 0 R', '/Helv 8 0 R /Nueva (x)')
    expect(modifications).toEqual([formChanged('DR/Font')])
  })
})

const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
const widget = (entries = '', rect = '0 0 0 0'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132 /Rect [ ${rect} ] /V 91 0 R ${entries} >>`
const visible = widget('/AP << /N 92 0 R >>', '300 300 400 340')

/** Another field (90) with its signature (91) and a drawing (92), where it refers to them. */
function adding(pdf: Uint8Array, objects: Objects = {}): Objects {
  const field: Objects = {
    1: lastOf(pdf, 1).replace('50 0 R ]', '50 0 R 90 0 R ]'),
    3: lastOf(pdf, 3).replace('13 0 R ]', '13 0 R 90 0 R ]'),
    90: widget(),
    ...objects,
  }
  const isUsed = (number: number): boolean => Object.values(field).some((text) => text.includes(`${number} 0 R`))
  const used: Objects = {}
  if (isUsed(91)) used[91] = value
  if (isUsed(92)) used[92] = form('0 0 9 9 re S', '', '0 0 100 40')
  return { ...used, ...field }
}
const changesAdding = (objects: Objects, pdf = signed) => changesBy(pdf, adding(pdf, objects))
const added = { kind: 'signature_added', object: 90, field: 'Otra' }
const place = { page: 1, rectangle: { page: 1, x: 300, y: 452, width: 100, height: 40 } }

describe('a new field', () => {
  it('for a signature is an addition, with its place when it is visible', () => {
    expect(changesAdding({})).toEqual({ ...nothing, additions: [added] })
    expect(changesAdding({ 90: visible })).toEqual({ ...nothing, additions: [{ ...added, ...place }] })
  })

  it('is named after its parent', () => {
    const pdf = covered({
      1: coveredCatalog().replace('50 0 R ]', '50 0 R 52 0 R ]'),
      52: '<< /T (grupo) /FT /Sig /Kids [ 53 0 R ] >>',
      53: '<< /T (uno) /FT /Tx /Parent 52 0 R >>',
    })
    const under = (entries: string) =>
      changesBy(pdf, {
        52: lastOf(pdf, 52).replace('53 0 R', '53 0 R 90 0 R'),
        90: `<< /Parent 52 0 R ${entries} /V 91 0 R /F 132 /Rect [ 0 0 0 0 ] >>`,
        91: value,
      })
    const signature = { kind: 'signature_added', object: 90 }
    // its kind is inherited
    expect(under('/T (dos)')).toEqual({ ...nothing, additions: [{ ...signature, field: 'grupo.dos' }] })
    expect(under('/T (uno)').modifications).toEqual([{ kind: 'field_added', object: 90, field: 'grupo.uno' }])
    expect(under('/FT /Tx /T (dos)').modifications).toEqual([{ kind: 'field_added', object: 90, field: 'grupo.dos' }])
  })

  it.each<[string, Objects]>([
    ['of another kind', { 90: widget().replace('/FT /Sig', '/FT /Tx') }],
    ['without a kind', { 90: widget().replace('/FT /Sig', '') }],
    ['with an action', { 90: widget('/A << >>') }],
    ['with the name of another one', { 90: widget().replace('(Otra)', '(Nombre)') }],
    ['that is shown but not signed', { 90: visible.replace('/V 91 0 R', '') }],
    ['that does not turn with the page', { 90: visible.replace('/F 132', '/F 148') }],
    ['that does not scale with the page', { 90: visible.replace('/F 132', '/F 140') }],
  ])('%s is a modification', (_, objects) => {
    const { modifications } = changesAdding(objects)
    expect(modifications.map(({ kind, object }) => [kind, object])).toEqual([['field_added', 90]])
  })

  it('that draws nothing may ignore the turn of the page, and stay unsigned', () => {
    expect(changesAdding({ 90: widget().replace('/F 132', '/F 148') }).modifications).toEqual([])
    expect(changesAdding({ 90: widget().replace('/V 91 0 R', '') }).modifications).toEqual([])
  })

  it('may not be an object that was there', () => {
    const pdf = covered({ 90: '(an object that nothing refers to)' })
    expect(changesAdding({}, pdf).modifications).toContainEqual({ kind: 'field_added', object: 90, field: 'Otra' })
  })

  it('that cannot be read is a modification, unless it is nothing', () => {
    const listed = (item: string) => changesBy(signed, withForm('50 0 R ]', `50 0 R ${item} ]`)).modifications
    expect(listed('<< /FT /Sig /T (Otra) >>')).toEqual([{ kind: 'field_added' }])
    expect(listed('8 0 R')).toContainEqual(expect.objectContaining({ kind: 'field_added', object: 8 }))
    expect(listed('99 0 R')).toEqual([])
    expect(listed('null')).toEqual([])
  })

  it('has widgets of its own, which are new and plain', () => {
    const kids = (entries: string, more: Objects = {}, number = 94) =>
      changesAdding({
        3: lastOf(signed, 3).replace('13 0 R ]', `13 0 R ${number} 0 R ]`),
        90: `<< /FT /Sig /T (Otra) /V 91 0 R /Kids [ ${number} 0 R ] >>`,
        94: `<< /Type /Annot /Subtype /Widget /Parent 90 0 R /Rect [ 300 300 400 340 ] /AP << /N 92 0 R >> ${entries} >>`,
        ...more,
      })
    const wrong = { kind: 'field_added', object: 90 }
    expect(kids('')).toEqual({ ...nothing, additions: [{ ...added, ...place }] })
    expect(kids('/V (x)').modifications).toContainEqual(wrong)
    expect(kids('/FT /Tx').modifications).toContainEqual(wrong)
    expect(kids('/AA << >>').modifications).toContainEqual(wrong)
    expect(kids('', {}, 13).modifications).toContainEqual(wrong)
    expect(kids('', { 94: '(x)' }).modifications).toContainEqual(wrong)
  })

  it.each<[string, string, boolean]>([
    ['a drawing', '/AP << /N 92 0 R >>', true],
    ['a ground', '/MK << /BG [ 1 ] >>', true],
    ['a border', '/MK << /BC [ 0 ] >>', true],
    ['neither', '/MK << /BG [ ] >>', false],
  ])('is visible with %s and an area', (_, entries, isVisible) => {
    const wide = changesAdding({ 90: widget(entries, '300 300 400 340') }).additions
    expect(wide).toEqual([isVisible ? { ...added, ...place } : added])
    for (const rect of ['300 300 300 340', '300 300 400 300'])
      expect(changesAdding({ 90: widget(entries, rect) }).additions).toEqual([added])
  })

  it('removed is a modification, also together with an added one', () => {
    const inOrder = (last: string) => coveredCatalog().replace('10 0 R 11 0 R 50 0 R', `50 0 R 10 0 R ${last}`)
    const pdf = covered({ 1: inOrder('11 0 R') })
    const removed = [{ kind: 'field_removed', object: 11 }]
    expect(changesBy(pdf, { 1: inOrder('') }).modifications).toEqual(removed)
    expect(changesAdding({ 1: inOrder('90 0 R') }, pdf).modifications).toEqual(removed)
    const direct = covered({ 1: inOrder('<< /T (x) >>') })
    expect(changesBy(direct, { 1: inOrder('') }).modifications).toEqual([{ kind: 'field_removed' }])
  })
})

describe('a new field of a certified document (ISO 32000-2 §12.8.2.2)', () => {
  const timestamp = value.replace('/Type /Sig', '/Type /DocTimeStamp')
  const barred = (level: 1 | 2 | 3, objects: Objects) =>
    changesAdding(objects, covered({ 51: certifying(level) })).modifications.map(({ kind }) => kind)

  it.each([1, 2, 3] as const)('P %i permits an invisible timestamp, and no visible one', (level) => {
    expect(barred(level, { 91: timestamp })).toEqual([])
    expect(barred(level, { 90: visible, 91: timestamp })).toEqual(['field_added'])
  })

  it('P 1 permits no signature, P 2 and 3 an invisible one', () => {
    expect(barred(1, {})).toEqual(['field_added'])
    for (const level of [2, 3] as const) {
      expect(barred(level, {})).toEqual([])
      expect(barred(level, { 90: visible })).toEqual(['field_added'])
    }
  })

  it('is reported as a timestamp, or as a signature', () => {
    expect(changesAdding({ 91: timestamp }).additions).toEqual([{ ...added, kind: 'timestamp_added' }])
  })
})

describe('the value of a new signature field', () => {
  it.each<[string, string]>([
    ['no range', value.replace('/ByteRange [ 0 1 2 3 ]', '')],
    ['a range that is no array', value.replace('[ 0 1 2 3 ]', '(x)')],
    ['no contents', value.replace('/Contents <00>', '')],
  ])('is no signature with %s', (_, changed) => {
    expect(changesAdding({ 91: changed }).modifications).toEqual([{ kind: 'field_changed', object: 90, key: 'V' }])
  })

  it('is not that of another field', () => {
    const { modifications } = changesAdding({ 90: widget().replace('91 0 R', '51 0 R') })
    expect(modifications).toEqual([{ kind: 'signature_reused', object: 51 }])
  })

  it('may be in the field itself', () => {
    expect(changesAdding({ 90: widget().replace('91 0 R', value) })).toEqual({ ...nothing, additions: [added] })
  })
})
