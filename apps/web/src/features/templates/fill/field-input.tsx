import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { formatValue } from '@foja/forms/format-value'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Entry } from './fill-entries.ts'
import { ImageInput } from './image-input.tsx'

type Props = {
  field: TemplateField
  locale: TemplateLocale
  entry: Entry
  error: string | undefined
  /** Where the value came from, until the user changes it. */
  source: string | undefined
  onChange: (entry: Entry) => void
  onLeave: () => void
  onImage: (file: File | null) => void
}

/** The label with a marker for required fields; screen readers get that from the control. */
function Label({ field }: { field: TemplateField }) {
  return (
    <>
      {field.label}
      {field.required && (
        <span aria-hidden className="text-error-ink">
          {' *'}
        </span>
      )}
    </>
  )
}

/** Value of «none»: a select option cannot be empty. */
const none = '\u0000'

/** The control of a template field. */
export function FieldInput(props: Props) {
  const { field, entry, error, onChange, onLeave } = props
  const texts = useTemplateFillTexts()
  const text = typeof entry === 'string' ? entry : ''
  if (field.type === 'checkbox') {
    return (
      <Checkbox
        label={<Label field={field} />}
        checked={entry === true}
        {...(error === undefined ? {} : { hint: <span className="text-error-ink">{error}</span> })}
        onCheckedChange={(checked) => {
          onChange(checked)
          onLeave()
        }}
      />
    )
  }
  return (
    <Field
      label={<Label field={field} />}
      hint={props.source ?? hintOf(props, texts)}
      error={error}
      required={field.required}
      group={field.type === 'image'}
    >
      {field.type === 'image' ? (
        <ImageInput label={field.label} value={text} onImage={props.onImage} />
      ) : field.type === 'select' ? (
        <Select
          options={[
            ...(field.required || text === '' ? [] : [{ value: none, label: texts.none }]),
            ...(field.options ?? []).map((option) => ({ value: option, label: option })),
          ]}
          value={text}
          onValueChange={(value) => {
            onChange(value === none ? '' : value)
            onLeave()
          }}
        />
      ) : field.type === 'multiline' ? (
        <Textarea
          value={text}
          maxLength={field.max_length}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      ) : (
        <Input
          type={field.type === 'date' ? 'date' : 'text'}
          inputMode={field.type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          maxLength={field.max_length}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

const sample = 1234.56

/** A hint such as number format or maximum length, or null. */
function hintOf(
  { field, locale }: Pick<Props, 'field' | 'locale'>,
  texts: { qr: string; upTo: (count: number) => string; like: (sample: string) => string },
): string | null {
  if (field.type === 'qr') return texts.qr
  if (field.type === 'number') return texts.like(formatValue(field, sample, locale))
  return field.max_length === undefined ? null : texts.upTo(field.max_length)
}
