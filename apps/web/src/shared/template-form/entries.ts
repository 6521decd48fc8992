import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { parseTyped } from '@foja/forms/parse-typed'
import { checkValues } from '@foja/forms/read-values'
import { typedOf } from '@foja/forms/typed-of'
import type { ValueProblem } from '@foja/forms/value-problems'

/** The value of a control: text or choice, a checkbox state, or an image as a `data:` URL. */
export type Entry = string | boolean
export type Entries = Readonly<Record<string, Entry>>

/** Signature fields are not filled in; they wait for the signer. */
export const isFilledIn = (field: Pick<TemplateField, 'type'>): boolean => field.type !== 'signature'

/** True if the document keeps form fields of the PDF, which can then be flattened. */
export const hasForm = (fields: readonly TemplateField[]): boolean =>
  fields.some((field) => isFilledIn(field) && field.form_field !== undefined)

function entryOf(field: TemplateField, value: TemplateData[string] | undefined, locale: TemplateLocale): Entry {
  return field.type === 'checkbox' ? value === true : typedOf(field, value, locale)
}

/** The control values of `data` in the notation of the template's locale. */
export const entriesOf = (fields: readonly TemplateField[], data: TemplateData, locale: TemplateLocale): Entries =>
  Object.fromEntries(fields.filter(isFilledIn).map((field) => [field.key, entryOf(field, data[field.key], locale)]))

type Read = {
  /** Values for the server; empty controls are null, so that no default replaces them. */
  data: TemplateData
  /** `data` without invalid values, for the preview. */
  right: TemplateData
  problems: ValueProblem[]
}

/** True if a value is missing that a recipient may fill. */
export const isLeftToRecipient = (problem: ValueProblem, fields: readonly TemplateField[]): boolean =>
  isMissing(problem) && fields.some(({ key, filled_by: by }) => key === problem.field && by !== undefined)

const isMissing = ({ code }: ValueProblem) => code === 'required' || code === 'must_be_checked'

/** Parses control values in the notation of the template's locale. */
export function readEntries(fields: readonly TemplateField[], entries: Entries, locale: TemplateLocale): Read {
  const data: TemplateData = {}
  const misread: ValueProblem[] = []
  for (const field of fields.filter(isFilledIn)) {
    const entry = entries[field.key] ?? ''
    if (typeof entry === 'boolean') {
      data[field.key] = entry
      continue
    }
    const typed = parseTyped(field, entry, locale)
    if ('problem' in typed) {
      misread.push(typed.problem)
      // Kept, so that it does not count as missing.
      data[field.key] = entry
    } else data[field.key] = typed.value
  }
  const known = new Set(misread.map(({ field }) => field))
  const checked = checkValues(fields, data, { locale }).problems.filter(({ field }) => !known.has(field))
  const problems = [...misread, ...checked]
  const wrong = new Set(problems.filter((problem) => !isMissing(problem)).map(({ field }) => field))
  const right = Object.fromEntries(Object.entries(data).filter(([key]) => !wrong.has(key)))
  return { data, right, problems }
}
