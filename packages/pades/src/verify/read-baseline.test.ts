import { describe, expect, it } from 'vitest'
import { readPdf } from '../pdf/file.ts'
import type { Permissions } from '../pdf/permissions.ts'
import { newWorkBudget } from '../work-budget.ts'
import type { FieldHub } from './baseline.ts'
import { readBaseline } from './read-baseline.ts'
import { contract, stream } from './testing/tiny-pdf.ts'

/** How each object of a signed revision may change later. */

const open: Permissions = { docMdp: null, certifies: false, isLocked: () => false }

function baselineOf(objects: Record<number, string>, permissions: Partial<Permissions> = {}) {
  const file = readPdf(contract(objects))
  const baseline = readBaseline(file, { ...open, ...permissions }, newWorkBudget())
  if (!baseline) throw new Error('no catalog')
  return baseline
}

/** The rule of each object, in words. */
function rulesOf(objects: Record<number, string>, permissions: Partial<Permissions> = {}): Record<number, string> {
  const { hubs, parts, structure, frozen, slots } = baselineOf(objects, permissions)
  const rules = [
    ...[...hubs].map(([number, hub]) => [number, hub.kind] as const),
    ...[...parts].map(([number, owner]) => [number, `part of ${owner}`] as const),
    ...[...structure].map(([number, kind]) => [number, `structure: ${kind}`] as const),
    ...[...frozen].map(([number, page]) => [number, `frozen${page === null ? '' : ` on page ${page}`}`] as const),
    ...[...slots].map(([number, slot]) => [number, `slot of ${slot}`] as const),
  ]
  const all = new Map<number, string>()
  for (const [number, rule] of rules) all.set(number, [all.get(number), rule].filter(Boolean).join(', '))
  return Object.fromEntries([...all].toSorted(([a], [b]) => a - b))
}

const fieldsOf = (objects: Record<number, string>, permissions: Partial<Permissions> = {}): FieldHub[] =>
  [...baselineOf(objects, permissions).hubs.values()].filter((hub) => hub.kind === 'field')

const usual = {
  1: 'catalog',
  2: 'page-node',
  3: 'page',
  4: 'page',
  5: 'frozen on page 1',
  6: 'frozen on page 2',
  7: 'frozen on page 1',
  8: 'frozen on page 1',
  9: 'frozen on page 1',
  10: 'field',
  11: 'field',
  12: 'slot of 10',
  13: 'frozen on page 1',
  14: 'slot of Info',
}

describe('the objects of a form', () => {
  it('are frozen but for the appearance of its open fields, and the metadata', () => {
    expect(rulesOf({})).toEqual(usual)
  })

  it('belong to their owners where they are objects of their own', () => {
    const rules = rulesOf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 30 0 R >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources 7 0 R /Annots 34 0 R >>',
      30: '<< /Fields 31 0 R /DR 32 0 R /XFA 35 0 R >>',
      31: '[ 10 0 R 11 0 R ]',
      32: '<< /Font 33 0 R /Encoding 37 0 R >>',
      33: '<< /Helv 8 0 R /Otra 36 0 R >>',
      34: '[ 10 0 R 11 0 R 13 0 R ]',
      35: stream('form'),
      36: '<< /Type /Font >>',
      37: '(no names)',
    })
    expect(rules).toMatchObject({
      30: 'part of 1',
      31: 'part of 1',
      32: 'part of 1',
      33: 'part of 1',
      34: 'part of 3',
      35: 'frozen',
      36: 'frozen',
    })
    expect(rules[37]).toContain('frozen')
  })

  it('are frozen with two owners', () => {
    const shared = rulesOf({
      3: '<< /Type /Page /Parent 2 0 R /Annots 34 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Annots 34 0 R >>',
      34: '[ 13 0 R ]',
    })
    expect(shared[34]).toBe('part of 3, frozen')
    const page = rulesOf({ 4: '<< /Type /Page /Parent 2 0 R /Annots 3 0 R >>' })
    expect(page[3]).toBe('page')
  })

  it('are frozen in two places of the form', () => {
    const twice = rulesOf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 10 0 R 3 0 R ] >> >>',
    })
    expect(twice[10]).toBe('field, frozen')
    expect(twice[3]).toContain('frozen')
  })

  it('belong to one permitted change only', () => {
    const twin = '<< /FT /Tx /T (copia) /AP << /N 12 0 R >> >>'
    const shared = rulesOf({
      1: '<< /Type /Catalog /Pages 2 0 R /DSS 40 0 R /Metadata 41 0 R /Extensions 42 0 R /AcroForm << /Fields [ 10 0 R 20 0 R ] >> >>',
      14: '<< /Foja 44 0 R >>',
      20: twin,
      40: '<< /Certs [ 43 0 R 44 0 R ] /OCSPs [ 8 0 R 10 0 R ] >>',
      41: stream('<x/>', '/Type /Metadata'),
      42: '<< /ADBE << >> >>',
      43: stream('certificate'),
      44: '(shared)',
    })
    expect(shared).toMatchObject({
      12: 'frozen, slot of 10',
      40: 'slot of DSS',
      41: 'slot of Metadata',
      42: 'slot of Extensions',
      43: 'slot of DSS',
      44: 'frozen, slot of DSS',
      8: 'frozen on page 1',
      10: 'field',
    })
  })

  it('are none where nothing refers to them', () => {
    expect(rulesOf({ 60: '(unused)' })).toEqual(usual)
  })
})

