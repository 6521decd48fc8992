import type { Document } from '@foja/contracts/documents'
import type { Template } from '@foja/contracts/templates'
import { FilePlus, Signature } from 'lucide-react'
import { Fragment, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { useTemplateFormTexts } from '../../../shared/texts/template-form.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { CaseChoice } from './case-choice.tsx'
import { FillPreview } from './fill-preview.tsx'
import { PreviewActions } from './preview-actions.tsx'
import { roleName } from '../role-name.ts'
import { useFillForm, type FillForm as Form } from './use-fill-form.ts'
import { useLivePreview } from './use-live-preview.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { isFilledIn } from '../../../shared/template-form/entries.ts'
import { FieldInput } from '../../../shared/template-form/field-input.tsx'
import { FlattenOption } from './flatten-option.tsx'

type FillFormProps = {
  form: Form
  /** Called when a field gets the focus. */
  onFocus: (key: string) => void
}

/** The template's fields in order, its signature fields, and the name of the document. */
function FillForm({ form, onFocus }: FillFormProps) {
  const texts = useTemplateFillTexts()
  const formTexts = useTemplateFormTexts()
  const { template } = form
  const signatures = template.fields.filter((field) => !isFilledIn(field))
  const fields = template.fields.filter(
    (field) => isFilledIn(field) && !signatures.some(({ key }) => key === field.filled_by),
  )
  const ofRoles = signatures.map((role) => ({
    role: roleName(role),
    fields: template.fields.filter(({ filled_by: by }) => by === role.key),
  }))
  const several = new Set(fields.map((field) => field.page)).size > 1
  return (
    <>
      {form.failure !== null && (
        <Alert variant="error" title={texts.failedTitle}>
          {form.failure}
        </Alert>
      )}
      {fields.length === 0 && ofRoles.every(({ fields: own }) => own.length === 0) && (
        <Alert title={texts.noFields}>{texts.noFieldsText}</Alert>
      )}
      {fields.some((field) => field.required) && <p className="text-small text-ink-muted">{formTexts.requiredNote}</p>}
      {fields.map((field, at) => (
        <FormField key={field.key} field={field} form={form} onFocus={onFocus}>
          {several && field.page !== fields[at - 1]?.page && <Heading>{texts.page(field.page)}</Heading>}
        </FormField>
      ))}
      {ofRoles.map(
        ({ role, fields: own }) =>
          own.length > 0 && (
            <Fragment key={role}>
              <Heading>{texts.ofRole(role)}</Heading>
              <p className="text-small text-pretty text-ink-muted">{texts.ofRoleText(role)}</p>
              {own.map((field) => (
                <FormField key={field.key} field={field} form={form} onFocus={onFocus} />
              ))}
            </Fragment>
          ),
      )}
      {signatures.length > 0 && (
        <>
          <Heading>{texts.signatures}</Heading>
          <ul className="flex flex-col gap-2">
            {signatures.map((field) => (
              <li key={field.key} className="flex items-center gap-2.5 font-medium">
                <Signature aria-hidden className="size-4.5 text-ink-muted" />
                {roleName(field)}
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

type FormFieldProps = FillFormProps & { field: TemplateField; children?: ReactNode }

function FormField({ field, form, onFocus, children }: FormFieldProps) {
  const texts = useTemplateFillTexts()
  return (
    <div data-field={field.key} onFocus={() => onFocus(field.key)} className="flex flex-col gap-4">
      {children}
      <FieldInput
        field={field}
        locale={form.template.locale}
        entry={form.entries[field.key] ?? ''}
        error={form.errorOf(field.key)}
        source={sourceOf(field, form, texts.from)}
        onChange={(entry) => form.change(field.key, entry)}
        onLeave={() => form.leave(field.key)}
        onImage={(file) => (file === null ? form.images.remove(field.key) : void form.images.choose(field.key, file))}
      />
    </div>
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

type Props = {
  template: Template
  solicitud: string | undefined
  onSolicitud: (id: string | undefined) => void
  onDone: (document: Document) => void
  /** Choice between one and many, shown above the form. */
  choice: ReactNode
  asking: {
    /** Who signs is asked for, instead of the form. */
    shown: boolean
    onAsk: () => void
    draw: (filled: Filled) => ReactNode
  }
}

/** A document that is ready to be made. `onMade`: it exists. */
export type Filled = { filling: NonNullable<Form['filling']>; onMade: () => void }

/** Creates one document from a template: form at the left, preview at the right; on phones one at a time. */
export function FillOne({ template, solicitud, onSolicitud, onDone, choice, asking }: Props) {
  const texts = useTemplateFillTexts()
  const phone = useMedia(phoneQuery)
  const element = useRef<HTMLFormElement>(null)
  const [part, setPart] = useState<'form' | 'preview'>('form')
  const [focused, setFocused] = useState<string | null>(null)

  /** Focuses the control of a field; `''` is the document's name. */
  const goTo = (key: string) => {
    setPart('form')
    // A hidden form cannot take the focus before it is rendered.
    requestAnimationFrame(() => {
      const place = element.current?.querySelector(`[data-field="${key}"]`)
      place?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')?.focus()
    })
  }
  const form = useFillForm({ template, solicitud, onDone, onRefused: goTo })
  const preview = useLivePreview(template.id, form.right)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.busy || form.submit()) return
    goTo(form.wrong[0] ?? '')
  }
  const ask = () => {
    if (form.checkToAsk()) asking.onAsk()
    else goTo(form.wrong[0] ?? '')
  }
  if (asking.shown && form.filling !== null) return asking.draw({ filling: form.filling, onMade: form.finish })
  const showForm = !phone || part === 'form'
  const showPreview = !phone || part === 'preview'
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1 max-md:flex-col"
    >
      {phone && (
        <div className="border-b border-line bg-panel px-4 py-2">
          <SegmentedControl
            block
            label={texts.parts}
            value={part}
            onValueChange={setPart}
            options={[
              { value: 'form', label: texts.form },
              { value: 'preview', label: texts.preview },
            ]}
          />
        </div>
      )}
      <div
        style={phone ? undefined : { width: 'min(30rem, 45%)' }}
        className={
          !showForm
            ? 'hidden'
            : phone
              ? 'flex min-h-0 flex-1 flex-col bg-panel'
              : 'flex min-h-0 shrink-0 flex-col border-r border-line bg-panel'
        }
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5 max-sm:p-4">
          {choice}
          <CaseChoice solicitud={solicitud} onSolicitud={onSolicitud} disabled={form.busy} />
          {form.loading ? <SkeletonForm className="p-0!" /> : <FillForm form={form} onFocus={setFocused} />}
        </div>
        {!phone && <Foot form={form} onAsk={ask} />}
      </div>
      {showPreview && (
        <FillPreview
          template={template}
          preview={preview}
          current={template.fields.find((field) => field.key === focused)}
          onField={goTo}
          actions={<PreviewActions id={template.id} preview={preview} nombre={form.nombre} data={form.right} />}
        />
      )}
      {phone && <Foot form={form} onAsk={ask} />}
    </form>
  )
}

/** Validation summary, reset, and the submit button. */
function Foot({ form, onAsk }: { form: Form; onAsk: () => void }) {
  const texts = useTemplateFillTexts()
  const ui = useUiTexts()
  const signs = !form.template.fields.every(isFilledIn)
  const missing = form.submitted && form.wrong.length > 0
  const clear = () => {
    const undo = form.reset()
    toast.success(texts.cleared, { action: { label: ui.undo, onClick: undo } })
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 border-t border-line bg-panel px-5 py-3.5 max-sm:px-4">
      <output
        className={cn(
          'min-w-0 flex-1 text-small',
          missing ? 'text-error-ink' : 'text-ink-muted',
          signs && 'basis-full not-empty:mb-2',
        )}
      >
        {missing ? texts.toCorrect(form.wrong.length) : form.changed ? texts.kept : ''}
      </output>
      {form.changed && (
        <Button variant="ghost" disabled={form.busy} onClick={clear}>
          {texts.clear}
        </Button>
      )}
      {signs && (
        <Button icon={<Signature />} disabled={form.loading || form.busy} onClick={onAsk}>
          {texts.ask}
        </Button>
      )}
      <Button type="submit" variant="primary" icon={<FilePlus />} loading={form.busy} disabled={form.loading}>
        {texts.create}
      </Button>
    </div>
  )
}
