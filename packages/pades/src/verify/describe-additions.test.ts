import { expect, it } from 'vitest'
import { describeAdditions, plain } from './describe-additions.ts'
import type { Modification, SignatureReport } from './report.ts'

const told = (additions: Modification[], language: 'es' | 'en' = 'es') =>
  describeAdditions({ additions } as unknown as SignatureReport, language)
const filled = (field: string, before: string | null, after: string | null): Modification => ({
  kind: 'field_filled',
  field,
  before,
  after,
})

it.each<[string, Modification, string]>([
  ['a first value', filled('monto', null, '100'), 'se llenó «monto»: 100'],
  ['another value', filled('monto', '100', '900'), 'se llenó «monto»: 100 → 900'],
  ['an emptied field', filled('monto', '100', null), 'se vació «monto», que decía 100'],
  ['a field without a value before or after', filled('monto', null, null), 'se tocó el campo «monto»'],
  ['a signature', { kind: 'signature_added', by: 'Luis Vega' }, 'firmó Luis Vega'],
  ['a signature in a field that was there', { kind: 'field_signed', by: 'Luis Vega' }, 'firmó Luis Vega'],
  ['a signature of an unknown person', { kind: 'signature_added' }, 'se agregó otra firma'],
  ['lost validation data', { kind: 'validation_data_removed' }, 'se quitaron datos que ayudaban a comprobarla'],
  ['a change with its page', { ...filled('monto', null, '100'), page: 3 }, 'se llenó «monto»: 100 (página 3)'],
])('%s is said in words', (_, addition, text) => {
  expect(told([addition])).toBe(` Después ${text}.`)
})

it('is said in English too', () => {
  expect(told([{ ...filled('total', '1', '2'), page: 1 }], 'en')).toBe(
    ' Afterwards “total” was filled in: 1 → 2 (page 1).',
  )
})

it('technical additions are not mentioned', () => {
  expect(told([])).toBe('')
  expect(told([{ kind: 'metadata_changed' }, { kind: 'validation_data_added' }, { kind: 'timestamp_added' }])).toBe('')
})

it('three different changes are named, more are counted', () => {
  const changes = ['a', 'b', 'c', 'd', 'e'].map((field) => filled(field, null, field))
  const [one, two, three, four] = changes.map(({ field }) => `se llenó «${field}»: ${field}`)
  expect(told(changes.slice(0, 3))).toBe(` Después ${one}, ${two} y ${three}.`)
  expect(told(changes.slice(0, 4))).toBe(` Después ${one}, ${two}, ${three} y un cambio más.`)
  expect(told(changes)).toBe(` Después ${one}, ${two}, ${three} y 2 cambios más.`)
  expect(told(changes.slice(0, 4), 'en')).toContain('and 1 more change.')
  expect(told(changes, 'en')).toContain('and 2 more changes.')
  expect(told([changes[0]!, changes[0]!, changes[3]!])).toBe(` Después ${one} y ${four}.`)
})

it('text of the file is shortened, and cannot turn the sentence round', () => {
  expect(plain('a\u202eb\u0000c\n')).toBe('abc')
  expect(plain('x'.repeat(200))).toBe('x'.repeat(200))
  expect(plain('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
  expect(told([filled('monto', null, '9'.repeat(80))])).toContain(`: ${'9'.repeat(80)}.`)
  expect(told([filled('monto', null, '9'.repeat(81))])).toContain(`: ${'9'.repeat(80)}….`)
})
