import { isSigner } from '@foja/contracts/request-states'
import type { FieldRecipient } from '@foja/contracts/signing-requests'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateRow } from './templates.queries.ts'

type Fielded = Pick<FieldRecipient, 'rol' | 'field'>

/** The signatures whose recipients fill other fields of the template, by key. */
function fillingSignatures(fields: readonly TemplateField[], recipients: readonly Fielded[]): ReadonlySet<string> {
  const signed = new Set(recipients.flatMap(({ rol, field }) => (isSigner(rol) && field !== undefined ? [field] : [])))
  return new Set(fields.flatMap(({ filled_by: by }) => (by !== undefined && signed.has(by) ? [by] : [])))
}

/** The template as the office fills it: what a recipient fills is not required of the office. */
export function forOffice<T extends { fields: readonly TemplateField[] }>(
  template: T,
  recipients: readonly Fielded[],
): T {
  const filling = fillingSignatures(template.fields, recipients)
  const isOpen = ({ filled_by: by }: TemplateField) => by !== undefined && filling.has(by)
  return {
    ...template,
    fields: template.fields.map((field) => (isOpen(field) ? { ...field, required: false } : field)),
  }
}

/** What the document is made from again when its recipients have filled their fields. */
export type OpenFields = {
  id_template: string
  template_version: number
  flatten: boolean
  data: TemplateData
  /** The signatures whose recipients fill fields, by key. */
  signatures: ReadonlySet<string>
}

/** Null: no recipient fills anything. */
export function openFieldsOf(
  template: Pick<TemplateRow, 'id' | 'version' | 'fields'>,
  recipients: readonly Fielded[],
  { data, flatten = false }: { data: TemplateData; flatten?: boolean | undefined },
): OpenFields | null {
  const signatures = fillingSignatures(template.fields, recipients)
  if (signatures.size === 0) return null
  return { id_template: template.id, template_version: template.version, flatten, data, signatures }
}