describe('the fields of a form', () => {
  const group = {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 20 0 R << /T (directo) /FT /Tx >> 99 0 R 8 0 R ] >> >>',
    20: '<< /T (grupo) /FT /Tx /Kids 25 0 R /Foja 26 0 R >>',
    21: '<< /T (uno) /Parent 20 0 R /Kids [ 22 0 R 23 0 R << /Foja 27 0 R >> ] >>',
    22: '<< /Subtype /Widget /Parent 21 0 R /AP << /N 28 0 R >> /MK << /I 29 0 R >> >>',
    23: '<< /Subtype /Widget /Parent 21 0 R >>',
    24: '<< /FT /Sig /Parent 20 0 R >>',
    25: '[ 21 0 R 24 0 R ]',
    26: '(x)',
    27: '(x)',
    28: stream('', '/Type /XObject /Subtype /Form'),
    29: '(x)',
  }

  it('are named after their groups, and inherit their kind', () => {
    const found = fieldsOf(group).map(({ number, name, type, terminal, open: isOpen, signed, widgets }) => {
      return [number, name, type, terminal, isOpen, signed, widgets]
    })
    expect(found).toEqual([
      [20, 'grupo', 'Tx', false, false, false, []],
      [21, 'grupo.uno', 'Tx', true, true, false, [22, 23]],
      [24, 'grupo', 'Sig', true, true, false, [24]],
      [8, '', null, true, true, false, [8]],
    ])
    expect(baselineOf(group).fieldNames).toEqual(new Set(['grupo', 'grupo.uno', '']))
  })

  it('freeze what their widgets do not draw', () => {
    expect(rulesOf(group)).toMatchObject({
      20: 'field',
      21: 'field',
      22: 'widget',
      23: 'widget',
      25: 'part of 20',
      26: 'frozen',
      27: 'frozen',
      28: 'slot of 21',
      29: 'frozen',
    })
  })

  const isOpenWith = (field: string, permissions: Partial<Permissions> = {}, more = {}): boolean =>
    fieldsOf({ 10: field, ...more }, permissions).find(({ number }) => number === 10)!.open
  const text = '<< /FT /Tx /T (Nombre) /AP << /N 12 0 R >> >>'

  it.each<[string, Partial<Permissions>, boolean]>([
    ['no certification', {}, true],
    ['P 1', { docMdp: 1 }, false],
    ['P 2', { docMdp: 2 }, true],
    ['P 3', { docMdp: 3 }, true],
    ['a lock', { isLocked: (name) => name === 'Nombre' }, false],
    ['a lock of another field', { isLocked: (name) => name === 'Acepto' }, true],
  ])('are open after a signature with %s: %s', (_, permissions, expected) => {
    expect(isOpenWith(text, permissions)).toBe(expected)
    expect(rulesOf({ 10: text }, permissions)[12]).toBe(expected ? 'slot of 10' : 'frozen')
  })

  it('are open for a signature until they have one', () => {
    expect(isOpenWith('<< /FT /Sig /T (Firma) >>')).toBe(true)
    expect(isOpenWith('<< /FT /Sig /T (Firma) /V 99 0 R >>')).toBe(true)
    expect(isOpenWith('<< /FT /Sig /T (Firma) /V << >> >>')).toBe(false)
    expect(isOpenWith('<< /FT /Tx /T (Firma) /V << >> >>')).toBe(true)
    const inherited = fieldsOf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 20 0 R ] >> >>',
      20: '<< /FT /Sig /T (grupo) /V << >> /Kids [ 21 0 R ] >>',
      21: '<< /T (uno) /Parent 20 0 R >>',
    })
    expect(inherited.map(({ number, signed }) => [number, signed])).toEqual([
      [20, true],
      [21, true],
    ])
  })

  it('use fonts by name, their own or those of the form', () => {
    const fonts = (objects: Record<number, string>) => {
      const { usedFonts, usesFormAppearance } = baselineOf(objects)
      return [[...usedFonts], usesFormAppearance]
    }
    const withAppearance = (field: string, form = '') => ({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R ] ${form} >> >>`,
      10: field,
    })
    expect(fonts(withAppearance('<< /FT /Tx /T (a) /DA (/F1 12 Tf 0 g) >>', '/DA (/F2 9 Tf)'))).toEqual([['F1'], false])
    expect(fonts(withAppearance('<< /FT /Ch /T (a) >>', '/DA (/F2 9 Tf)'))).toEqual([['F2'], true])
    expect(fonts(withAppearance('<< /FT /Tx /T (a) >>'))).toEqual([[], true])
    expect(fonts(withAppearance('<< /FT /Btn /T (a) /DA (/F1 12 Tf) >>', '/DA (/F2 9 Tf)'))).toEqual([[], false])
  })
})

describe('the pages', () => {
  it('are counted in reading order, with their tree', () => {
    const { hubs } = baselineOf({
      2: '<< /Type /Pages /Kids [ 20 0 R null 99 0 R 4 0 R ] /Count 2 >>',
      20: '<< /Type /Pages /Parent 2 0 R /Kids [ 3 0 R ] /Count 1 /Foja 21 0 R >>',
      21: '(x)',
    })
    expect([2, 20, 3, 4].map((number) => hubs.get(number))).toEqual([
      { kind: 'page-node' },
      { kind: 'page-node' },
      { kind: 'page', page: 1 },
      { kind: 'page', page: 2 },
    ])
  })

  it('freeze everything they show, with the first page that shows it', () => {
    const rules = rulesOf({
      2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 /Foja 21 0 R >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots 13 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 22 0 R /Annots [ 23 0 R ] >>',
      13: '<< /Foja 22 0 R >>',
      21: '(x)',
      22: '(shared)',
      23: '<< /Foja 24 0 R >>',
      24: '(x)',
    })
    expect(rules).toMatchObject({
      21: 'frozen',
      22: 'frozen on page 1',
      23: 'frozen on page 2',
      24: 'frozen on page 2',
    })
  })
})

describe('the structure of a tagged file', () => {
  const tagged = {
    1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 30 0 R /AcroForm << /Fields [ 10 0 R ] >> /Names 40 0 R >>',
    30: '<< /Type /StructTreeRoot /K 31 0 R /ParentTree 34 0 R /RoleMap 36 0 R >>',
    31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 32 0 R 37 0 R ] >>',
    32: '<< /Type /StructElem /S /P /P 31 0 R /K 33 0 R /A 38 0 R >>',
    33: '[ 0 << /Type /MCR /MCID 1 >> ]',
    34: '<< /Kids [ 35 0 R ] >>',
    35: '<< /Nums [ 0 39 0 R ] >>',
    36: '<< >>',
    37: '<< /Type /OBJR /Obj 10 0 R >>',
    38: '<< >>',
    39: '[ 32 0 R ]',
    40: '<< /Foja 41 0 R >>',
    41: '<< /Type /StructElem /S /P >>',
  }

  it('may grow in its elements, lists and numbers; its attributes may not', () => {
    expect(rulesOf(tagged)).toMatchObject({
      30: 'structure: root',
      31: 'structure: element',
      32: 'structure: element',
      33: 'structure: list',
      34: 'structure: node',
      35: 'structure: node',
      36: 'frozen',
      37: 'frozen',
      38: 'frozen',
      39: 'frozen',
      40: 'frozen',
      41: 'frozen',
    })
  })

  it('is frozen where it is no dictionary', () => {
    expect(rulesOf({ ...tagged, 30: '[ 31 0 R ]' })).toMatchObject({ 30: 'frozen', 31: 'frozen', 32: 'frozen' })
    expect(rulesOf({ ...tagged, 34: '5' })).toMatchObject({ 30: 'structure: root', 34: 'frozen' })
  })

  it('is frozen where something else refers to it, with all that it leads to', () => {
    const drawn = rulesOf({ ...tagged, 40: '<< /Foja 39 0 R >>' })
    expect(drawn).toMatchObject({ 30: 'frozen', 31: 'frozen', 32: 'frozen', 33: 'frozen', 39: 'frozen' })
  })
})

it('reading a revision costs steps, and stops when they are spent', () => {
  const spent: number[] = []
  const file = readPdf(contract())
  readBaseline(file, open, { spend: (steps) => void spent.push(steps) })
  expect(spent.length).toBeGreaterThan(30)
  expect(() => readBaseline(file, open, newWorkBudget(20))).toThrow('too much work')
})
