import type { TemplateField } from '@foja/contracts/template-fields'
import { Signature } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { isFilledIn } from './fill-entries.ts'
import { FieldInput } from './field-input.tsx'
import { FlattenOption } from './flatten-option.tsx'
import type { FillForm as Form } from './use-fill-form.ts'

type Props = {
  form: Form
  /** Called when a field gets the focus. */
  onFocus: (key: string) => void
}

/** The template's fields in order, its signature fields, and the name of the document. */
export function FillForm({ form, onFocus }: Props) {
  const texts = useTemplateFillTexts()
  const { template } = form
  const fields = template.fields.filter(isFilledIn)
  const signatures = template.fields.filter((field) => !isFilledIn(field))
  const several = new Set(fields.map((field) => field.page)).size > 1
  return (
    <>
      {form.failure !== null && (
        <Alert variant="error" title={texts.failedTitle}>
          {form.failure}
        </Alert>
      )}
      {fields.length === 0 && <Alert title={texts.noFields}>{texts.noFieldsText}</Alert>}
      {fields.some((field) => field.required) && <p className="text-small text-ink-muted">{texts.requiredNote}</p>}
      {fields.map((field, at) => (
        <div key={field.key} data-field={field.key} onFocus={() => onFocus(field.key)} className="flex flex-col gap-4">
          {several && field.page !== fields[at - 1]?.page && <Heading>{texts.page(field.page)}</Heading>}
          <FieldInput
            field={field}
            locale={template.locale}
            entry={form.entries[field.key] ?? ''}
            error={form.errorOf(field.key)}
            source={sourceOf(field, form, texts.from)}
            onChange={(entry) => form.change(field.key, entry)}
            onLeave={() => form.leave(field.key)}
            onImage={(file) =>
              file === null ? form.images.remove(field.key) : void form.images.choose(field.key, file)
            }
          />
        </div>
      ))}
      {signatures.length > 0 && (
        <>
          <Heading>{texts.signatures}</Heading>
          <ul className="flex flex-col gap-2">
            {signatures.map((field) => (
              <li key={field.key} className="flex items-center gap-2.5 font-medium">
                <Signature aria-hidden className="size-4.5 text-ink-muted" />
                {field.label}
              </li>
            ))}
          </ul>
          <p className="text-small text-ink-muted">{texts.signaturesText}</p>
        </>
      )}
      <Heading>{texts.document}</Heading>
      <div data-field="" className="flex flex-col gap-4">
        <Field label={texts.name} error={form.nameError} required>
          <Input maxLength={200} value={form.nombre} onChange={(event) => form.rename(event.target.value)} />
        </Field>
        <FlattenOption fields={template.fields} checked={form.flatten} onCheckedChange={form.setFlatten} />
      </div>
    </>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h2 className="border-t border-line pt-4 text-section font-semibold">{children}</h2>
)

/** Where a field's value came from, in words; undefined if it was changed or is empty. */
function sourceOf(
  field: TemplateField,
  form: Pick<Form, 'entries' | 'isDefault'>,
  words: { solicitud: string; empresa: string; usuario: string },
): string | undefined {
  const entry = form.entries[field.key]
  if (field.binding === undefined || field.binding === 'hoy' || entry === '' || !form.isDefault(field.key))
    return undefined
  if (field.binding.startsWith('empresa.')) return words.empresa
  return field.binding.startsWith('usuario.') ? words.usuario : words.solicitud
}
