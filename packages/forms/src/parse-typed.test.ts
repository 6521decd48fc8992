import { templateLocales, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayText } from './calendar.ts'
import { formatDate, formatNumber } from './format-value.ts'
import { newField } from './new-field.ts'
import { parseTyped } from './parse-typed.ts'
import { typedOf } from './typed-of.ts'

const make = (type: TemplateField['type'], rest: Partial<TemplateField> = {}): TemplateField => ({
  ...newField(type, { page: 1, x: 0, y: 0, taken: [] }),
  ...rest,
})
const number = make('number', { format: { kind: 'number', as: 'decimal', decimals: 6 } })
const amount = make('number', { format: { kind: 'number', as: 'currency', decimals: 2, currency: 'USD' } })
const date = make('date')

/** The value, or the problem code. */
function read(field: TemplateField, text: string, locale: TemplateLocale = 'es-EC') {
  const typed = parseTyped(field, text, locale)
  return 'problem' in typed ? typed.problem.code : typed.value
}

describe('parsing a typed number', () => {
  it.each([
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56'],
    ['1234.56', '1234.56', '1234.56'],
    ['1234,56', '1234.56', '1234.56'],
    // a single separator: as the country reads it
    ['1.234', '1234', '1.234'],
    ['1,234', '1.234', '1234'],
    ['1.234.567', '1234567', '1234567'],
    ['1,234,567', '1234567', '1234567'],
    ['1 234 567,8', '1234567.8', '1234567.8'],
    ['1\u{A0}234', '1234', '1234'],
    ["12'345", '12345', '12345'],
    ['  7 ', '7', '7'],
    ['−7', '-7', '-7'],
    ['- 7', '-7', '-7'],
    [',5', '0.5', '0.5'],
    ['007', '007', '007'],
  ])('reads %s as %s in Ecuador and %s in Mexico', (text, ecuador, mexico) => {
    expect(read(number, text, 'es-EC')).toBe(ecuador)
    expect(read(number, text, 'es-MX')).toBe(mexico)
  })

  it.each([
    'doce',
    '1.2.3',
    '1,2,3',
    '12.34.567',
    '1.234,567,8',
    '1,',
    '5 6',
    '--5',
    '1e3',
    '$ 5',
    '12 %',
    '∞',
    '1.23,4.5',
  ])('refuses %s', (text) => {
    expect(read(number, text)).toBe('not_a_number')
  })

  it.each(['$ 1.150,50', 'US$1150,50', '1.150,50 USD', 'USD 1.150,50', '1150.50'])('reads %s as an amount', (text) => {
    expect(read(amount, text)).toBe('1150.50')
  })

  it.each(['-$5', '$-5', '- $ 5'])('reads %s as a negative amount', (text) => {
    expect(read(amount, text)).toBe('-5')
  })

  it('accepts a percent sign for percentages', () => {
    const percent = make('number', { format: { kind: 'number', as: 'percent', decimals: 1 } })
    expect(read(percent, '12,5 %', 'es-ES')).toBe('12.5')
  })

  it('never rounds silently', () => {
    expect(parseTyped(amount, '10,555', 'es-EC')).toEqual({
      problem: { field: 'numero', code: 'too_many_decimals', values: { max: 2 } },
    })
    expect(read(amount, '10,500', 'es-EC')).toBe('10.500')
  })

  it('reports problems with an example of the country', () => {
    expect(parseTyped(amount, 'x', 'es-EC')).toMatchObject({ problem: { values: { example: '1.234,50' } } })
    expect(parseTyped(amount, 'x', 'es-MX')).toMatchObject({ problem: { values: { example: '1,234.50' } } })
  })

  it('reads back every formatted number, in every country', () => {
    const digits = fc.tuple(fc.stringMatching(/^-?[1-9]\d{0,14}$/), fc.stringMatching(/^\d{2}$/))
    fc.assert(
      fc.property(digits, fc.constantFrom(...templateLocales), ([whole, fraction], locale) => {
        const value = `${whole}.${fraction}`
        const currency = { kind: 'number', as: 'currency', decimals: 2, currency: 'USD' } as const
        expect(read(amount, formatNumber(value, currency, locale), locale)).toBe(value)
        expect(read(amount, typedOf(amount, value, locale), locale)).toBe(value)
      }),
    )
  })
})

