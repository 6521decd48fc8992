import { templateLimits, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { bindingsOf } from './bindings-of-type.ts'
import { missingCharacters } from './characters.ts'
import { checkValue } from './check-value.ts'
import type { ValueFault } from './value-problems.ts'

/** Problems of a field beyond those of its schema. */
export const fieldCodes = [
  'too_many_fields',
  'key_repeated',
  'page_not_found',
  'outside_page',
  'options_missing',
  'options_not_of_type',
  'option_repeated',
  'option_cannot_be_written',
  'default_wrong',
  'default_not_of_type',
  'format_not_of_type',
  'currency_missing',
  'currency_not_of_format',
  'binding_not_of_type',
  'max_length_not_of_type',
  'role_not_of_type',
  'role_repeated',
  'filled_by_not_of_type',
  'filled_by_not_found',
] as const
export type FieldCode = (typeof fieldCodes)[number]

export type FieldProblem = {
  /** Index of the field in its list, from 0, and its key. */
  index: number
  field: string
  property: keyof TemplateField
  code: FieldCode
  values?: { max?: number; option?: string; characters?: string[]; page?: number }
  /** For `default_wrong`: the problem of the default as a value. */
  fault?: ValueFault
}

type Finding = Omit<FieldProblem, 'index' | 'field'>

/** Tolerance for places rounded to hundredths of a point. */
const tolerance = 0.01

/**
 * Validates fields and their places; the editor shows the problems, and the server refuses them.
 * @param pages width and height of each in points, as displayed
 */
export function checkFields(
  fields: readonly TemplateField[],
  pages: readonly { width: number; height: number }[],
  locale: TemplateLocale,
): FieldProblem[] {
  const keys = new Set<string>()
  const roles = new Set<string>()
  const signatures = new Set(fields.filter(({ type }) => type === 'signature').map(({ key }) => key))
  return fields.flatMap((field, index) => {
    const findings = [...checkPlace(field, pages), ...checkOptions(field), ...checkRest(field, locale)]
    if (index === templateLimits.fields)
      findings.push({ property: 'key', code: 'too_many_fields', values: { max: templateLimits.fields } })
    if (keys.has(field.key)) findings.push({ property: 'key', code: 'key_repeated' })
    keys.add(field.key)
    // Each recipient makes one signature.
    if (field.role !== undefined && roles.has(field.role)) findings.push({ property: 'role', code: 'role_repeated' })
    if (field.role !== undefined) roles.add(field.role)
    if (field.filled_by !== undefined && !signatures.has(field.filled_by))
      findings.push({ property: 'filled_by', code: 'filled_by_not_found' })
    return findings.map((finding) => ({ index, field: field.key, ...finding }))
  })
}

function checkPlace(field: TemplateField, pages: readonly { width: number; height: number }[]): Finding[] {
  const page = pages[field.page - 1]
  if (page === undefined) return [{ property: 'page', code: 'page_not_found', values: { page: field.page } }]
  if (field.x < -tolerance || field.x + field.width > page.width + tolerance)
    return [{ property: 'x', code: 'outside_page', values: { page: field.page } }]
  if (field.y < -tolerance || field.y + field.height > page.height + tolerance)
    return [{ property: 'y', code: 'outside_page', values: { page: field.page } }]
  return []
}

function checkOptions(field: TemplateField): Finding[] {
  const { options } = field
  if (field.type !== 'select')
    return options === undefined ? [] : [{ property: 'options', code: 'options_not_of_type' }]
  if (options === undefined || options.length === 0) return [{ property: 'options', code: 'options_missing' }]
  const repeated = options.find((option, index) => options.indexOf(option) !== index)
  const unwritable = options.find((option) => missingCharacters(option).length > 0)
  const findings: Finding[] = []
  if (repeated !== undefined)
    findings.push({ property: 'options', code: 'option_repeated', values: { option: repeated } })
  if (unwritable !== undefined) {
    const characters = missingCharacters(unwritable)
    findings.push({
      property: 'options',
      code: 'option_cannot_be_written',
      values: { option: unwritable, characters },
    })
  }
  return findings
}

function checkRest(field: TemplateField, locale: TemplateLocale): Finding[] {
  const findings = [...checkFormat(field), ...checkDefault(field, locale)]
  if (field.binding !== undefined && !bindingsOf(field.type).includes(field.binding))
    findings.push({ property: 'binding', code: 'binding_not_of_type' })
  if (field.max_length !== undefined && field.type !== 'text' && field.type !== 'multiline')
    findings.push({ property: 'max_length', code: 'max_length_not_of_type' })
  if (field.role !== undefined && field.type !== 'signature')
    findings.push({ property: 'role', code: 'role_not_of_type' })
  if (field.filled_by !== undefined && field.type === 'signature')
    findings.push({ property: 'filled_by', code: 'filled_by_not_of_type' })
  return findings
}

function checkFormat({ type, format }: TemplateField): Finding[] {
  if (format === undefined) return []
  if (format.kind !== type) return [{ property: 'format', code: 'format_not_of_type' }]
  if (format.kind !== 'number') return []
  if (format.as === 'currency' && format.currency === undefined)
    return [{ property: 'format', code: 'currency_missing' }]
  if (format.as !== 'currency' && format.currency !== undefined)
    return [{ property: 'format', code: 'currency_not_of_format' }]
  return []
}

function checkDefault(field: TemplateField, locale: TemplateLocale): Finding[] {
  const { default: value, type } = field
  if (value === undefined || value === '') return []
  if (type === 'signature' || type === 'image') return [{ property: 'default', code: 'default_not_of_type' }]
  const checked = checkValue(field, value, locale)
  return 'fault' in checked ? [{ property: 'default', code: 'default_wrong', fault: checked.fault }] : []
}
