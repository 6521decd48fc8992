import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { checkValue, isEmpty, type GivenValue } from './check-value.ts'
import type { FieldValue } from './field-value.ts'
import type { ValueProblem } from './value-problems.ts'

export type CheckedValues = {
  /** By key; missing keys are empty. */
  values: Map<string, FieldValue>
  /** In field order, then unknown keys. Empty: all valid. */
  problems: ValueProblem[]
}

/**
 * Checks the given values of a template's fields. A field with a problem is omitted from the values, so that a preview
 * can show the others.
 * @param options.required whether required fields must have a value; false for previews. Default true.
 */
export function checkValues(
  fields: readonly TemplateField[],
  data: Readonly<Record<string, GivenValue>>,
  options: { locale: TemplateLocale; required?: boolean },
): CheckedValues {
  const given = new Map(Object.entries(data))
  const values = new Map<string, FieldValue>()
  const problems: ValueProblem[] = []
  for (const field of fields) {
    const value = given.get(field.key)
    const checked = checkValue(field, value, options.locale)
    if ('fault' in checked) problems.push({ field: field.key, ...checked.fault })
    else if (checked.value !== undefined) values.set(field.key, checked.value)
    if (options.required === false) continue
    const missing = missingCode(field, value)
    if (missing !== undefined) problems.push({ field: field.key, code: missing })
  }
  const known = new Set(fields.map((field) => field.key))
  for (const key of given.keys()) if (!known.has(key)) problems.push({ field: key, code: 'unknown_field' })
  return { values, problems }
}

/** Signatures are added later, when signing. */
function missingCode(field: TemplateField, value: GivenValue): 'required' | 'must_be_checked' | undefined {
  if (!field.required || field.type === 'signature') return undefined
  if (field.type === 'checkbox') return isEmpty(value) || value === false ? 'must_be_checked' : undefined
  return isEmpty(value) ? 'required' : undefined
}
