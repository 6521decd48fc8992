import type { FieldFormat, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { dayText, readDay, twoDigits, type Day } from './calendar.ts'
import { isZero, readDecimal, roundDecimal, type Decimal } from './decimal.ts'
import { localeRules, noBreakSpace, type LocaleRules } from './locales.ts'
import type { FieldValue } from './field-value.ts'

export type NumberFormat = Extract<FieldFormat, { kind: 'number' }>
export type DateFormat = Extract<FieldFormat, { kind: 'date' }>

export const defaultNumberFormat: NumberFormat = { kind: 'number', as: 'plain', decimals: 6 }
export const defaultDateFormat: DateFormat = { kind: 'date', as: 'short' }

/**
 * The text that a field shows for a checked value; empty for checkboxes, images and signatures. Uses our own tables
 * instead of `Intl`, whose output changes between versions: preview and document must agree in every browser and on
 * every server.
 */
export function formatValue(
  field: Pick<TemplateField, 'type' | 'format'>,
  value: FieldValue | number,
  locale: TemplateLocale,
): string {
  if (typeof value === 'boolean' || typeof value === 'object') return ''
  if (field.type === 'date') return formatDate(String(value), dateFormatOf(field), locale)
  if (field.type === 'number') return formatNumber(value, numberFormatOf(field), locale)
  return String(value)
}

export function numberFormatOf(field: Pick<TemplateField, 'format'>): NumberFormat {
  return field.format?.kind === 'number' ? field.format : defaultNumberFormat
}

export function dateFormatOf(field: Pick<TemplateField, 'format'>): DateFormat {
  return field.format?.kind === 'date' ? field.format : defaultDateFormat
}

/** A day, `2026-11-20`, in the words and order of the locale; any other text unchanged. */
export function formatDate(text: string, format: DateFormat, locale: TemplateLocale): string {
  const day = readDay(text)
  if (day === undefined) return text
  const rules = localeRules[locale]
  if (format.as === 'iso') return dayText(day)
  return format.as === 'short' ? shortDate(day, rules) : longDate(day, rules)
}

function shortDate({ year, month, day }: Day, { date }: LocaleRules): string {
  const figures = date.order === 'dmy' ? [day, month] : [month, day]
  return [...figures.map(twoDigits), year].join(date.separator)
}

function longDate({ year, month, day }: Day, { longDate, months }: LocaleRules): string {
  const name = months[month - 1] ?? ''
  if (longDate === 'es') return `${day} de ${name} de ${year}`
  return longDate === 'en-GB' ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`
}

/** A number or its text with a decimal point, in the locale's notation; any other text unchanged. */
export function formatNumber(value: string | number, format: NumberFormat, locale: TemplateLocale): string {
  const number = readDecimal(value)
  if (number === undefined) return String(value)
  const rules = localeRules[locale]
  if (format.as === 'plain') return signed(number, plain(number, format.decimals, rules))
  const rounded = roundDecimal(number, format.decimals)
  const digits = grouped(rounded, rules)
  if (format.as === 'decimal') return signed(rounded, digits)
  if (format.as === 'percent') return signed(rounded, `${digits}${rules.percentSpace}%`)
  return withCurrency(rounded, digits, format.currency ?? 'USD', rules)
}

/** Zero has no minus. */
function signed(number: Decimal, text: string): string {
  return number.negative && !isZero(number) ? `-${text}` : text
}

/** The digits as given, with the decimal sign of the locale. */
function plain(number: Decimal, decimals: number, rules: LocaleRules): string {
  const { whole, fraction } = number.fraction.length > decimals ? roundDecimal(number, decimals) : number
  return fraction === '' ? whole : whole + rules.decimal + fraction
}

function grouped({ whole, fraction }: Decimal, { group, groupsFrom, decimal }: LocaleRules): string {
  const groups = whole.length >= 3 + groupsFrom ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole
  return fraction === '' ? groups : groups + decimal + fraction
}

function withCurrency(number: Decimal, digits: string, code: string, rules: LocaleRules): string {
  const { place, apart, minus } = rules.currency
  const symbol = rules.symbols[code] ?? code
  if (place === 'after') return signed(number, `${digits}${noBreakSpace}${symbol}`)
  const inside = minus === 'inside' ? signed(number, digits) : digits
  // a letter never touches a digit: Q 1,150.00, but Q-1,150.00 (UTS 35, currencySpacing)
  const space = apart || (/[^\p{S}\p{Z}]$/u.test(symbol) && /^\d/.test(inside)) ? noBreakSpace : ''
  const text = `${symbol}${space}${inside}`
  return minus === 'inside' ? text : signed(number, text)
}
