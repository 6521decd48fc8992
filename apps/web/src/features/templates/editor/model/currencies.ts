import type { TemplateLocale } from '@foja/contracts/template-fields'

/** ISO 4217: what is paid with in the countries of the locales, and near them. */
export const currencies = [
  'USD',
  'EUR',
  'ARS',
  'BOB',
  'BRL',
  'CLP',
  'COP',
  'CRC',
  'DOP',
  'GBP',
  'GTQ',
  'HNL',
  'MXN',
  'NIO',
  'PEN',
  'PYG',
  'UYU',
  'VES',
] as const

const own: Partial<Record<TemplateLocale, (typeof currencies)[number]>> = {
  'en-GB': 'GBP',
  'es-AR': 'ARS',
  'es-BO': 'BOB',
  'es-CL': 'CLP',
  'es-CO': 'COP',
  'es-CR': 'CRC',
  'es-DO': 'DOP',
  'es-ES': 'EUR',
  'es-GT': 'GTQ',
  'es-HN': 'HNL',
  'es-MX': 'MXN',
  'es-NI': 'NIO',
  'es-PE': 'PEN',
  'es-PY': 'PYG',
  'es-UY': 'UYU',
  'es-VE': 'VES',
}

/** The currency of a country; dollars in Ecuador, El Salvador, Panama, Puerto Rico and the United States. */
export const currencyOf = (locale: TemplateLocale): string => own[locale] ?? 'USD'
