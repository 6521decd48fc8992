import type { TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import type { GivenValue } from './check-value.ts'
import { localeRules } from './locales.ts'

/**
 * A value as a person would type it, which `parseTyped` reads back: numbers with the decimal sign of the locale and
 * ungrouped, dates as `2026-11-20` (as inputs of the browser have them), yes and no in the locale's language.
 */
export function typedOf(field: Pick<TemplateField, 'type'>, value: GivenValue, locale: TemplateLocale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? (locale.startsWith('es') ? 'sí' : 'yes') : 'no'
  return field.type === 'number' ? String(value).replace('.', localeRules[locale].decimal) : String(value)
}
