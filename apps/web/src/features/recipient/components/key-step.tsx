import { Check, CircleAlert, FileText, Laptop, Lock, Signature, Smartphone } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { problemOf } from '../../../lib/api/call.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { SupportCode } from '../../../shared/support-code.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardList } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { touchQuery, useMedia } from '../../../ui/use-media.ts'
import type { RecipientDocument, View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import type { Sitting } from '../use-sitting.ts'
import { countDocuments, describeDocument } from '../words.ts'
import { KeyFile } from './key-file.tsx'
import { StepForm } from './step-form.tsx'

type Props = {
  view: View
  sitting: Sitting
  /** Leads back to the documents. */
  back?: ReactNode
}

/** The key of the recipient, and the signing of all documents with it. */
export function KeyStep({ view, sitting, back }: Props) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const { key: words } = texts
  const device = useMedia(touchQuery) ? 'phone' : 'computer'
  const form = useRef<HTMLFormElement>(null)
  const { documents, recipient } = view
  const { progress, failed, busy, opened, faults } = sitting
  const many = documents.length > 1
  const left = documents.filter(({ signed }) => !signed).length
  useEffect(() => {
    if (faults.password !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const submit =
    failed !== null && opened
      ? words.goOn
      : left < documents.length
        ? texts.signRest
        : many
          ? words.submit(countDocuments(documents.length, texts, format))
          : words.submitOne
  const Device = device === 'phone' ? Smartphone : Laptop
  return (
    <StepForm
      ref={form}
      title={words.title(countDocuments(documents.length, texts, format))}
      company={view.company}
      back={back}
      submit={submit}
      icon={<Signature />}
      busy={busy}
      note={words.final}
      long
      progress={
        <div role="status" className="empty:hidden">
          {busy && (
            <Progress
              label={progress === null ? words.opening : progressText(progress)}
              value={progress === null ? undefined : progress.at - 1}
              max={progress?.of ?? 1}
              before={progress === null ? words.opening : progressText(progress)}
              className="min-h-8"
            />
          )}
        </div>
      }
      onSubmit={sitting.submit}
    >
      <Card>
        <CardList>
          {documents.map((document) => (
            <DocumentRow key={document.id_documento} document={document} sitting={sitting} />
          ))}
        </CardList>
      </Card>
      <Failure sitting={sitting} view={view} />
      <KeyFile sitting={sitting} nombre={recipient.nombre} identificacion={recipient.identificacion} />
      {opened ? (
        <p className="flex items-start gap-2 text-small text-ink-muted">
          <Lock aria-hidden className="mt-0.5 size-4" />
          {words.opened}
        </p>
      ) : (
        <Field
          label={words.password}
          error={faults.password}
          hint={many ? words.once(countDocuments(documents.length, texts, format)) : undefined}
        >
          <PasswordInput
            size="lg"
            icon={<Lock />}
            autoComplete="off"
            className="h-12!"
            value={sitting.password}
            readOnly={busy}
            onChange={(event) => sitting.setPassword(event.target.value)}
          />
        </Field>
      )}
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-soft-success text-on-soft-success [&_svg]:size-4.5"
        >
          <Device />
        </span>
        <p className="text-pretty text-ink-muted">
          <strong className="font-semibold text-ink">{words.staysTitle[device]}</strong> {words.stays}
        </p>
      </div>
    </StepForm>
  )

  function progressText({ at, of }: NonNullable<Sitting['progress']>): string {
    return words.signing(format.number(at), format.number(of))
  }
}

function DocumentRow({ document, sitting }: { document: RecipientDocument; sitting: Sitting }) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const { states } = texts.key
  const { id_documento: id, nombre, signed } = document
  const isFailed = sitting.failed?.document.id_documento === id
  return (
    <li className="flex min-h-14.5 items-center gap-3 px-4 py-2">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-lg border border-line text-ink-muted [&_svg]:size-4.5"
      >
        <FileText />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nombre}</span>
        <span className="block truncate text-small text-ink-muted">{describeDocument(document, texts, format)}</span>
      </span>
      {signed ? (
        <Check aria-label={states.signed} role="img" className="size-5 text-on-soft-success" />
      ) : sitting.progress?.id === id ? (
        <Spinner label={states.signing} className="size-5" />
      ) : isFailed ? (
        <CircleAlert aria-label={states.failed} role="img" className="size-5 text-error-ink" />
      ) : (
        <span className="text-small whitespace-nowrap text-ink-muted">{states.waiting}</span>
      )}
    </li>
  )
}

/** Which document was not signed, and why; what is signed stays so. */
function Failure({ sitting, view }: { sitting: Sitting; view: View }) {
  const texts = useRecipientTexts()
  const { number } = useFormat()
  const self = useRef<HTMLDivElement>(null)
  const { failed } = sitting
  useEffect(() => {
    if (failed !== null) self.current?.scrollIntoView({ block: 'nearest' })
  }, [failed])
  if (failed === null) return null
  const problem = problemOf(failed.error)
  const done = view.documents.filter(({ signed }) => signed).length
  return (
    <div ref={self}>
      <Alert variant="error" title={texts.key.failed(failed.document.nombre)}>
        <p>{problem?.detail ?? texts.key.unanswered}</p>
        {done > 0 && problem !== null && (
          <p className="mt-1">{texts.someSigned(number(done), number(view.documents.length))}</p>
        )}
        <SupportCode problem={problem} />
      </Alert>
    </div>
  )
}
