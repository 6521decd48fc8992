import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTypes, type FieldType } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateNewTexts } from '../texts/template-new.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useTemplatesTexts } from '../texts/templates.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshTemplates, saveTemplate, importTemplate, documentsQuery, type FoundDocument } from '../api/templates.ts'
import { useNewBase, type NewBase } from '../use-new-base.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { FileText } from 'lucide-react'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { Finder, FinderLines } from './finder.tsx'

type Props = { disabled: boolean; onChoose: (document: FoundDocument) => void }

/** Finds an existing PDF by name. */
function DocumentFinder({ disabled, onChoose }: Props) {
  const texts = useTemplateNewTexts()
  const [text, setText] = useState('')
  const found = useQuery(documentsQuery(useDebounced(text.trim(), 200)))
  return (
    <Finder
      label={texts.documentLabel}
      hint={texts.documentsHint}
      placeholder={texts.documentPlaceholder}
      listLabel={texts.documents}
      text={text}
      onText={setText}
      items={found.isError ? [] : found.data}
      itemKey={(document) => document.id}
      nothing={found.isError ? texts.searchFailed : texts.noDocuments}
      disabled={disabled}
      onChoose={onChoose}
    >
      {({ name, note }) => (
        <>
          <FileText aria-hidden />
          <FinderLines title={name} note={note} />
        </>
      )}
    </Finder>
  )
}

/** Field counts by type, in the order of the types: «9 de texto», «2 casillas». */
export function describeFields(
  fields: readonly Pick<TemplateField, 'type'>[],
  counts: Record<FieldType, (count: number) => string>,
): string[] {
  return fieldTypes.flatMap((type) => {
    const count = fields.filter((field) => field.type === type).length
    return count === 0 ? [] : [counts[type](count)]
  })
}

const sources = ['upload', 'document', 'import'] as const
type Source = (typeof sources)[number]

/** Creates a template from a PDF, an existing document or an exported template, and opens it in the editor. */
export function NewTemplateModal({ onClose }: { onClose: () => void }) {
  const texts = useTemplateNewTexts()
  const ui = useUiTexts()
  const base = useNewBase()
  const bring = useImport(base.fail)
  const [source, setSource] = useState<Source>('upload')
  const { state } = base
  const busy = state.step === 'busy' || bring.isPending
  if (state.step === 'found') {
    return <Found key={state.base.pdf_path} base={state.base} onAnother={base.stop} onClose={onClose} />
  }
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={onClose}
      title={texts.title}
      footer={
        <Button variant="ghost" disabled={busy} onClick={onClose}>
          {ui.cancel}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          block
          label={texts.from}
          value={source}
          onValueChange={setSource}
          options={sources.map((value) => ({ value, label: texts.sources[value] }))}
        />
        {state.step === 'choose' && state.failure !== null && (
          <Alert variant="error" title={state.failure.title}>
            {state.failure.text}
          </Alert>
        )}
        {state.step === 'busy' ? (
          <Coming progress={state.progress} onStop={base.stop} />
        ) : bring.isPending ? (
          <Progress label={texts.importing} before={texts.importing} value={undefined} />
        ) : source === 'document' ? (
          <DocumentFinder disabled={busy} onChoose={base.take} />
        ) : source === 'import' ? (
          <Dropzone
            key="import"
            variant="tall"
            multiple={false}
            accept=".json,application/json"
            title={texts.importTitle}
            hint={texts.importHint}
            onFiles={([file]) => file !== undefined && bring.mutate(file)}
          />
        ) : (
          <Dropzone
            key="upload"
            variant="tall"
            multiple={false}
            accept=".pdf,application/pdf"
            title={texts.dropTitle}
            hint={texts.dropHint}
            onFiles={([file]) => file !== undefined && base.upload(file)}
          />
        )}
      </div>
    </Modal>
  )
}

type ComingProps = { progress: { loaded: number; total: number } | null; onStop: () => void }

function Coming({ progress, onStop }: ComingProps) {
  const texts = useTemplateNewTexts()
  const { bytes } = useFormat()
  const up = progress !== null && progress.loaded < progress.total
  const label = up ? texts.uploading : texts.reading
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Progress
        label={label}
        before={label}
        value={up ? progress.loaded : undefined}
        max={progress?.total ?? 1}
        after={up ? `${bytes(progress.loaded)} / ${bytes(progress.total)}` : undefined}
        className="min-w-48 flex-1"
      />
      <Button size="sm" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  )
}

/** After a template was created: refetches the lists and opens the editor. */
function useOpenCreated() {
  const texts = useTemplateNewTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, name }: { id: string; name: string }) => {
    toast.success(texts.created(name))
    void refreshTemplates(queries)
    // `replace`, so that back leads to the list and not to this dialog.
    await navigate({ href: paths.template(id), replace: true })
  }
}

function useImport(fail: (text: string, title?: string) => void) {
  const domain = useDomainTexts()
  return useMutation({
    mutationFn: importTemplate,
    onSuccess: useOpenCreated(),
    onError: (error) => {
      const problem = problemOf(error)
      if (isUnreported(error)) fail(problem?.detail ?? domain.tryAgainLater, problem?.title)
    },
  })
}

type FoundProps = { base: NewBase; onAnother: () => void; onClose: () => void }

/** The fields found in the PDF, and the name of the template. */
function Found({ base, onAnother, onClose }: FoundProps) {
  const texts = useTemplateNewTexts()
  const templates = useTemplatesTexts()
  const domain = useDomainTexts()
  const { list } = useFormat()
  const { keyFor } = useAttemptKey()
  const [name, setName] = useState(base.name)
  const [error, setError] = useState<string | null>(null)
  const { pdf_path, fields, skipped } = base
  const wish = { name: name.trim(), pdf_path, fields }
  const save = useMutation({
    mutationFn: () => saveTemplate({ ...wish, key: keyFor(wish) }),
    onSuccess: useOpenCreated(),
    onError: (failure) => setError(isUnreported(failure) ? (problemOf(failure)?.detail ?? domain.tryAgainLater) : null),
  })
  const submit = () => {
    if (wish.name === '') setError(texts.nameMissing)
    else save.mutate()
  }
  const kinds = list(describeFields(fields, templates.fieldCounts))
  return (
    <FormModal
      busy={save.isPending}
      title={texts.title}
      submit={texts.create}
      cancel={texts.another}
      onCancel={onAnother}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.length > 0 ? (
        <Alert variant="success" title={texts.found(fields.length)}>
          {texts.foundText(kinds)}
        </Alert>
      ) : (
        <Alert title={texts.foundNone}>{texts.foundNoneText}</Alert>
      )}
      {skipped.length > 0 && (
        <Disclosure summary={texts.skipped(skipped.length)}>
          <ul className="list-disc pl-4 text-small text-ink-muted">
            {skipped.map((one) => (
              <li key={one.name} className="wrap-anywhere">
                {texts.skippedOne(one.name, texts.reasons[one.reason])}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Field label={texts.name} error={error} required>
        <Input
          autoFocus
          maxLength={120}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setError(null)
          }}
        />
      </Field>
    </FormModal>
  )
}
