import type { ErrorCode } from '@foja/contracts/problem'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { FieldValue } from '@foja/forms/field-value'
import { problemWords } from '@foja/forms/problem-words'
import { checkValues } from '@foja/forms/read-values'
import type { ValueCode, ValueProblem } from '@foja/forms/value-problems'
import { ProblemError } from '../../http/problem.ts'

type Filled = { fields: readonly TemplateField[]; locale: TemplateLocale }

/** Values in the format of the filler. */
export type Values = readonly (readonly [key: string, value: FieldValue])[]

const codes: Partial<Record<ValueCode, ErrorCode>> = {
  cannot_be_written: 'text_not_encodable',
  image_wrong: 'image_unsupported',
  image_too_large: 'image_unsupported',
}

/** Maximum number of reported problems. */
const mostReported = 100

function codeOf(problems: readonly ValueProblem[]): ErrorCode {
  const found = new Set(problems.map(({ code }) => codes[code] ?? 'template_data_wrong'))
  const [only = 'template_data_wrong', ...others] = found
  return others.length === 0 ? only : 'template_data_wrong'
}

/** Adds defaults for missing values; empty values stay empty. */
function withDefaults(fields: readonly TemplateField[], data: TemplateData): TemplateData {
  const defaults = fields.flatMap(({ key, default: value }) =>
    value === undefined || Object.hasOwn(data, key) ? [] : [[key, value] as const],
  )
  return { ...data, ...Object.fromEntries(defaults) }
}

/**
 * Validates the values for a template's fields; returns values and problems. `required: false` accepts missing required
 * values, for previews.
 */
export function findValues(
  { fields, locale }: Filled,
  data: TemplateData,
  { required = true }: { required?: boolean } = {},
): { values: Values; problems: ValueProblem[] } {
  const { values, problems } = checkValues(fields, withDefaults(fields, data), { locale, required })
  return { values: [...values], problems }
}

/**
 * Like `findValues`, but throws for problems.
 * @throws ProblemError template_data_wrong, text_not_encodable, image_unsupported, each naming the fields as
 * `data.<key>`
 */
export function requireValues(filled: Filled, data: TemplateData, options: { required?: boolean } = {}): Values {
  const { values, problems } = findValues(filled, data, options)
  if (problems.length === 0) return values
  const errors = problems.slice(0, mostReported).map((problem) => ({
    field: `data.${problem.field}`,
    code: problem.code,
    message: { es: problemWords(problem, 'es'), en: problemWords(problem, 'en') },
  }))
  throw new ProblemError(codeOf(problems), { errors })
}
