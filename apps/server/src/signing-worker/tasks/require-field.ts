import { PadesError } from '@foja/pades/errors'
import { fieldsOf } from '@foja/pades/pdf/fields'
import { readPdf } from '@foja/pades/pdf/file'

/**
 * Requires that a field requested by name exists: signing would create a missing one.
 * @throws PadesError field_not_found, and those of `readPdf`
 */
export function requireField(pdf: Uint8Array, fieldName: string | undefined): void {
  if (fieldName === undefined) return
  const exists = fieldsOf(readPdf(pdf)).some(({ name }) => name === fieldName)
  if (!exists) throw new PadesError('field_not_found', { field: fieldName })
}
