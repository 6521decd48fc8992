import type { TemplateLocale } from '@foja/contracts/template-field-types'

/** Prevents a line break. */
export const noBreakSpace = '\u{A0}'

/** Number, currency and date notation of a country (Unicode CLDR 48). */
export type LocaleRules = {
  decimal: ',' | '.'
  group: ',' | '.' | typeof noBreakSpace
  /** Minimum digits before the first group of three: in Spain 1150, but 11.150. */
  groupsFrom: 1 | 2
  /** Before the percent sign. */
  percentSpace: '' | typeof noBreakSpace
  /** Position of the currency sign, whether it is always separated, and whether the minus precedes it. */
  currency: { place: 'before' | 'after'; apart: boolean; minus: 'outside' | 'inside' }
  /** Sign used instead of the currency code. */
  symbols: Readonly<Record<string, string>>
  /** Order and separator of numeric dates. */
  date: { order: 'dmy' | 'mdy'; separator: '/' | '-' }
  longDate: 'es' | 'en-GB' | 'en-US'
  /** From January. */
  months: readonly string[]
}

const spanishMonths = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
const setiembre = spanishMonths.map((month) => (month === 'septiembre' ? 'setiembre' : month))
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The same in all Spanish locales. */
const spanishSymbols = { XCG: 'Cg.', XPF: 'CFPF' } as const
const englishSymbols = {
  ...spanishSymbols,
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  MXN: 'MX$',
  NZD: 'NZ$',
  PHP: '₱',
  TWD: 'NT$',
  USD: '$',
  VND: '₫',
  XAF: 'FCFA',
  XCD: 'EC$',
  // with an inner narrow space (U+202F)
  XOF: 'F\u{202F}CFA',
} as const

/** 1.150,00 */
const point: LocaleRules = {
  decimal: ',',
  group: '.',
  groupsFrom: 1,
  percentSpace: '',
  currency: { place: 'before', apart: false, minus: 'outside' },
  symbols: spanishSymbols,
  date: { order: 'dmy', separator: '/' },
  longDate: 'es',
  months: spanishMonths,
}
/** 1,150.00 */
const comma: LocaleRules = { ...point, decimal: '.', group: ',' }
const apart = { place: 'before', apart: true, minus: 'outside' } as const
const minusInside = { place: 'before', apart: false, minus: 'inside' } as const
const monthFirst = { order: 'mdy', separator: '/' } as const

export const localeRules: Record<TemplateLocale, LocaleRules> = {
  'es-EC': { ...point, currency: minusInside, symbols: { ...spanishSymbols, USD: '$' } },
  'es-AR': { ...point, currency: apart, symbols: { ...spanishSymbols, ARS: '$', USD: 'US$' } },
  'es-BO': { ...point, symbols: { ...spanishSymbols, BOB: 'Bs' } },
  'es-CL': {
    ...point,
    currency: minusInside,
    symbols: { ...spanishSymbols, CLP: '$', USD: 'US$' },
    date: { order: 'dmy', separator: '-' },
  },
  'es-CO': { ...point, currency: apart, symbols: { ...spanishSymbols, COP: '$', USD: 'US$' } },
  'es-CR': { ...point, group: noBreakSpace, symbols: { ...spanishSymbols, CRC: '₡' } },
  'es-DO': { ...comma, symbols: { ...spanishSymbols, DOP: 'RD$', USD: 'US$' } },
  'es-ES': {
    ...point,
    groupsFrom: 2,
    percentSpace: noBreakSpace,
    currency: { place: 'after', apart: true, minus: 'outside' },
    symbols: { ...spanishSymbols, EUR: '€', THB: '฿', USD: 'US$', VND: '₫' },
  },
  'es-GT': { ...comma, symbols: { ...spanishSymbols, GTQ: 'Q' } },
  'es-HN': { ...comma, symbols: { ...spanishSymbols, HNL: 'L' } },
  'es-MX': { ...comma, symbols: { ...spanishSymbols, MRU: 'UM', MXN: '$' } },
  'es-NI': { ...comma, symbols: { ...spanishSymbols, NIO: 'C$' } },
  'es-PA': { ...comma, symbols: { ...spanishSymbols, PAB: 'B/.' }, date: monthFirst },
  'es-PE': { ...comma, symbols: { ...spanishSymbols, PEN: 'S/' }, months: setiembre },
  'es-PR': { ...comma, symbols: { ...spanishSymbols, USD: '$' }, date: monthFirst },
  'es-PY': {
    ...point,
    currency: { place: 'before', apart: true, minus: 'inside' },
    symbols: { ...spanishSymbols, PYG: 'Gs.' },
  },
  'es-SV': { ...comma, symbols: { ...spanishSymbols, USD: '$' } },
  'es-UY': { ...point, currency: apart, symbols: { ...spanishSymbols, USD: 'US$', UYU: '$' }, months: setiembre },
  'es-VE': { ...point, currency: minusInside, symbols: { ...spanishSymbols, VES: 'Bs.S' } },
  'en-GB': {
    ...comma,
    symbols: { ...englishSymbols, JPY: 'JP¥', USD: 'US$' },
    longDate: 'en-GB',
    months: englishMonths,
  },
  'en-US': { ...comma, symbols: englishSymbols, date: monthFirst, longDate: 'en-US', months: englishMonths },
}
