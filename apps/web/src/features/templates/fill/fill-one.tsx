import type { Document } from '@foja/contracts/documents'
import type { Template } from '@foja/contracts/templates'
import { FilePlus } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { CaseChoice } from './case-choice.tsx'
import { FillForm } from './fill-form.tsx'
import { FillPreview } from './fill-preview.tsx'
import { useFillForm, type FillForm as Form } from './use-fill-form.ts'
import { useLivePreview } from './use-live-preview.ts'

type Props = {
  template: Template
  solicitud: string | undefined
  onSolicitud: (id: string | undefined) => void
  onDone: (document: Document) => void
  /** Choice between one and many, shown above the form. */
  choice: ReactNode
}

/** Creates one document from a template: form at the left, preview at the right; on phones one at a time. */
export function FillOne({ template, solicitud, onSolicitud, onDone, choice }: Props) {
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
          {form.loading ? <SkeletonList rows={4} /> : <FillForm form={form} onFocus={setFocused} />}
        </div>
        {!phone && <Foot form={form} />}
      </div>
      {showPreview && (
        <FillPreview
          template={template}
          preview={preview}
          current={template.fields.find((field) => field.key === focused)}
          onField={goTo}
        />
      )}
      {phone && <Foot form={form} />}
    </form>
  )
}

/** Validation summary, reset, and the submit button. */
function Foot({ form }: { form: Form }) {
  const texts = useTemplateFillTexts()
  const ui = useUiTexts()
  const missing = form.submitted && form.wrong.length > 0
  const clear = () => {
    const undo = form.reset()
    toast.success(texts.cleared, { action: { label: ui.undo, onClick: undo } })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-panel px-5 py-3.5 max-sm:px-4">
      <output
        className={missing ? 'min-w-0 flex-1 text-small text-error-ink' : 'min-w-0 flex-1 text-small text-ink-muted'}
      >
        {missing ? texts.toCorrect(form.wrong.length) : form.changed ? texts.kept : ''}
      </output>
      {form.changed && (
        <Button variant="ghost" disabled={form.busy} onClick={clear}>
          {texts.clear}
        </Button>
      )}
      <Button type="submit" variant="primary" icon={<FilePlus />} loading={form.busy} disabled={form.loading}>
        {texts.create}
      </Button>
    </div>
  )
}
