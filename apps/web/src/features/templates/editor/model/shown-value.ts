import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { checkValue } from '@foja/forms/check-value'
import { formatValue } from '@foja/forms/format-value'

/** An unambiguous example date: the day is greater than 12 and the month has a long name. */
const sampleDay = '2026-11-20'
const sampleNumber = '1150'

/** The text of an empty field: its formatted default, or today's date. */
export function shownText(field: TemplateField, locale: TemplateLocale, today: string): string {
  const { type, default: value, binding } = field
  if (type === 'date' && binding === 'hoy') return formatValue(field, today, locale)
  if (typeof value !== 'string' || value === '') return ''
  if (type === 'image' || type === 'signature' || type === 'checkbox') return ''
  const checked = checkValue(field, value, locale)
  return 'value' in checked && checked.value !== undefined ? formatValue(field, checked.value, locale) : value
}

/** An example value in the field's format. */
export const exampleOf = (field: Pick<TemplateField, 'type' | 'format'>, locale: TemplateLocale): string =>
  formatValue(field, field.type === 'date' ? sampleDay : sampleNumber, locale)

/** A placeholder image: a PNG of one grey pixel. */
const sampleImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mO4AAAA0gDRdlF0OgAAAABJRU5ErkJggg=='

function sampleOf(field: TemplateField): TemplateData[string] {
  switch (field.type) {
    case 'number':
      return sampleNumber
    case 'date':
      return sampleDay
    case 'checkbox':
      return true
    case 'select':
      return field.options?.[0] ?? null
    case 'image':
      return sampleImage
    case 'signature':
      return null
    default:
      return Array.from(field.label).slice(0, field.max_length).join('')
  }
}

/** Preview values: the default of each field, or an example. */
export function sampleData(fields: readonly TemplateField[], locale: TemplateLocale, today: string): TemplateData {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.type === 'signature') return []
      if (field.type === 'date' && field.binding === 'hoy') return [[field.key, today]]
      const { default: value } = field
      const good = value !== undefined && value !== '' && !('fault' in checkValue(field, value, locale))
      const shown = good ? value : sampleOf(field)
      return shown === null ? [] : [[field.key, shown]]
    }),
  )
}
