import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { Binding, TemplateLocale } from '@foja/contracts/template-field-types'
import { bindingsOf, dateBindings } from './bindings-of-type.ts'
import { checkValue } from './check-value.ts'
import { formatDate } from './format-value.ts'

/** Current value of each binding; days as `2026-11-20`. Missing or null: unknown. */
export type BindingSource = Partial<Record<Binding, string | null>>

/**
 * The initial values of a template's form: from the bindings and, where unknown or unfit for the field, from the
 * defaults. A day in a text field is written in the words of the locale.
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
