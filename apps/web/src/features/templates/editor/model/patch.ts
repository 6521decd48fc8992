import { fieldKeyPattern, type FieldStyle, type FieldType, type TemplateField } from '@foja/contracts/template-fields'
import { keyFrom } from '@foja/forms/unique-key'
import type { EditorField } from './document.ts'
import { asType } from './retype.ts'
import { isSame } from './same.ts'

type Optional = 'default' | 'options' | 'max_length' | 'format' | 'binding'

/** What can be changed of a field; `undefined` takes away what need not be there. */
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

/** The key that goes with a label, for as long as nobody chose another and no saved version has it. */
function followedKey(field: EditorField, label: string, others: ReadonlySet<string>, saved: ReadonlySet<string>) {
  const own = !saved.has(field.key) && keyFrom(field.label, others) === field.key
  return own ? keyFrom(label, others) : field.key
}

/**
 * A field with some of it changed; the very same object when nothing is. A key that is no key, or that another field
 * has, is left as it was.
 */
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
