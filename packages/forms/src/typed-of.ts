import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { GivenValue } from './check-value.ts'
import { localeRules } from './locales.ts'

/**
 * Formats a value as typed text that `parseTyped` reads back: numbers with the locale's decimal sign and no grouping,
 * dates as `2026-11-20` (as in browser inputs), yes and no in the locale's language.
 */
export function typedOf(field: Pick<TemplateField, 'type'>, value: GivenValue, locale: TemplateLocale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? (locale.startsWith('es') ? 'sí' : 'yes') : 'no'
  return field.type === 'number' ? String(value).replace('.', localeRules[locale].decimal) : String(value)
}
