import { Check, CloudOff, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useWizardTexts } from '../texts/wizard.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { filesOf, partiesOf, requestTitle } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/** Progress per file from the total progress: files are sent in this order. */
export function progressOf(sizes: readonly number[], loaded: number, total: number): number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // Boundaries, names and data come before the files.
  let left = Math.max(0, loaded - Math.max(0, total - bytes))
  return sizes.map((size) => {
    const share = size === 0 ? (left > 0 || loaded >= total ? 1 : 0) : Math.min(1, left / size)
    left = Math.max(0, left - size)
    return share
  })
}

type Props = Wizard & { onStep: (step: number) => void; onSend: () => void; onSendAsNew: () => void }

/** Step 4: a summary, then the upload with its progress and errors. */
export function StepReview(props: Props) {
  const { draft, errors, onStep } = props
  const wizard = useWizardTexts()
  const people = partiesOf(draft)
  return (
    <div className="flex flex-col gap-5">
      {errors.general !== undefined && (
        <Alert variant="error" title={wizard.rejected}>
          {errors.general}
        </Alert>
      )}
      <SendingState {...props} />
      <dl className="flex flex-col divide-y divide-line">
        <Row label={wizard.titleLabel} onEdit={() => onStep(0)}>
          <p className="font-medium">{draft.titulo}</p>
          {draft.notas.trim() !== '' && <p className="mt-1 whitespace-pre-line text-ink-muted">{draft.notas}</p>}
        </Row>
        <Row label={wizard.files} onEdit={() => onStep(1)}>
          <Requests {...props} />
        </Row>
        <Row label={wizard.people} onEdit={() => onStep(2)}>
          {people.length === 0 ? (
            <p className="text-ink-muted">{wizard.noneYet}</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {people.map((party) => (
                <li key={party.key}>
                  {party.nombre} <span className="text-ink-muted">· {party.rol}</span>
                </li>
              ))}
            </ul>
          )}
        </Row>
      </dl>
    </div>
  )
}

/** Each request with its files in order and their upload progress. */
function Requests({ draft, sending }: Props) {
  const wizard = useWizardTexts()
  const { bytes, percent } = useFormat()
  const files = filesOf(draft)
  const progress = sending.state === 'sending' ? sending.progress : null
  const shares =
    progress === null
      ? null
      : progressOf(
          files.map((file) => file.size),
          progress.loaded,
          progress.total,
        )
  return (
    <ul className="flex flex-col gap-3">
      {draft.requests.map((request) => (
        <li key={request.id_solicitud}>
          {(draft.requests.length > 1 || request.tipo !== '') && (
            <p className="mb-1 font-medium">
              {requestTitle(draft, request)}
              {request.tipo !== '' && <span className="font-normal text-ink-muted"> · {request.tipo}</span>}
            </p>
          )}
          <ul className="flex flex-col gap-1.5">
            {request.files.map((file) => {
              const share = shares?.[files.indexOf(file)]
              return (
                <li key={file.id} className="flex items-center gap-2">
                  {share === 1 ? (
                    <Check aria-label={wizard.fileSent} role="img" className="size-4 text-on-soft-success" />
                  ) : (
                    <FileText aria-hidden className="size-4 text-ink-muted" />
                  )}
                  <span className="min-w-0 truncate">{file.name}</span>
                  <span className="text-small whitespace-nowrap text-ink-muted figures">
                    {share === undefined || share === 1 ? bytes(file.size) : percent(share)}
                  </span>
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Row({ label, onEdit, children }: { label: string; onEdit: () => void; children: ReactNode }) {
  const wizard = useWizardTexts()
  return (
    <div className="flex items-start gap-4 py-4 first:pt-0 last:pb-0 max-sm:flex-wrap max-sm:gap-y-1">
      <dt className="w-28 shrink-0 text-small text-ink-muted">{label}</dt>
      {/* Inside the dd: a dl may only contain terms and details. */}
      <dd className="flex min-w-0 flex-1 items-start gap-4 max-sm:basis-full">
        <div className="min-w-0 flex-1">{children}</div>
        <button
          type="button"
          onClick={onEdit}
          aria-label={`${wizard.edit}: ${label}`}
          className="touch-target text-small font-medium text-gold-ink"
        >
          {wizard.edit}
        </button>
      </dd>
    </div>
  )
}

function SendingState({ sending, draft, stop, onSend, onSendAsNew }: Props) {
  const wizard = useWizardTexts()
  const { bytes } = useFormat()
  if (sending.state === 'sending') {
    const { progress } = sending
    const done = progress !== null && progress.loaded >= progress.total
    const total = filesOf(draft).reduce((sum, file) => sum + file.size, 0)
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-canvas p-4">
        <Progress
          label={wizard.uploading}
          value={done ? undefined : progress?.loaded}
          max={progress?.total ?? total}
          before={done ? wizard.saving : wizard.uploading}
          after={progress === null || done ? undefined : wizard.uploaded(bytes(progress.loaded), bytes(progress.total))}
          className="min-w-60 flex-1"
        />
        {!done && (
          <Button size="sm" onClick={stop}>
            {wizard.stop}
          </Button>
        )}
      </div>
    )
  }
  if (sending.state === 'unanswered') {
    return (
      <Alert
        variant="error"
        icon={<CloudOff />}
        title={wizard.failedTitle}
        button={{ label: wizard.retry, onClick: onSend }}
      >
        {wizard.failedText}
      </Alert>
    )
  }
  if (sending.state === 'id-in-use') {
    return (
      <Alert
        variant="warning"
        title={wizard.inUseTitle}
        action={
          <span className="flex items-center gap-4">
            <AppLink to={paths.solicitudes()}>{wizard.inUseOpen}</AppLink>
            <Button size="sm" onClick={onSendAsNew}>
              {wizard.inUseNew}
            </Button>
          </span>
        }
      >
        {wizard.inUseText}
      </Alert>
    )
  }
  return null
}
