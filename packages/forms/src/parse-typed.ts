import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { dayText, realDay } from './calendar.ts'
import { checkValue, dateFault, isEmpty, type GivenValue } from './check-value.ts'
import { numberFormatOf, type NumberFormat } from './format-value.ts'
import { localeRules, type LocaleRules } from './locales.ts'
import type { ValueFault, ValueProblem } from './value-problems.ts'
import { decimalText, readDecimal } from './decimal.ts'

/**
 * Parses a typed number into text with a decimal point; undefined: invalid. When both separators occur, the last is the
 * decimal one. A single separator is read as in the locale: `1.234` is a thousand in Ecuador and a little over one in
 * Mexico. The currency sign of the format, or a percent sign, may surround it.
 */
function parseTypedNumber(text: string, rules: LocaleRules, format: NumberFormat): string | undefined {
  const bare = withoutSigns(text, rules, format)
  const match = /^(-?)(\d[\d.,]*|[.,]\d+)$/.exec(bare)
  if (match === null) return undefined
  const [whole, fraction] = split(match[2] ?? '', rules)
  if (whole === undefined) return undefined
  const number = readDecimal(`${match[1]}${whole === '' ? '0' : whole}${fraction === undefined ? '' : `.${fraction}`}`)
  return number && decimalText(number)
}

/** Removes the currency or percent sign, and spaces and apostrophes between groups of three. */
function withoutSigns(text: string, rules: LocaleRules, format: NumberFormat): string {
  const number = text.trim().replace(/^[-−–]\s*/, '-')
  const bare =
    format.as === 'currency'
      ? withoutCurrency(number, rules, format.currency ?? 'USD')
      : number.replace(format.as === 'percent' ? /\s*%$/ : '', '')
  return bare.replace(/(?<=\d)[ \u{A0}\u{202F}'’](?=\d{3}(?!\d))/gu, '')
}

function withoutCurrency(number: string, rules: LocaleRules, code: string): string {
  const minus = number.startsWith('-') ? '-' : ''
  const digits = number.slice(minus.length)
  for (const symbol of [rules.symbols[code] ?? code, code, 'US$', '$', '€']) {
    if (digits.startsWith(symbol)) return minus + digits.slice(symbol.length).trim()
    if (digits.endsWith(symbol)) return minus + digits.slice(0, -symbol.length).trim()
  }
  return number
}

type Parts = [whole: string | undefined, fraction?: string]

function split(digits: string, rules: LocaleRules): Parts {
  const signs = new Set(digits.replace(/\d/g, ''))
  if (signs.size === 0) return [digits]
  if (signs.size === 2) return splitAt(digits, digits.at(digits.search(/[.,]\d*$/)) ?? '.')
  const [sign] = [...signs]
  if (sign === undefined) return [undefined]
  const groups = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
  const several = digits.indexOf(sign) !== digits.lastIndexOf(sign)
  if (groups && (several || sign !== rules.decimal)) return [digits.replaceAll(sign, '')]
  return several ? [undefined] : splitAt(digits, sign)
}

/** Splits at the decimal sign, which occurs once; the other separator must group by threes. */
function splitAt(digits: string, decimal: string): Parts {
  const [whole = '', fraction = '', ...more] = digits.split(decimal)
  if (more.length > 0 || fraction === '' || !/^\d+$/.test(fraction)) return [undefined]
  if (!/^(?:\d*|\d{1,3}(?:[.,]\d{3})+)$/.test(whole)) return [undefined]
  return [whole.replace(/[.,]/g, ''), fraction]
}

/** A value for `data`, or the problem of the typed text. */
export type Typed = { value: string | boolean | null } | { problem: ValueProblem }

const yes = new Set(['1', 'x', 's', 'si', 'y', 'yes', 'true', 'verdadero', 'on', '✓', '✔', '☑', '☒'])
const no = new Set(['0', 'n', 'no', 'false', 'falso', 'off', '☐'])

/**
 * Parses typed text or a CSV cell: numbers and dates in the locale's notation (and dates as `2026-11-20`), yes and no
 * in Spanish and English, choices regardless of case and accents. Empty: null. The value is checked, except whether it
 * is required.
 */
export function parseTyped(field: TemplateField, text: string, locale: TemplateLocale): Typed {
  if (isEmpty(text)) return { value: null }
  const value = read(field, text, locale)
  if (typeof value === 'object' && value !== null) return { problem: { field: field.key, ...value } }
  const checked = checkValue(field, value, locale)
  if ('fault' in checked) return { problem: { field: field.key, ...checked.fault } }
  return { value: value as string | boolean }
}

function read(field: TemplateField, text: string, locale: TemplateLocale): GivenValue | ValueFault {
  switch (field.type) {
    case 'number':
      return parseTypedNumber(text, localeRules[locale], numberFormatOf(field)) ?? text
    case 'date':
      return parseDay(text, locale) ?? dateFault(locale)
    case 'checkbox':
      return parseYesNo(text) ?? { code: 'not_true_or_false' }
    case 'select':
      return parseOption(field, text)
    default:
      return text
  }
}

/** Removes accents, case and surrounding spaces. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

function parseYesNo(text: string): boolean | undefined {
  if (yes.has(folded(text))) return true
  return no.has(folded(text)) ? false : undefined
}

/** The option itself, or the only one that differs in case and accents alone. */
function parseOption(field: TemplateField, text: string): string {
  const options = field.options ?? []
  if (options.includes(text)) return text
  const alike = options.filter((option) => folded(option) === folded(text))
  return alike.length === 1 ? (alike[0] ?? text) : text
}

/** `2026-11-20`, `20/11/2026`, `20-11-2026`, `20.11.2026`, `20 de noviembre de 2026`, `November 20, 2026`. */
function parseDay(text: string, locale: TemplateLocale): string | undefined {
  const day = parseIso(text.trim()) ?? parseFigures(text.trim(), locale) ?? parseWords(folded(text), locale)
  return day && dayText(day)
}

function parseIso(text: string) {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  return match ? realDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

function parseFigures(text: string, locale: TemplateLocale) {
  const match = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4})$/.exec(text)
  if (match === null) return undefined
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  return localeRules[locale].date.order === 'dmy' ? realDay(year, second, first) : realDay(year, first, second)
}

function parseWords(text: string, locale: TemplateLocale) {
  const dayFirst = /^(\d{1,2}|1o|1º|1°) (?:de )?([a-z]+)\.?,? (?:del? )?(\d{4})$/.exec(text)
  const monthFirst = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/.exec(text)
  const parts = dayFirst ? dayFirst.slice(1) : monthFirst && [monthFirst[2], monthFirst[1], monthFirst[3]]
  if (!parts) return undefined
  const month = monthNamed(parts[1] ?? '', locale)
  return month === undefined ? undefined : realDay(Number(parts[2]), month, parseInt(parts[0] ?? '', 10))
}

/** The month by name or by a prefix of at least three letters, in the locale's language. */
function monthNamed(name: string, locale: TemplateLocale): number | undefined {
  if (name.length < 3) return undefined
  const index = localeRules[locale].months.findIndex((month) =>
    september(month.toLowerCase()).startsWith(september(name)),
  )
  return index === -1 ? undefined : index + 1
}

/** Treats septiembre and setiembre alike, also abbreviated. */
function september(month: string): string {
  return month.replace(/^se(?:pt?|t)/, 'sept')
}
