import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { formatValue } from '@foja/forms/format-value'
import { ImageUp, X } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTemplateFormTexts } from '../texts/template-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, useFieldProps } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { Entry } from './entries.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFilePicker } from '../../ui/use-file-picker.tsx'

type ImageInputProps = {
  label: string
  /** A `data:` URL, or empty. */
  value: string
  onImage: (file: File | null) => void
}

/** Selects an image by drop or button, and shows it as it will be printed. */
function ImageInput({ label, value, onImage }: ImageInputProps) {
  const texts = useTemplateFormTexts()
  const { input, open } = useFilePicker({ accept: 'image/*', onFiles: ([file]) => onImage(file ?? null) })
  const [over, setOver] = useState(false)
  const tied = useFieldProps<{ 'aria-describedby'?: string | undefined; 'aria-invalid'?: boolean | undefined }>({})
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) onImage(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-3 transition-colors',
        over ? 'border-gold-ink bg-selected' : 'border-control',
      )}
    >
      {value !== '' && (
        <img
          src={value}
          alt={texts.imageOf(label)}
          style={{ maxHeight: '5rem', maxWidth: '10rem' }}
          className="bg-white"
        />
      )}
      <p className={value === '' ? 'min-w-0 flex-1 text-small text-ink-muted' : 'flex-1'}>
        {value === '' && texts.imageHint}
      </p>
      {input}
      <Button
        size="sm"
        icon={<ImageUp />}
        aria-label={`${value === '' ? texts.chooseImage : texts.changeImage}: ${label}`}
        aria-describedby={tied['aria-describedby']}
        onClick={open}
      >
        {value === '' ? texts.chooseImage : texts.changeImage}
      </Button>
      {value !== '' && (
        <IconButton size="sm" label={texts.removeImage(label)} onClick={() => onImage(null)}>
          <X />
        </IconButton>
      )}
    </div>
  )
}

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
  const texts = useTemplateFormTexts()
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
