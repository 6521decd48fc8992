import { fieldKeyPattern, type FieldType } from '@foja/contracts/template-field-types'
import type { FieldStyle, TemplateField } from '@foja/contracts/template-fields'
import { keyFrom } from '@foja/forms/unique-key'
import type { EditorField } from './document.ts'
import { asType } from './retype.ts'
import { isSame } from './same.ts'

type Optional = 'default' | 'options' | 'max_length' | 'format' | 'binding'

/** Changeable properties of a field; `undefined` removes an optional one. */
export type FieldPatch = {
  key?: string
  label?: string
  type?: FieldType
  page?: number
  required?: boolean
  style?: Partial<FieldStyle>
} & { [Name in Optional]?: TemplateField[Name] | undefined }

const optional = ['default', 'options', 'max_length', 'format', 'binding'] as const

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
