import { decimalText, readDecimal } from './decimal.ts'
import type { NumberFormat } from './format-value.ts'
import type { LocaleRules } from './locales.ts'

/**
 * Parses a typed number into text with a decimal point; undefined: invalid. When both separators occur, the last is the
 * decimal one. A single separator is read as in the locale: `1.234` is a thousand in Ecuador and a little over one in
 * Mexico. The currency sign of the format, or a percent sign, may surround it.
 */
export function parseTypedNumber(text: string, rules: LocaleRules, format: NumberFormat): string | undefined {
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
