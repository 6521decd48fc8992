import { templateLocales, type TemplateLocale } from '@foja/contracts/template-field-types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate, formatNumber, formatValue, type NumberFormat } from './format-value.ts'

const amounts = [
  '0',
  '1',
  '12.5',
  '999.995',
  '1000',
  '1150',
  '1150.5',
  '9999.99',
  '10000',
  '1234567.891',
  '98765432109876',
]
const currencies = Intl.supportedValuesOf('currency')
const signs = (amount: string) => (amount === '0' ? [amount] : [amount, `-${amount}`])

/** The output of this Node's Intl; numbers are passed as text, because a `number` would be rounded first. */
function intl(locale: TemplateLocale, amount: string, options: Intl.NumberFormatOptions, decimals: number): string {
  const format = new Intl.NumberFormat(locale, {
    ...options,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(amount as `${number}`)
}

const number = (as: NumberFormat['as'], decimals: number, currency?: string): NumberFormat => ({
  kind: 'number',
  as,
  decimals,
  ...(currency !== undefined && { currency }),
})

describe.each(templateLocales)('%s formats like Intl', (locale) => {
  it('numbers', () => {
    for (const amount of amounts.flatMap(signs))
      for (const decimals of [0, 2, 6])
        expect(formatNumber(amount, number('decimal', decimals), locale)).toBe(intl(locale, amount, {}, decimals))
  })

  it('percentages, without multiplying them', () => {
    for (const amount of amounts.flatMap(signs))
      expect(formatNumber(amount, number('percent', 2), locale)).toBe(
        intl(locale, `${amount}e-2`, { style: 'percent' }, 2),
      )
  })

  it('amounts of every currency', () => {
    for (const currency of currencies) {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      })
      for (const amount of [1150.5, -1150.5, 12_345])
        expect(formatNumber(amount, number('currency', 2, currency), locale), currency).toBe(format.format(amount))
    }
  })

  it('every day of a leap year and of the year after, in figures and in words', () => {
    const short = new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
    for (let day = Date.UTC(2028, 0, 1); day < Date.UTC(2030, 0, 1); day += 86_400_000) {
      const text = new Date(day).toISOString().slice(0, 10)
      expect(formatDate(text, { kind: 'date', as: 'short' }, locale)).toBe(short.format(day))
      expect(formatDate(text, { kind: 'date', as: 'long' }, locale)).toBe(long.format(day))
      expect(formatDate(text, { kind: 'date', as: 'iso' }, locale)).toBe(text)
    }
  })
})

describe('a formatted value', () => {
  it('uses the digit grouping of each country', () => {
    const written = (locale: TemplateLocale) => formatNumber('1150', number('decimal', 2), locale)
    expect([written('es-EC'), written('es-ES'), written('es-MX'), written('es-CR')]).toEqual([
      '1.150,00',
      '1150,00',
      '1,150.00',
      '1\u{A0}150,00',
    ])
    expect(formatNumber('11150', number('decimal', 2), 'es-ES')).toBe('11.150,00')
  })

  it('keeps the digits of a plain number, including leading zeros', () => {
    expect(formatNumber('007', number('plain', 0), 'es-EC')).toBe('007')
    expect(formatNumber('1150.50', number('plain', 6), 'es-EC')).toBe('1150,50')
    expect(formatNumber(-2026, number('plain', 0), 'es-EC')).toBe('-2026')
    expect(formatNumber('2.675', number('plain', 2), 'en-US')).toBe('2.68')
  })

  it('rounds halves away from zero, exactly, and has no minus on zero', () => {
    expect(formatNumber('1.005', number('decimal', 2), 'en-US')).toBe('1.01')
    expect(formatNumber('-2.5', number('decimal', 0), 'en-US')).toBe('-3')
    expect(formatNumber('-0.004', number('decimal', 2), 'en-US')).toBe('0.00')
    expect(formatNumber('-0.001', number('currency', 2, 'USD'), 'es-EC')).toBe('$0,00')
  })

  it('uses the dollar sign for an amount without a currency', () => {
    expect(formatNumber('5', number('currency', 2), 'es-EC')).toBe('$5,00')
  })

  it('leaves invalid numbers and dates unchanged', () => {
    expect(formatNumber('doce', number('decimal', 2), 'es-EC')).toBe('doce')
    expect(formatDate('ayer', { kind: 'date', as: 'long' }, 'es-EC')).toBe('ayer')
    expect(formatDate('2027-02-29', { kind: 'date', as: 'long' }, 'es-EC')).toBe('2027-02-29')
  })

  it('is the text for each type', () => {
    expect(formatValue({ type: 'text' }, '2028-02-29', 'es-EC')).toBe('2028-02-29')
    expect(formatValue({ type: 'date' }, '2028-02-29', 'es-EC')).toBe('29/02/2028')
    expect(formatValue({ type: 'date', format: { kind: 'date', as: 'long' } }, '2028-02-29', 'es-PE')).toBe(
      '29 de febrero de 2028',
    )
    expect(formatValue({ type: 'number' }, '1150.5', 'es-EC')).toBe('1150,5')
    expect(formatValue({ type: 'number', format: number('currency', 2, 'EUR') }, '1150.5', 'es-ES')).toBe(
      '1150,50\u{A0}€',
    )
    expect(formatValue({ type: 'checkbox' }, true, 'es-EC')).toBe('')
  })

  it('is as exact as Intl for numbers of any length', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,19}$/)
    fc.assert(
      fc.property(
        digits,
        fc.stringMatching(/^\d{1,12}$/),
        fc.nat(6),
        fc.constantFrom(...templateLocales),
        (...parts) => {
          const [whole, fraction, decimals, locale] = parts
          const amount = `${whole}.${fraction}`
          expect(formatNumber(amount, number('decimal', decimals), locale)).toBe(intl(locale, amount, {}, decimals))
        },
      ),
    )
  })
})
