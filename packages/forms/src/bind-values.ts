import type { Binding, TemplateData, TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import { bindingsOf, dateBindings } from './bindings-of-type.ts'
import { checkValue } from './check-value.ts'
import { formatDate } from './format-value.ts'

/** What each binding stands for now; days as `2026-11-20`. What is not named or null is not known. */
export type BindingSource = Partial<Record<Binding, string | null>>

/**
 * What the form of a template begins with: what its fields are bound to and, where that is not known or does not fit
 * the field, their defaults. A day in a field of text is written out in the words of the locale.
 */
export function bindValues(
  fields: readonly TemplateField[],
  source: BindingSource,
  locale: TemplateLocale,
): TemplateData {
  const data: TemplateData = {}
  for (const field of fields) {
    const bound = boundValue(field, source, locale)
    const value = bound ?? field.default
    if (value !== undefined && value !== '') data[field.key] = value
  }
  return data
}

function boundValue(field: TemplateField, source: BindingSource, locale: TemplateLocale): string | undefined {
  const { binding } = field
  if (binding === undefined || !bindingsOf(field.type).includes(binding)) return undefined
  const text = source[binding] ?? ''
  if (text.trim() === '') return undefined
  if (field.type === 'select') return 'fault' in checkValue(field, text, locale) ? undefined : text
  if (field.type === 'date' || !dateBindings.includes(binding)) return text
  return formatDate(text, { kind: 'date', as: 'long' }, locale)
}
