import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import { bindingsOf } from '@foja/forms/bindings-of-type'
import { newField } from '@foja/forms/new-field'
import type { EditorField } from './document.ts'

const isText = (type: FieldType) => type === 'text' || type === 'multiline' || type === 'qr'

/** Changes the type of a field and keeps every property that the new type supports. */
export function asType(field: EditorField, type: FieldType): EditorField {
  const { format: _format, options, max_length, binding, default: value, ...kept } = field
  const fresh = newField(type, { page: field.page, x: field.x, y: field.y, taken: [] })
  const more: Partial<TemplateField> = {
    ...(fresh.format === undefined ? {} : { format: fresh.format }),
    ...(type === 'select' ? { options: options ?? fresh.options ?? [] } : {}),
    ...(max_length !== undefined && isText(type) && type !== 'qr' ? { max_length } : {}),
    ...(binding !== undefined && bindingsOf(type).includes(binding) ? { binding } : {}),
    ...(value !== undefined && isText(type) && isText(field.type) ? { default: value } : {}),
  }
  return { ...kept, ...more, type }
}
