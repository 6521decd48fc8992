import type { ErrorCode } from '@foja/contracts/problem'
import type { TemplateData, TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import type { FieldValue } from '@foja/forms/field-value'
import { problemWords } from '@foja/forms/problem-words'
import { checkValues } from '@foja/forms/read-values'
import type { ValueCode, ValueProblem } from '@foja/forms/value-problems'
import { ProblemError } from '../../http/problem.ts'

type Filled = { fields: readonly TemplateField[]; locale: TemplateLocale }

/** Values as the filler takes them. */
export type Values = readonly (readonly [key: string, value: FieldValue])[]

const codes: Partial<Record<ValueCode, ErrorCode>> = {
  cannot_be_written: 'text_not_encodable',
  image_wrong: 'image_unsupported',
  image_too_large: 'image_unsupported',
}

/** So many are told at once. */
const mostTold = 100

function codeOf(problems: readonly ValueProblem[]): ErrorCode {
  const found = new Set(problems.map(({ code }) => codes[code] ?? 'template_data_wrong'))
  const [only = 'template_data_wrong', ...others] = found
  return others.length === 0 ? only : 'template_data_wrong'
}

/** What nobody spoke of holds what the field begins with; what was emptied stays empty. */
function withDefaults(fields: readonly TemplateField[], data: TemplateData): TemplateData {
  const defaults = fields.flatMap(({ key, default: value }) =>
    value === undefined || Object.hasOwn(data, key) ? [] : [[key, value] as const],
  )
  return { ...data, ...Object.fromEntries(defaults) }
}

/**
 * What was given for the fields of a template, or what is wrong with it; `required: false` leaves open what is still to
 * be filled in, as a preview does.
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
 * The same where every value must be right.
 * @throws ProblemError template_data_wrong, text_not_encodable, image_unsupported, each naming the fields as `data.<key>`
 */
export function requireValues(filled: Filled, data: TemplateData, options: { required?: boolean } = {}): Values {
  const { values, problems } = findValues(filled, data, options)
  if (problems.length === 0) return values
  const errors = problems.slice(0, mostTold).map((problem) => ({
    field: `data.${problem.field}`,
    code: problem.code,
    message: { es: problemWords(problem, 'es'), en: problemWords(problem, 'en') },
  }))
  throw new ProblemError(codeOf(problems), { errors })
}
