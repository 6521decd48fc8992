import { templateLimits, type FieldType, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { dayText, readDay } from './calendar.ts'
import { missingCharacters, writtenText } from './characters.ts'
import { decimalText, readDecimal, significantDecimals } from './decimal.ts'
import type { FieldValue } from './field-value.ts'
import { formatDate, formatNumber, numberFormatOf } from './format-value.ts'
import { readImage } from './read-image.ts'
import type { ValueFault } from './value-problems.ts'

/** A given value of a field, as in `data`. */
export type GivenValue = string | number | boolean | null | undefined

/** The checked value (undefined: none), or its problem. */
export type Checked = { value: FieldValue | undefined } | { fault: ValueFault }

/** Capacity in octets of a QR code at the filler's error correction level (ISO/IEC 18004, 40-M). */
export const maxQrBytes = 2331

/** True for a value that counts as missing. */
export function isEmpty(value: GivenValue): value is null | undefined | '' {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** Checks one value for its field, except whether it is required. */
export function checkValue(field: TemplateField, value: GivenValue, locale: TemplateLocale): Checked {
  if (isEmpty(value)) return { value: undefined }
  return checkers[field.type](field, value, locale)
}

type Given = string | number | boolean

const checkers: Record<FieldType, (field: TemplateField, value: Given, locale: TemplateLocale) => Checked> = {
  text: checkText,
  multiline: checkText,
  number: checkNumber,
  date: (_field, value, locale) => checkDate(value, locale),
  checkbox: (_field, value) => (typeof value === 'boolean' ? { value } : { fault: { code: 'not_true_or_false' } }),
  select: checkOption,
  image: (_field, value) => checkImage(value),
  qr: (_field, value) => checkQr(value),
  signature: () => ({ fault: { code: 'signature_given' } }),
}

function checkText(field: TemplateField, value: Given): Checked {
  if (typeof value === 'boolean') return { fault: { code: 'not_text' } }
  const text = writtenText(String(value), field.type === 'multiline')
  const max = Math.min(field.max_length ?? templateLimits.valueLength, templateLimits.valueLength)
  if (Array.from(text).length > max) return { fault: { code: 'too_long', values: { max } } }
  return writable(text, text)
}

/** The value, if its text can be written. */
function writable(value: string, text: string): Checked {
  const characters = missingCharacters(text)
  return characters.length > 0 ? { fault: { code: 'cannot_be_written', values: { characters } } } : { value }
}

function checkNumber(field: TemplateField, value: Given, locale: TemplateLocale): Checked {
  const number = typeof value === 'boolean' ? undefined : readDecimal(value)
  const { decimals } = numberFormatOf(field)
  if (number === undefined) return { fault: numberFault(field, locale) }
  // never rounded silently: a document shows the typed amount
  if (significantDecimals(number) > decimals) return { fault: { code: 'too_many_decimals', values: { max: decimals } } }
  return { value: decimalText(number) }
}

/** The problem of an invalid number, with an example in the field's format. */
function numberFault(field: TemplateField, locale: TemplateLocale): ValueFault {
  const { as, decimals } = numberFormatOf(field)
  const shown = { kind: 'number', as: as === 'plain' ? as : 'decimal', decimals: Math.min(decimals, 2) } as const
  return { code: 'not_a_number', values: { example: formatNumber(decimals === 0 ? '1234' : '1234.5', shown, locale) } }
}

function checkDate(value: Given, locale: TemplateLocale): Checked {
  const day = typeof value === 'string' ? readDay(value) : undefined
  return day === undefined ? { fault: dateFault(locale) } : { value: dayText(day) }
}

/** The problem of an invalid date, with an example in the locale's format. */
export function dateFault(locale: TemplateLocale): ValueFault {
  const example = formatDate('2026-11-20', { kind: 'date', as: 'short' }, locale)
  return { code: 'not_a_date', values: { example } }
}

function checkOption(field: TemplateField, value: Given): Checked {
  const option = field.options?.find((option) => option === String(value))
  return option === undefined ? { fault: { code: 'not_an_option' } } : writable(option, option)
}

function checkImage(value: Given): Checked {
  const reading = typeof value === 'string' ? readImage(value) : ({ problem: 'image_wrong' } as const)
  return 'problem' in reading ? { fault: { code: reading.problem } } : { value: reading.image }
}

function checkQr(value: Given): Checked {
  if (typeof value === 'boolean') return { fault: { code: 'not_text' } }
  const text = String(value)
  if (new TextEncoder().encode(text).length > maxQrBytes)
    return { fault: { code: 'qr_too_long', values: { max: maxQrBytes } } }
  return { value: text }
}
