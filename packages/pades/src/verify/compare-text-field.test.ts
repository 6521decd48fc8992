import { describe, expect, it } from 'vitest'
import { changesBy, covered, coveredCatalog, type Objects } from './testing/covered.ts'
import { stream } from './testing/tiny-pdf.ts'

/** Text fields of the signed form: what they show must be their value. */

const helv = '/Resources << /Font << /Helv 8 0 R >> >>'
const shows = (text: string): string =>
  stream(`BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`, `/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] ${helv}`)
const unreadable = shows('900').replace('/Helv 12 Tf', '/None 12 Tf')
const amount = (value: string, entries = '/AP << /N 12 0 R >>'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (monto) /Rect [ 72 600 272 620 ] /P 3 0 R /DA (/Helv 12 Tf 0 g) ${value} ${entries} >>`

function after(objects: Objects, before: Objects = { 10: amount('/V (100)'), 12: shows('100') }) {
  const { modifications, additions, doubts } = changesBy(covered(before), objects)
  return { kinds: [...modifications, ...additions].map(({ kind }) => kind), doubts }
}
const accepted = { kinds: ['field_filled'], doubts: [] }
const refused = { kinds: ['appearance_changed'], doubts: [] }
const stale = { kinds: ['field_filled'], doubts: ['field_appearance_stale'] }
const unverified = { kinds: ['field_filled'], doubts: ['field_appearance_unverified'] }

describe('a filled field', () => {
  it('shows its new value', () => {
    expect(after({ 10: amount('/V (900)'), 12: shows('900') })).toEqual(accepted)
    expect(after({ 10: amount('/V (900)'), 12: shows('901') })).toEqual(refused)
    expect(after({ 10: amount('/V (900)'), 12: unreadable })).toEqual(unverified)
  })

  it('that keeps the drawing of its old value leaves a doubt', () => {
    expect(after({ 10: amount('/V (900)') })).toEqual(stale)
    expect(after({ 10: amount('/V (900)'), 12: shows('900') }, { 10: amount('/V (100)'), 12: unreadable })).toEqual(
      accepted,
    )
    const empty = { 10: amount('/V ()'), 12: shows('') }
    // an empty drawing shows no other value
    expect(after({ 10: amount('/V (900)') }, empty)).toEqual(accepted)
    // no drawing is none of another value
    expect(after({ 10: amount('/V (900)', '') }, { 10: amount('/V (100)', '') })).toEqual(accepted)
  })

  it('that keeps a drawing of the new value, or is drawn by its reader, leaves none', () => {
    expect(after({ 10: amount('/V (900)') }, { 10: amount('/V (100)'), 12: shows('900') })).toEqual(accepted)
    const asking = { 1: coveredCatalog('/NeedAppearances true'), 10: amount('/V (100)'), 12: shows('100') }
    expect(after({ 10: amount('/V (900)') }, asking)).toEqual(accepted)
    const refusing = { ...asking, 1: coveredCatalog('/NeedAppearances false') }
    expect(after({ 10: amount('/V (900)') }, refusing)).toEqual(stale)
  })

  it('that is emptied shows nothing', () => {
    expect(after({ 10: amount(''), 12: shows('') })).toEqual(accepted)
    expect(after({ 10: amount('') })).toEqual(stale)
    expect(after({ 10: amount(''), 12: shows('101') })).toEqual(refused)
  })
})

describe('a field under the same value', () => {
  it('keeps its drawing', () => {
    expect(after({ 12: shows('900') })).toEqual(refused)
    expect(after({ 12: `${shows('100')} `.replace('2 5 Td', '3 5 Td') })).toEqual(refused)
    expect(after({ 10: amount('/V (100)', '') })).toEqual(refused)
  })

  it('may be drawn for the first time, as a reader would', () => {
    const bare = { 10: amount('/V (100)', '') }
    const drawn = (text: string, more = '') =>
      after({ 10: amount('/V (100)', `/AP << /N 70 0 R >> ${more}`), 70: shows(text) }, bare)
    expect(drawn('100')).toEqual(accepted)
    expect(drawn('900')).toEqual(refused)
    expect(drawn('100', '/M (D:2026)')).toEqual(accepted)
    expect(drawn('100', '/AS /x')).toEqual(refused)
  })

  it('may be written in another way', () => {
    expect(after({ 10: amount('/V <313030>') })).toEqual({ kinds: [], doubts: [] })
  })
})

describe('a choice', () => {
  const list = (value: string, entries: string): string =>
    amount(value, `/AP << /N 12 0 R >> ${entries}`).replace('/Tx', '/Ch')
  const combo = '/Ff 131072 /Opt [ [ (EC) (Ecuador) ] [ (PE) (Peru) ] ]'
  const base = { 10: list('/V (EC)', combo), 12: shows('Ecuador') }

  it('shows the label of its value', () => {
    expect(after({ 10: list('/V (PE)', combo), 12: shows('Peru') }, base)).toEqual(accepted)
    expect(after({ 10: list('/V (PE)', combo) }, base)).toEqual(stale)
    expect(after({ 10: list('/V (PE)', combo), 12: shows('Chile') }, base)).toEqual(refused)
  })

  it('may only scroll', () => {
    expect(after({ 10: list('/V (EC)', `${combo} /TI 1`) }, base)).toEqual(accepted)
    expect(after({ 10: list('/V (EC)', `${combo} /I [ 1 ]`) }, base)).toEqual(refused)
    const text = amount('/V (100)', '/AP << /N 12 0 R >> /TI 1')
    expect(after({ 10: text }).kinds).toEqual(['field_changed'])
  })
})

describe('rich text (ISO 32000-2 §12.7.4.4)', () => {
  const rich = (value: string, text: string): string => amount(`/V (${value})`, `/AP << /N 12 0 R >> /RV (${text})`)

  it.each([
    ['plain', '9 & <0', '9 &amp; &lt;0'],
    ['with markup', '900', '<body><p>9<b>0</b>0</p></body>'],
    ['with other spaces', '9 00', '<p> 90\\n 0</p>'],
    ['with a number for a letter', '900', '&#57;00'],
    ['with both brackets', '<9>', '&lt;9&gt;'],
  ])('says the same as the value: %s', (_, value, text) => {
    expect(after({ 10: rich(value, text), 12: shows(value) })).toEqual(accepted)
  })

  it.each([
    ['another text', '901'],
    ['a hidden part', '900<!-- -->'],
    ['raw text', '900<![CDATA[]]>'],
    ['a number beyond all letters', '900&#9999999;'],
    ['nothing', ''],
  ])('may not say %s', (_, text) => {
    expect(after({ 10: rich('900', text), 12: shows('900') })).toEqual(refused)
  })

  it('with the old value leaves a doubt', () => {
    const base = { 10: rich('100', '<p>100</p>'), 12: shows('100') }
    expect(after({ 10: rich('900', '<p>100</p>'), 12: shows('900') }, base)).toEqual(stale)
    expect(after({ 10: rich('900', '<p>900</p>'), 12: shows('900') }, base)).toEqual(accepted)
  })
})

describe('a field with two widgets', () => {
  const parent = (value: string): string =>
    `<< /FT /Tx /T (monto) /DA (/Helv 12 Tf 0 g) /V (${value}) /Kids [ 15 0 R 16 0 R ] >>`
  const widget = (y: number, drawing: number): string =>
    `<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [ 72 ${y} 272 ${y + 20} ] /AP << /N ${drawing} 0 R >> >>`
  const base = { 10: parent('100'), 15: widget(300, 12), 16: widget(340, 17), 12: shows('100'), 17: shows('100') }

  it('shows its value in both', () => {
    expect(after({ 10: parent('900'), 12: shows('900'), 17: shows('900') }, base)).toEqual(accepted)
    expect(after({ 10: parent('900'), 12: shows('900'), 17: shows('100') }, base)).toEqual(stale)
    expect(after({ 10: parent('900'), 12: shows('900'), 17: shows('800') }, base)).toEqual(refused)
    expect(after({ 10: parent('900'), 12: unreadable, 17: shows('900') }, base)).toEqual(unverified)
    expect(after({ 10: parent('900'), 12: shows('900'), 17: unreadable }, base)).toEqual(unverified)
  })

  it('has its value in itself only', () => {
    const other = widget(340, 17).replace('/Parent', '/V (900) /Parent')
    expect(after({ 16: other }, base).kinds).toEqual(['field_changed'])
  })
})
