import { isSigner } from '@foja/contracts/request-states'
import type { FieldRecipient } from '@foja/contracts/signing-requests'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import { ProblemError } from '../../http/problem.ts'
import { findValues } from './read-values.ts'
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

/**
 * Requires a recipient for the fields that neither the office nor anybody else fills.
 * @throws ProblemError template_data_wrong
 */
export function requireFillers(
  template: Pick<TemplateRow, 'fields' | 'locale'>,
  recipients: readonly Fielded[],
  data: TemplateData,
): void {
  if (recipients.length === 0) return
  const byKey = new Map(template.fields.map((field) => [field.key, field]))
  const errors = findValues(forOffice(template, recipients), data).problems.flatMap(({ field, code }) => {
    const { label = '', filled_by: by } = byKey.get(field) ?? {}
    const filler = byKey.get(by ?? '')
    if (filler === undefined || (code !== 'required' && code !== 'must_be_checked')) return []
    const role = filler.role ?? filler.label
    const message = {
      es: `Falta «${label}», que llena quien firma como ${role}. Pídele la firma, o llénalo tú.`,
      en: `«${label}» is missing, which the person who signs as ${role} fills in. Ask them to sign, or fill it in yourself.`,
    }
    return [{ field: 'recipients', code, message }]
  })
  if (errors.length > 0) throw new ProblemError('template_data_wrong', { errors: errors.slice(0, 1) })
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
