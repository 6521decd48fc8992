import { fieldTypes, type FieldType } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'

/** Field counts by type, in the order of the types: «9 de texto», «2 casillas». */
export function describeFields(
  fields: readonly Pick<TemplateField, 'type'>[],
  counts: Record<FieldType, (count: number) => string>,
): string[] {
  return fieldTypes.flatMap((type) => {
    const count = fields.filter((field) => field.type === type).length
    return count === 0 ? [] : [counts[type](count)]
  })
}
