import { fieldTypes } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GivenValue } from './check-value.ts'
import { newField } from './new-field.ts'
import { checkValues } from './read-values.ts'

const png = `data:image/png;base64,${Buffer.from(
  '89504e470d0a1a0a 0000000d 49484452 00000002 00000003 0806000000 00000000'.replaceAll(' ', ''),
  'hex',
).toString('base64')}`

/** One field of each type, with the type as key. */
const fields = fieldTypes.map((type): TemplateField => ({
  ...newField(type, { page: 1, x: 0, y: 0, taken: [] }),
  key: type,
}))
const require = (all: readonly TemplateField[]) => all.map((field) => ({ ...field, required: true }))

const check = (data: Record<string, GivenValue>, of = fields) => checkValues(of, data, { locale: 'es-EC' })

describe('checkValues', () => {
  it('returns the values of the fields', () => {
    const { values, problems } = check({
      text: 'Jose\u{301}\nNúñez',
      multiline: 'uno\r\ndos',
      number: 1150.5,
      date: '2028-02-29',
      checkbox: false,
      select: 'Opción 2',
      image: png,
      signature: null,
      qr: 'https://foja.example/v?123',
    })
    expect(problems).toEqual([])
    expect(Object.fromEntries(values)).toEqual({
      text: 'José Núñez',
      multiline: 'uno\ndos',
      number: '1150.5',
      date: '2028-02-29',
      checkbox: false,
      select: 'Opción 2',
      image: expect.objectContaining({ format: 'png', width: 2, height: 3 }),
      qr: 'https://foja.example/v?123',
    })
  })

  it.each([
    ['text', true, 'not_text', undefined],
    ['text', 'x'.repeat(20_001), 'too_long', { max: 20_000 }],
    ['multiline', 'Bien 👍 y 中文', 'cannot_be_written', { characters: ['👍', '中', '文'] }],
    ['number', '1.150,50', 'not_a_number', { example: '1.234,50' }],
    ['number', Number.NaN, 'not_a_number', { example: '1.234,50' }],
    ['number', 1e30, 'not_a_number', { example: '1.234,50' }],
    ['number', true, 'not_a_number', { example: '1.234,50' }],
    ['number', 0.1 + 0.2, 'too_many_decimals', { max: 2 }],
    ['date', '2027-02-29', 'not_a_date', { example: '20/11/2026' }],
    ['date', '29/02/2028', 'not_a_date', { example: '20/11/2026' }],
    ['date', 20280229, 'not_a_date', { example: '20/11/2026' }],
    ['checkbox', 'true', 'not_true_or_false', undefined],
    ['select', 'Opción 3', 'not_an_option', undefined],
    ['image', 'sello.png', 'image_wrong', undefined],
    ['image', 7, 'image_wrong', undefined],
    ['qr', false, 'not_text', undefined],
    ['qr', 'ñ'.repeat(1200), 'qr_too_long', { max: 2331 }],
    ['signature', 'José', 'signature_given', undefined],
    ['otro', 'x', 'unknown_field', undefined],
    ['constructor', 'x', 'unknown_field', undefined],
  ] as const)('%s: %s is %s', (field, value, code, values) => {
    const checked = check({ text: 'bien', [field]: value })
    expect(checked.problems).toEqual([{ field, code, ...(values && { values }) }])
    // the others can be shown
    expect(checked.values.has(field)).toBe(false)
    if (field !== 'text') expect(checked.values.get('text')).toBe('bien')
  })

  it('checks the maximum length, counting a letter and its accent as one', () => {
    const short = fields.map((field) => (field.key === 'text' ? { ...field, max_length: 4 } : field))
    expect(check({ text: 'a\u{301}e\u{301}i\u{301}o\u{301}' }, short).problems).toEqual([])
    expect(check({ text: 'áéíóú' }, short).problems).toMatchObject([{ code: 'too_long', values: { max: 4 } }])
  })

  it('checks the decimals of the format, ignoring trailing zeros', () => {
    expect(check({ number: '10.5000' }).problems).toEqual([])
    const whole = fields.map((field) => ({
      ...field,
      format: { kind: 'number', as: 'plain', decimals: 0 } as const,
    }))
    expect(check({ number: '10.5' }, whole).problems).toMatchObject([{ code: 'too_many_decimals', values: { max: 0 } }])
    expect(check({ number: 'x' }, whole).problems).toMatchObject([{ values: { example: '1234' } }])
  })

  it('requires values of required fields, except signatures', () => {
    const { problems } = check({ text: '  ', checkbox: false }, require(fields))
    expect(problems.map((problem) => [problem.field, problem.code])).toEqual([
      ['text', 'required'],
      ['multiline', 'required'],
      ['number', 'required'],
      ['date', 'required'],
      ['checkbox', 'must_be_checked'],
      ['select', 'required'],
      ['image', 'required'],
      ['qr', 'required'],
    ])
    expect(checkValues(require(fields), {}, { locale: 'es-EC', required: false }).problems).toEqual([])
  })

  it('reports at most one problem per field', () => {
    const { problems } = check({ date: 'mañana', number: 'doce' }, require(fields).slice(2, 4))
    expect(problems.map((problem) => problem.field)).toEqual(['number', 'date'])
  })

  it('returns the same values when checked again', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, png, '2028-02-29'),
    )
    const data = fc.record(Object.fromEntries(fieldTypes.map((type) => [type, value])))
    fc.assert(
      fc.property(data, (given) => {
        const { values } = check(given)
        const plain = Object.fromEntries([...values].filter(([, held]) => typeof held !== 'object')) as typeof given
        const again = check(plain)
        expect(again.problems).toEqual([])
        expect(Object.fromEntries(again.values)).toEqual(plain)
      }),
    )
  })
})
