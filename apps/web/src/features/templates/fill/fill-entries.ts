import type { TemplateData, TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import { parseTyped } from '@foja/forms/parse-typed'
import { checkValues } from '@foja/forms/read-values'
import { typedOf } from '@foja/forms/typed-of'
import type { ValueProblem } from '@foja/forms/value-problems'

/** What stands in the control of a field: what was typed or chosen, whether it is ticked, an image as a `data:` URL. */
export type Entry = string | boolean
export type Entries = Readonly<Record<string, Entry>>

/** Fields that wait for whoever signs hold nothing. */
export const isFilledIn = (field: Pick<TemplateField, 'type'>): boolean => field.type !== 'signature'

/** Whether filling in leaves fields of the PDF's own form, which may then be closed. */
export const hasForm = (fields: readonly TemplateField[]): boolean =>
  fields.some((field) => isFilledIn(field) && field.form_field !== undefined)

function entryOf(field: TemplateField, value: TemplateData[string] | undefined, locale: TemplateLocale): Entry {
  return field.type === 'checkbox' ? value === true : typedOf(field, value, locale)
}

/** What each control shows of `data`, as a person of the template's locale would have typed it. */
export const entriesOf = (fields: readonly TemplateField[], data: TemplateData, locale: TemplateLocale): Entries =>
  Object.fromEntries(fields.filter(isFilledIn).map((field) => [field.key, entryOf(field, data[field.key], locale)]))

type Read = {
  /** What the controls say, as the server takes it; empty controls are null, so that no default takes their place. */
  data: TemplateData
  /** `data` without what is wrong: a preview of it can be drawn at any time. */
  right: TemplateData
  problems: ValueProblem[]
}

const isMissing = ({ code }: ValueProblem) => code === 'required' || code === 'must_be_checked'

/** Reads the controls of a form as a person of the template's locale types. */
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
      // Neither right nor missing.
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
