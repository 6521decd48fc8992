import { PadesError } from '@foja/pades/errors'
import { fieldsOf } from '@foja/pades/pdf/fields'
import { readPdf } from '@foja/pades/pdf/file'

/**
 * A field that was asked for by name must be there: signing makes no new one under it.
 * @throws PadesError field_not_found, and those of `readPdf`
 */
export function requireField(pdf: Uint8Array, fieldName: string | undefined): void {
  if (fieldName === undefined) return
  const exists = fieldsOf(readPdf(pdf)).some(({ name }) => name === fieldName)
  if (!exists) throw new PadesError('field_not_found', { field: fieldName })
}