describe('parsing a typed date', () => {
  it.each([
    '20/11/2026',
    ' 20-11-2026 ',
    '20.11.2026',
    '20 / 11 / 2026',
    '2026-11-20',
    '20 de noviembre de 2026',
    '20 de Noviembre del 2026',
    '20 nov. 2026',
    'noviembre 20, 2026',
  ])('reads %s', (text) => {
    expect(read(date, text)).toBe('2026-11-20')
  })

  it('uses the order of the country', () => {
    expect(read(date, '02/03/2026', 'es-EC')).toBe('2026-03-02')
    expect(read(date, '02/03/2026', 'es-PR')).toBe('2026-02-03')
    expect(read(date, 'March 2, 2026', 'en-US')).toBe('2026-03-02')
    expect(read(date, '2 March 2026', 'en-GB')).toBe('2026-03-02')
  })

  it('knows both spellings of September, and the first of a month', () => {
    for (const locale of ['es-EC', 'es-PE', 'es-UY'] as const)
      for (const name of ['septiembre', 'setiembre', 'sept', 'set', 'sep'])
        expect(read(date, `1º de ${name} de 2026`, locale)).toBe('2026-09-01')
  })

  it('refuses days that do not exist, such as 29 February outside leap years', () => {
    expect(read(date, '29/02/2028')).toBe('2028-02-29')
    expect(read(date, '29/02/2000')).toBe('2000-02-29')
    for (const text of ['29/02/2027', '29/02/2100', '31/04/2026', '00/01/2026', '20/13/2026', '11/20/2026'])
      expect(read(date, text)).toBe('not_a_date')
  })

  it.each([
    '20/11/26',
    'ayer',
    '20112026',
    '20/11-2026',
    '20 de x de 2026',
    '20 de ma de 2026',
    '2026-02-30',
    '0999-01-01',
  ])('refuses %s', (text) => {
    expect(parseTyped(date, text, 'es-EC')).toEqual({
      problem: { field: 'fecha', code: 'not_a_date', values: { example: '20/11/2026' } },
    })
  })

  it('reads back every formatted date, in every country and format', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    const forms = fc.constantFrom('short', 'long', 'iso')
    fc.assert(
      fc.property(days, fc.constantFrom(...templateLocales), forms, (moment, locale, as) => {
        const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()]
        const text = dayText({ year, month, day })
        expect(read(date, formatDate(text, { kind: 'date', as }, locale), locale)).toBe(text)
      }),
    )
  })
})

describe('parsing other typed values', () => {
  it('reads yes and no in Spanish and English', () => {
    const box = make('checkbox')
    for (const text of ['sí', 'Si', 'SÍ', 'x', 'X', '1', 'yes', 'true', 'Verdadero', '✓'])
      expect(read(box, text)).toBe(true)
    for (const text of ['no', 'No', '0', 'false', 'falso', '☐']) expect(read(box, text)).toBe(false)
    expect(read(box, 'quizá')).toBe('not_true_or_false')
    expect(typedOf(box, true, 'es-EC')).toBe('sí')
    expect(typedOf(box, true, 'en-US')).toBe('yes')
    expect(typedOf(box, false, 'en-US')).toBe('no')
  })

  it('matches options regardless of case, accents and surrounding spaces', () => {
    const list = make('select', { options: ['Unión libre', 'Casado', 'casado', 'Viuda'] })
    expect(read(list, ' union LIBRE ')).toBe('Unión libre')
    expect(read(list, 'casado')).toBe('casado')
    // two options match: ambiguous
    expect(read(list, 'CASADO')).toBe('not_an_option')
    expect(read(list, 'Divorciado')).toBe('not_an_option')
  })

  it('keeps texts unchanged', () => {
    expect(read(make('text'), ' 1.234 ')).toBe(' 1.234 ')
    expect(read(make('qr'), 'https://foja.example/v?1')).toBe('https://foja.example/v?1')
    expect(read(make('text', { max_length: 3 }), 'cuatro')).toBe('too_long')
    expect(read(make('signature'), 'José')).toBe('signature_given')
  })

  it('returns nothing for empty input', () => {
    for (const type of ['text', 'number', 'date', 'checkbox', 'select', 'signature'] as const)
      expect(read(make(type), '  ')).toBe(null)
    for (const nothing of [null, undefined]) expect(typedOf(number, nothing, 'es-EC')).toBe('')
  })
})
