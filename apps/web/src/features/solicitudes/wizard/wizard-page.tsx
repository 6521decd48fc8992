import { ArrowLeft, ArrowRight, CircleAlert, CloudCheck, Users } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useWizardTexts } from '../texts/wizard.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fileLimit, limits } from './check-file.ts'
import { filesOf, partiesOf } from './draft.ts'
import { stepOf } from './map-problem.ts'
import { StepData } from './step-data.tsx'
import { StepFiles } from './step-files.tsx'
import { StepPeople } from './step-people.tsx'
import { StepReview } from './step-review.tsx'
import { isGroup, useWizard, type Wizard } from './use-wizard.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

type Props = {
  /** 0 to 3, kept in the address. */
  step: number
  onStep: (step: number) => void
  /** Receives the id of the first created request. */
  onCreated: (idSolicitud: string) => void
  onLeave: () => void
}

/** Datos → Documentos → Personas → Revisar. Nothing is sent before the last step. */
export function WizardPage({ step, onStep, onCreated, onLeave }: Props) {
  const wizard = useWizardTexts()
  const state = useWizard()
  const busy = state.sending.state === 'sending'

  // The address may name a step that the draft has not reached.
  useEffect(() => {
    if (step > 0 && state.draft.titulo.trim() === '') onStep(0)
    else if (step > 1 && state.draft.requests.length === 0) onStep(1)
  }, [step, state.draft.titulo, state.draft.requests.length, onStep])

  const go = (next: number) => {
    if (busy) return
    if (next < step || state.checkStep(step)) onStep(next)
  }

  const finish = async (sent: ReturnType<Wizard['send']>) => {
    const result = await sent
    if (result === null) return
    if (isGroup(result)) {
      toast.success(wizard.done)
      onCreated(result.solicitudes[0]?.id_solicitud ?? '')
    } else onStep(stepOf(result))
  }

  return (
    <>
      <PageHeader title={wizard.title} note={wizard.text} actions={<DraftState state={state} onLeave={onLeave} />} />
      <div className="grid items-start gap-4 md:grid-cols-[12rem_minmax(0,1fr)] xl:grid-cols-[12rem_minmax(0,40.5rem)_minmax(16rem,1fr)]">
        <div className="max-md:hidden">
          <Stepper
            label={wizard.progress}
            orientation="vertical"
            current={step}
            steps={wizard.steps.map((title, at) => ({ id: String(at), title }))}
            onSelect={(_, at) => go(at)}
          />
        </div>
        <PhoneSteps step={step} />
        <Card>
          <CardBody>
            <h2 className="text-section font-semibold">{wizard.steps[step]}</h2>
            <StepIntro step={step} />
            {step === 0 && <StepData {...state} />}
            {step === 1 && <StepFiles {...state} />}
            {step === 2 && <StepPeople {...state} />}
            {step === 3 && (
              <StepReview
                {...state}
                onStep={go}
                onSend={() => void finish(state.send())}
                onSendAsNew={() => void finish(state.sendAsNew())}
              />
            )}
          </CardBody>
          <CardFooter className="max-md:sticky max-md:bottom-18 max-md:z-10 max-md:rounded-b-lg max-md:bg-panel max-md:[&>button]:flex-1">
            {step === 1 && state.faultyFiles > 0 && (
              <p className="mr-auto flex items-center gap-2 text-small text-error-ink">
                <CircleAlert aria-hidden className="size-4" /> {wizard.filesNeedAttention(state.faultyFiles)}
              </p>
            )}
            {step > 0 && (
              <Button icon={<ArrowLeft />} disabled={busy} onClick={() => go(step - 1)}>
                {wizard.back}
              </Button>
            )}
            {step < 3 ? (
              <Button variant="primary" iconEnd={<ArrowRight />} onClick={() => go(step + 1)}>
                {wizard.next}
              </Button>
            ) : (
              <Button
                variant="primary"
                loading={busy}
                disabled={!state.ready || state.faultyFiles > 0}
                onClick={() => void finish(state.send())}
              >
                {wizard.submit}
              </Button>
            )}
          </CardFooter>
        </Card>
        <Summary state={state} step={step} />
      </div>
    </>
  )
}

/** On phones: the step number and a segmented bar. */
function PhoneSteps({ step }: { step: number }) {
  const wizard = useWizardTexts()
  return (
    <div className="md:hidden">
      <p className="mb-1.5 text-small text-ink-muted">{wizard.stepOf(step + 1, wizard.steps.length)}</p>
      <div aria-hidden className="flex gap-2">
        {wizard.steps.map((name, at) => (
          <span key={name} className={`h-1 flex-1 rounded-full ${at <= step ? 'bg-gold-ink' : 'bg-line'}`} />
        ))}
      </div>
    </div>
  )
}

function StepIntro({ step }: { step: number }) {
  const wizard = useWizardTexts()
  const texts = [null, wizard.filesText(limits.files, fileLimit), wizard.peopleText, wizard.reviewText]
  const text = texts[step]
  return <p className="mb-4 text-ink-muted">{text}</p>
}

function DraftState({ state, onLeave }: { state: Wizard; onLeave: () => void }) {
  const wizard = useWizardTexts()
  const { relative } = useFormat()
  const [asking, setAsking] = useState(false)
  const { savedAt } = state.draft
  if (savedAt === null) return null
  return (
    <>
      <span className="flex items-center gap-2 text-small text-ink-muted">
        <CloudCheck aria-hidden className="size-4.5" /> {wizard.saved(relative(savedAt))}
      </span>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {wizard.discard}
      </Button>
      <ConfirmModal
        variant="danger"
        open={asking}
        title={wizard.discardTitle}
        description={wizard.discardText}
        confirm={wizard.discard}
        onConfirm={() => void state.discard().then(onLeave)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Summary({ state, step }: { state: Wizard; step: number }) {
  const wizard = useWizardTexts()
  const { plural, bytes } = useFormat()
  const { draft } = state
  const people = partiesOf(draft)
  const files = filesOf(draft)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <Card className="max-xl:col-start-2 max-md:col-start-1 max-md:hidden">
      <CardHeader title={wizard.summary} />
      <CardBody>
        <dl className="flex flex-col gap-4">
          <Item label={wizard.titleLabel}>{draft.titulo.trim() === '' ? wizard.nothingYet : draft.titulo}</Item>
          <Item label={wizard.code}>
            <span className="flex items-center gap-1">
              <span className="code">{draft.id_solicitud_main}</span>
              <CopyButton text={draft.id_solicitud_main} label={wizard.copyCode} />
            </span>
            <span className="block text-small font-normal text-ink-muted">{wizard.codeNote}</span>
          </Item>
          <Item label={files.length === 0 ? wizard.files : wizard.creates}>
            {files.length === 0 ? (
              wizard.noFilesYet
            ) : (
              <>
                {wizard.createsWhat(
                  plural(draft.requests.length, wizard.requestCount),
                  plural(files.length, wizard.fileCount),
                )}
                <span className="block text-small font-normal text-ink-muted">{bytes(size)}</span>
              </>
            )}
          </Item>
          <Item label={wizard.people}>
            <span className="inline-flex items-center gap-2">
              <Users aria-hidden className="size-4 text-ink-muted" />
              {people.length === 0 ? wizard.noneYet : people.map((party) => party.nombre).join(', ')}
            </span>
          </Item>
        </dl>
        {step < 3 && (
          <Alert variant="info" className="mt-4">
            {wizard.draftNote}
          </Alert>
        )}
      </CardBody>
    </Card>
  )
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
