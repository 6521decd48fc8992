import { templateLimits, type Binding, type TemplateLocale } from '@foja/contracts/template-field-types'
import { bindingsOf } from '@foja/forms/bindings-of-type'
import { formatValue } from '@foja/forms/format-value'
import { parseTyped } from '@foja/forms/parse-typed'
import { problemWords } from '@foja/forms/problem-words'
import { useLanguage } from '../../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts, type templateEditor } from '../../texts/template-editor.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { roleName } from '../../role-name.ts'
import type { EditorField } from '../model/document.ts'
import type { FieldPatch } from '../model/patch.ts'
import { NumberInput, useTypedText } from './number-input.tsx'

type Props = {
  field: EditorField
  locale: TemplateLocale
  patch: (patch: FieldPatch, group?: string) => void
}

/** The name of a binding; those of parties include their number. */
function bindingName(binding: Binding, words: typeof templateEditor): string {
  const [, place, part] = /^parte\.(\d+)\.(\w+)$/.exec(binding) ?? []
  if (place === undefined || part === undefined) return words.bindings[binding as keyof typeof words.bindings]
  return words.party(Number(place), words.partyParts[part as keyof typeof words.partyParts])
}

/** Where the default value comes from. */
export function BindingField({ field, patch }: Props) {
  const words = useTemplateEditorTexts()
  // Dates have their own switch for today.
  const known = bindingsOf(field.type).filter((binding) => field.type !== 'date' || binding !== 'hoy')
  if (known.length === 0) return null
  const none = 'none'
  return (
    <Field label={words.binding}>
      <Select<string>
        value={field.binding ?? none}
        onValueChange={(next) => patch({ binding: known.find((one) => one === next) })}
        options={[
          { value: none, label: words.noBinding },
          ...known.map((value) => ({ value, label: bindingName(value, words) })),
        ]}
      />
    </Field>
  )
}

/** The default value, typed as in the form. */
export function DefaultField(props: Props) {
  const { field, patch } = props
  const words = useTemplateEditorTexts()
  const { type } = field
  if (type === 'image' || type === 'signature') return null
  if (type === 'checkbox') {
    return (
      <Switch
        place="end"
        label={words.checked}
        checked={field.default === true}
        onCheckedChange={(on) => patch({ default: on ? true : undefined })}
      />
    )
  }
  if (type === 'select') return <DefaultOption {...props} />
  return <DefaultText key={`${field.id} ${type}`} {...props} />
}

const noOption = 'none'
const optionValue = (at: number) => `o${at}`

function DefaultOption({ field, patch }: Props) {
  const words = useTemplateEditorTexts()
  const options = field.options ?? []
  const at = typeof field.default === 'string' ? options.indexOf(field.default) : -1
  return (
    <Field label={words.default}>
      <Select<string>
        value={at === -1 ? noOption : optionValue(at)}
        onValueChange={(next) => patch({ default: options.find((_, index) => optionValue(index) === next) })}
        options={[
          { value: noOption, label: words.none },
          ...options.map((label, index) => ({ value: optionValue(index), label })),
        ]}
      />
    </Field>
  )
}

function DefaultText({ field, locale, patch }: Props) {
  const words = useTemplateEditorTexts()
  const { language } = useLanguage()
  const value = typeof field.default === 'string' ? field.default : ''
  const isDay = field.type === 'date'
  const shown = value !== '' && field.type === 'number' ? formatValue(field, value, locale) : value
  const typed = useTypedText(shown, (text) => {
    const read = parseTyped(field, text, locale)
    if ('problem' in read) return problemWords(read.problem, language)
    patch({ default: read.value ?? undefined }, 'default')
    return null
  })
  return (
    <Field label={words.default} error={typed.error}>
      {field.type === 'multiline' ? (
        <Textarea rows={2} maxLength={templateLimits.valueLength} {...typed.bind} />
      ) : (
        <Input type={isDay ? 'date' : 'text'} maxLength={templateLimits.valueLength} {...typed.bind} />
      )}
    </Field>
  )
}

/** The options of a list, one per line. */
export function OptionsField({ field, patch }: Props) {
  const words = useTemplateEditorTexts()
  const typed = useTypedText((field.options ?? []).join('\n'), (text) => {
    const options = [...new Set(text.split('\n').map((line) => line.trim().slice(0, 200)))].filter(
      (line) => line !== '',
    )
    if (options.length === 0) return words.optionsMissing
    if (options.length > templateLimits.options) return words.optionsMany(templateLimits.options)
    const kept = typeof field.default === 'string' && options.includes(field.default)
    patch({ options, ...(kept ? {} : { default: undefined }) }, 'options')
    return null
  })
  return (
    <Field label={words.options} hint={words.optionsHint} error={typed.error}>
      <Textarea rows={3} {...typed.bind} />
    </Field>
  )
}

/** Who signs in a signature field. */
export function RoleField({ field, patch }: Props) {
  const words = useTemplateEditorTexts()
  const typed = useTypedText(field.role ?? '', (text) => {
    patch({ role: text.trim() === '' ? undefined : text.trim() }, 'role')
    return null
  })
  return (
    <Field label={words.role} hint={words.roleHint} optional>
      <Input maxLength={60} placeholder={field.label} {...typed.bind} />
    </Field>
  )
}

/** Who fills a field: the office, or the person who signs in one of the template's signatures. */
export function FilledByField({ field, signatures, patch }: Props & { signatures: readonly EditorField[] }) {
  const words = useTemplateEditorTexts()
  const office = 'office'
  if (signatures.length === 0) return null
  return (
    <Field label={words.filledBy} hint={field.filled_by === undefined ? null : words.filledByHint}>
      <Select<string>
        value={field.filled_by === undefined ? office : `key ${field.filled_by}`}
        onValueChange={(next) => patch({ filled_by: signatures.find(({ key }) => `key ${key}` === next)?.key })}
        options={[
          { value: office, label: words.byOffice },
          ...signatures.map((one) => ({ value: `key ${one.key}`, label: roleName(one) })),
        ]}
      />
    </Field>
  )
}

/** The maximum length of a text. */
export function MaxLengthField({ field, patch }: Props) {
  const words = useTemplateEditorTexts()
  return (
    <Field label={words.maxLength}>
      <NumberInput
        whole
        value={field.max_length}
        placeholder={words.noLimit}
        minimum={1}
        maximum={templateLimits.valueLength}
        onValue={(max_length) => patch({ max_length })}
        onEmpty={() => patch({ max_length: undefined })}
      />
    </Field>
  )
}
