import { fieldKeyPattern, type FieldType } from '@foja/contracts/template-field-types'
import type { FieldStyle, TemplateField } from '@foja/contracts/template-fields'
import { keyFrom } from '@foja/forms/unique-key'
import { bindingsOf } from '@foja/forms/bindings-of-type'
import { newField } from '@foja/forms/new-field'
import type { EditorField } from './document.ts'
import { isSame } from './same.ts'

const isText = (type: FieldType) => type === 'text' || type === 'multiline' || type === 'qr'

/** Changes the type of a field and keeps every property that the new type supports. */
function asType(field: EditorField, type: FieldType): EditorField {
  const { format: _format, options, max_length, binding, role, filled_by, default: value, ...kept } = field
  const fresh = newField(type, { page: field.page, x: field.x, y: field.y, taken: [] })
  const more: Partial<TemplateField> = {
    ...(fresh.format === undefined ? {} : { format: fresh.format }),
    ...(type === 'select' ? { options: options ?? fresh.options ?? [] } : {}),
    ...(max_length !== undefined && isText(type) && type !== 'qr' ? { max_length } : {}),
    ...(role !== undefined && type === 'signature' ? { role } : {}),
    ...(filled_by !== undefined && type !== 'signature' ? { filled_by } : {}),
    ...(binding !== undefined && bindingsOf(type).includes(binding) ? { binding } : {}),
    ...(value !== undefined && isText(type) && isText(field.type) ? { default: value } : {}),
  }
  return { ...kept, ...more, type }
}

type Optional = 'default' | 'options' | 'max_length' | 'format' | 'binding' | 'role' | 'filled_by'

/** Changeable properties of a field; `undefined` removes an optional one. */
export type FieldPatch = {
  key?: string
  label?: string
  type?: FieldType
  page?: number
  required?: boolean
  style?: Partial<FieldStyle>
} & { [Name in Optional]?: TemplateField[Name] | undefined }

const optional = ['default', 'options', 'max_length', 'format', 'binding', 'role', 'filled_by'] as const

function withoutMissing<T extends object>(field: T): T {
  const known = Object.entries(field).filter(
    ([name, value]) => value !== undefined || !optional.some((one) => one === name),
  )
  return Object.fromEntries(known) as T
}

const keysBut = (fields: readonly TemplateField[], key: string) =>
  new Set(fields.map((field) => field.key).filter((one) => one !== key))

/** The key derived from a label, unless the user chose one or a saved version contains it. */
function followedKey(field: EditorField, label: string, others: ReadonlySet<string>, saved: ReadonlySet<string>) {
  const own = !saved.has(field.key) && keyFrom(field.label, others) === field.key
  return own ? keyFrom(label, others) : field.key
}

/** Applies a patch; returns the same object if nothing changes. An invalid or taken key is ignored. */
export function patchField(
  field: EditorField,
  { key, style, type, ...patch }: FieldPatch,
  fields: readonly TemplateField[],
  savedKeys: ReadonlySet<string>,
): EditorField {
  const others = keysBut(fields, field.key)
  const wanted = key !== undefined && fieldKeyPattern.test(key) && !others.has(key) ? key : field.key
  const label = patch.label ?? field.label
  const next = withoutMissing({
    ...(type === undefined || type === field.type ? field : asType(field, type)),
    ...patch,
    key: key === undefined ? followedKey(field, label, others, savedKeys) : wanted,
    style: { ...field.style, ...style },
  })
  return isSame(next, field) ? field : next
}
