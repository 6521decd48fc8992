import type { TemplateLocale } from '@foja/contracts/template-field-types'

/** ISO 4217: the currencies of the supported locales and neighbouring countries. */
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

/** The currency of a locale's country; dollars in Ecuador, El Salvador, Panama, Puerto Rico and the United States. */
export const currencyOf = (locale: TemplateLocale): string => own[locale] ?? 'USD'
