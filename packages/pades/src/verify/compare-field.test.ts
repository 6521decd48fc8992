import { describe, expect, it } from 'vitest'
import { changesBy, covered, coveredCatalog, lastOf, type Objects } from './testing/covered.ts'
import { stream } from './testing/tiny-pdf.ts'

/** Fields of the signed form: an open one may be filled, and must then show its value. */

const nothing = { modifications: [], additions: [], doubts: [] }
const form = (data: string, entries = '', box = '0 0 20 20'): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [ ${box} ] ${entries}`)
const kindsOf = ({ modifications, additions }: ReturnType<typeof changesBy>): string[] =>
  [...modifications, ...additions].map(({ kind }) => kind)

describe('radio buttons', () => {
  const group = '<< /FT /Btn /Ff 49152 /T (opcion) /V /Off /Kids [ 17 0 R 18 0 R ] >>'
  const button = (state: string, y: number): string =>
    `<< /Type /Annot /Subtype /Widget /Parent 16 0 R /Rect [ 300 ${y} 320 ${y + 20} ] /AS /Off /AP << /N << /${state} 19 0 R /Off 20 0 R >> >> >>`
  const [first, second] = [button('A', 300), button('B', 340)]
  const pdf = covered({
    1: coveredCatalog().replace('[ 10 0 R', '[ 16 0 R 10 0 R'),
    3: lastOf(covered(), 3).replace('[ 10 0 R', '[ 17 0 R 18 0 R 10 0 R'),
    16: group,
    17: first,
    18: second,
    19: form('0 0 9 9 re f'),
    20: form('0 0 9 9 re S'),
  })
  const chosen = { 16: group.replace('/V /Off', '/V /A'), 17: first.replace('/AS /Off', '/AS /A') }
  const filled = { kind: 'field_filled', object: 16, field: 'opcion', before: null, after: 'A' }
  const place = { page: 1, rectangle: { page: 1, x: 300, y: 472, width: 20, height: 20 } }
  const wrong = { ...filled, ...place, kind: 'appearance_changed' }

  it('may be chosen: one shows its state, the others are off', () => {
    expect(changesBy(pdf, chosen)).toEqual({ ...nothing, additions: [{ ...filled, ...place }] })
  })

  it('may be chosen again, or not at all', () => {
    const set = covered({
      1: coveredCatalog().replace('[ 10 0 R', '[ 16 0 R 10 0 R'),
      3: lastOf(pdf, 3),
      ...chosen,
      18: second,
      19: lastOf(pdf, 19),
      20: lastOf(pdf, 20),
    })
    const other = { 16: group.replace('/Off', '/B'), 17: first, 18: second.replace('/AS /Off', '/AS /B') }
    expect(kindsOf(changesBy(set, other))).toEqual(['field_filled'])
    expect(kindsOf(changesBy(set, { 16: group, 17: first }))).toEqual(['field_filled'])
    expect(kindsOf(changesBy(set, { 16: group.replace(' /V /Off', ''), 17: first.replace('/AS /Off ', '') }))).toEqual([
      'field_filled',
    ])
  })

  it.each<[string, Objects]>([
    ['the value alone', { 16: chosen[16] }],
    ['another state than the value', { ...chosen, 16: group.replace('/V /Off', '/V /B') }],
    ['two states', { ...chosen, 18: second.replace('/AS /Off', '/AS /B') }],
    ['a state that no button has', { 16: group.replace('/V /Off', '/V /C') }],
    ['no state', { ...chosen, 17: first.replace('/AS /Off ', '') }],
  ])('may not show %s', (_, objects) => {
    const { modifications, additions } = changesBy(pdf, objects)
    expect(modifications.map(({ kind, object }) => [kind, object])).toEqual([['appearance_changed', 16]])
    expect(additions).toEqual([])
  })

  it('may not show another state under the same value', () => {
    const { modifications } = changesBy(pdf, { 17: first.replace('/AS /Off', '/AS /A') })
    expect(modifications).toEqual([{ ...wrong, after: null }])
  })

  describe('drawn by another program', () => {
    /** The chosen button with another appearance of its states. */
    const drawn = (states: string, objects: Objects = {}) =>
      kindsOf(
        changesBy(pdf, {
          16: chosen[16],
          17: first.replace(/\/AS \/Off \/AP .*$/, `/AS /A /AP ${states} >>`),
          ...objects,
        }),
      )
    const dingbats = (entries = '') =>
      `/Resources << /Font << /Z << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats ${entries} >> >> >>`
    const mark = 'q BT /Z 12 Tf 2 5 Td (4) Tj ET Q'
    const accepted = ['field_filled']
    const refused = ['appearance_changed']

    it('may be the same drawings in other objects', () => {
      const copies = { 70: lastOf(pdf, 19), 71: lastOf(pdf, 20) }
      expect(drawn('<< /N << /A 70 0 R /Off 71 0 R >> >>', copies)).toEqual(accepted)
      expect(drawn('<< /N << /A 70 0 R /Off 20 0 R >> >>', { 70: copies[70] })).toEqual(accepted)
    })

    it('may be a plain mark where it is on', () => {
      const states = '<< /N << /A 70 0 R /Off 20 0 R >> >>'
      expect(drawn(states, { 70: form(mark, dingbats()) })).toEqual(accepted)
      expect(drawn(states, { 70: form(mark, dingbats('/Name /Z')) })).toEqual(accepted)
      expect(drawn(states, { 70: form(mark, dingbats('/FontDescriptor 71 0 R')), 71: '<< >>' })).toEqual(refused)
      expect(drawn(states, { 70: form(mark, dingbats().replace('Zapf', 'Evil')) })).toEqual(refused)
      expect(drawn(states, { 70: form(mark, '/Resources << /Font << /Z (x) >> >>') })).toEqual(refused)
      expect(drawn(states, { 70: form(mark) })).toEqual(refused)
      expect(drawn(states, { 70: form(mark.replace('(4)', '(44)'), dingbats()) })).toEqual(refused)
      expect(drawn(states, { 70: form('1 g 0 0 20 20 re f') })).toEqual(refused)
    })

    it('may not be a mark where it is off', () => {
      expect(drawn('<< /N << /A 19 0 R /Off 70 0 R >> >>', { 70: form(mark, dingbats()) })).toEqual(refused)
    })

    it('may be the same drawing with other resources, where it uses none', () => {
      const states = '<< /N << /A 70 0 R /Off 20 0 R >> >>'
      const resources = '/Resources << /ProcSet [ /PDF ] >>'
      expect(drawn(states, { 70: form('0 0 9 9 re f', resources) })).toEqual(accepted)
      expect(drawn(states, { 70: form('0 0 8 9 re f', resources) })).toEqual(refused)
      expect(drawn(states, { 70: form('0 0 9 9 re f', resources, '0 0 30 30') })).toEqual(refused)
      for (const data of ['/X Do', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI', '/G gs 0 0 9 9 re f']) {
        const shared = covered({
          1: lastOf(pdf, 1),
          3: lastOf(pdf, 3),
          16: group,
          17: first,
          18: second,
          19: form(data),
          20: lastOf(pdf, 20),
        })
        const changed = { ...chosen, 17: chosen[17].replace('/A 19 0 R', '/A 70 0 R'), 70: form(data, resources) }
        expect(kindsOf(changesBy(shared, changed))).toEqual(refused)
      }
    })

    it.each([
      ['more states', '<< /N << /A 19 0 R /Off 20 0 R /Z 19 0 R >> >>'],
      ['fewer states', '<< /N << /A 19 0 R >> >>'],
      ['a state of another name', '<< /N << /A 19 0 R /B 20 0 R >> >>'],
      ['a state that is no drawing', '<< /N << /A 10 0 R /Off 20 0 R >> >>'],
      ['a rollover drawing', '<< /N << /A 19 0 R /Off 20 0 R >> /R << /A 20 0 R >> >>'],
      ['a drawing when pressed', '<< /N << /A 19 0 R /Off 20 0 R >> /D << /A 20 0 R >> >>'],
      ['one drawing for all states', '<< /N 19 0 R >>'],
      ['none', 'null'],
    ])('may not be %s', (_, states) => {
      expect(drawn(states)).toEqual(refused)
    })
  })
})

describe('a field that is not filled', () => {
  const signed = covered()

  it('may get another date of change', () => {
    const dated = lastOf(signed, 10).replace('/V ()', '/V () /M (D:20260401120000Z)')
    expect(changesBy(signed, { 10: dated })).toEqual({
      ...nothing,
      additions: [{ kind: 'metadata_changed', object: 10 }],
    })
  })

  it('keeps what its appearance shares with its other entries', () => {
    const shared = (value: string): string => lastOf(signed, 10).replace('/V ()', `/V (${value}) /Foja 12 0 R`)
    const drawn = stream(
      'BT /Helv 12 Tf 2 5 Td (Luis) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
    )
    const pdf = covered({ 10: shared('') })
    expect(changesBy(pdf, { 10: shared('Luis'), 12: drawn }).modifications).toEqual([
      { kind: 'object_changed', object: 12 },
    ])
    expect(changesBy(signed, { 10: shared('Luis').replace(' /Foja 12 0 R', ''), 12: drawn }).modifications).toEqual([])
  })

  it('may not become something else', () => {
    const changed = { kind: 'field_changed', object: 10, field: 'Nombre' }
    expect(changesBy(signed, { 10: '(x)' }).modifications).toContainEqual(changed)
    expect(changesBy(signed, { 10: 'null' }).modifications).toContainEqual(changed)
  })

  it('may not get a kid, a flag or another place', () => {
    for (const entry of ['/Kids [ 11 0 R ]', '/Ff 1', '/MaxLen 3', '/Rect [ 0 0 9 9 ]']) {
      const { modifications } = changesBy(signed, { 10: lastOf(signed, 10).replace('/V ()', `/V () ${entry}`) })
      expect(modifications).toContainEqual(expect.objectContaining({ kind: 'field_changed', object: 10 }))
    }
  })
})

describe('a group of fields', () => {
  const group = '<< /T (grupo) /Kids [ 17 0 R 18 0 R ] >>'
  const kid = (name: string): string => `<< /T (${name}) /FT /Tx /Parent 16 0 R /V (x) >>`
  const pdf = covered({
    1: coveredCatalog().replace('[ 10 0 R', '[ 16 0 R 10 0 R'),
    16: group,
    17: kid('uno'),
    18: kid('dos'),
  })

  it('keeps its fields', () => {
    expect(changesBy(pdf, { 16: group.replace('18 0 R ', '') }).modifications).toEqual([
      { kind: 'field_removed', object: 18 },
    ])
  })

  it('keeps its own entries', () => {
    expect(changesBy(pdf, { 16: group.replace('/T (grupo)', '/T (otro)') }).modifications).toEqual([
      { kind: 'field_changed', object: 16, key: 'T', field: 'grupo' },
    ])
    expect(changesBy(pdf, { 16: group.replace('/T', '/V (y) /T') }).modifications).toEqual([
      { kind: 'field_changed', object: 16, key: 'V', field: 'grupo' },
    ])
  })
})

describe('an unsigned signature field', () => {
  const free = (entries = ''): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Libre) /Rect [ 300 300 400 340 ] /F 4 ${entries} >>`
  const pdf = covered({
    1: coveredCatalog().replace('[ 10 0 R', '[ 16 0 R 10 0 R'),
    3: lastOf(covered(), 3).replace('[ 10 0 R', '[ 16 0 R 10 0 R'),
    16: free(),
    17: form('0 0 9 9 re S', '', '0 0 100 40'),
  })
  const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
  const place = { page: 1, rectangle: { page: 1, x: 300, y: 452, width: 100, height: 40 } }
  const field = { object: 16, field: 'Libre', ...place }

  it('may be signed, with an appearance', () => {
    const signed = changesBy(pdf, { 16: free('/V 91 0 R /AP << /N 17 0 R >> /P 3 0 R /MK << >>'), 91: value })
    expect(signed).toEqual({ ...nothing, additions: [{ kind: 'field_signed', ...field }] })
  })

  it('may not cover the page when it is signed', () => {
    const large = free().replace('300 300 400 340', '0 0 612 700')
    const over = covered({ 1: lastOf(pdf, 1), 3: lastOf(pdf, 3), 16: large, 17: lastOf(pdf, 17) })
    const signed = large.replace(/>>$/, '/V 91 0 R /AP << /N 17 0 R >> >>')
    expect(changesBy(over, { 16: signed, 91: value }).modifications).toEqual([
      { kind: 'field_covers_page', page: 1, object: 16 },
    ])
  })

  it.each<[string, string, string]>([
    ['an appearance', '/AP << /N 17 0 R >>', 'AP'],
    ['an appearance and a page', '/P 3 0 R /AP << /N 17 0 R >>', 'AP'],
    ['a ground', '/MK << /BG [ 1 ] >>', 'MK'],
    ['a date', '/M (D:2026)', 'M'],
    ['a state, and a value that is nothing', '/AS /x /V 99 0 R', 'AS'],
  ])('may not gain %s without being signed', (_, entries, key) => {
    expect(changesBy(pdf, { 16: free(entries) }).modifications).toEqual([{ kind: 'field_changed', ...field, key }])
  })

  it('may not be signed with the signature of another field, or something else', () => {
    const reused = changesBy(pdf, { 16: free('/V 51 0 R') })
    expect(reused.modifications).toEqual([{ kind: 'signature_reused', object: 51 }])
    const wrong = changesBy(pdf, { 16: free('/V 91 0 R'), 91: '<< /Type /Sig >>' })
    expect(wrong.modifications).toEqual([{ kind: 'field_changed', object: 16, key: 'V' }])
  })

  it.each([8, 16, 24])('may not stop turning and scaling with the page (/F %i)', (flag) => {
    const turned = changesBy(pdf, { 16: free('/V 91 0 R').replace('/F 4', `/F ${4 + flag}`), 91: value })
    expect(turned.modifications).toEqual([{ kind: 'field_changed', object: 16, key: 'F', field: 'Libre' }])
    const already = covered({ 1: lastOf(pdf, 1), 3: lastOf(pdf, 3), 16: free().replace('/F 4', `/F ${flag}`) })
    const signed = changesBy(already, { 16: free('/V 91 0 R').replace('/F 4', `/F ${flag}`), 91: value })
    expect(signed.modifications).toEqual([])
  })

  it('may change other flags when it is signed', () => {
    expect(changesBy(pdf, { 16: free('/V 91 0 R').replace('/F 4', '/F 132'), 91: value }).modifications).toEqual([])
  })

  it('with a widget of its own may not draw on it unless it is signed', () => {
    const parent = (entries = '') => `<< /FT /Sig /T (Libre) /Kids [ 18 0 R ] ${entries} >>`
    const kid = (entries = '') =>
      `<< /Type /Annot /Subtype /Widget /Parent 16 0 R /Rect [ 300 300 400 340 ] ${entries} >>`
    const split = covered({
      1: lastOf(pdf, 1),
      3: lastOf(pdf, 3).replace('16 0 R', '18 0 R'),
      16: parent(),
      17: lastOf(pdf, 17),
      18: kid(),
    })
    const drawn = kid('/AP << /N 17 0 R >>')
    expect(changesBy(split, { 18: drawn }).modifications).toEqual([
      { kind: 'field_changed', ...field, object: 18, key: 'AP' },
    ])
    expect(kindsOf(changesBy(split, { 16: parent('/V 91 0 R'), 18: drawn, 91: value }))).toEqual(['field_signed'])
  })
})
