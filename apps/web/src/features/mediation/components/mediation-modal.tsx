import type { Document } from '@foja/contracts/documents'
import type { Role } from '@foja/contracts/roles'
import { type MediationStatus, mediationTransitions, type Transition } from '@foja/contracts/states'
import { useState } from 'react'
import { useMediationTexts } from '../texts/mediation.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { MediationText } from '../../../shared/badges.tsx'
import { useDraft } from '../../../lib/session/draft.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { isSettled } from '../../../shared/common-status.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { recordMediation } from '../api/record-mediation.ts'

/** The next mediation states for a role, from the state table. */
export const nextStates = (from: MediationStatus, role: Role): Transition<MediationStatus>[] =>
  mediationTransitions.filter((one) => one.from === from && one.roles.includes(role))

/** A step of the dialog, and whether it needs a reason. */
type Step = Pick<Transition<MediationStatus>, 'to' | 'needsReason'>

/** What a role can reach in one dialog: outcomes through `en_proceso` by themselves, then `en_proceso` alone. */
export function reachable(from: MediationStatus, role: Role): Step[] {
  return nextStates(from, role)
    .flatMap((first) => [
      { to: first.to, needsReason: first.needsReason },
      ...(first.to === 'en_proceso' ? nextStates(first.to, role) : [])
        .filter(({ to }) => to !== from)
        .map(({ to }) => ({ to, needsReason: first.needsReason })),
    ])
    .toSorted((a, b) => Number(a.to === 'en_proceso') - Number(b.to === 'en_proceso'))
}

/** Records the mediation status of documents, all or none. */
function useRegister(onChanged: () => Promise<void>, onDone: () => void) {
  const mediation = useMediationTexts()
  const domain = useDomainTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ stale: boolean; text: string } | null>(null)

  const save = async (documents: readonly Document[], status: MediationStatus, motivo: string) => {
    setBusy(true)
    setFailure(null)
    try {
      await recordMediation({
        documents: documents.map((one) => ({ id_documento: one.id_documento, from: one.status_mediacion })),
        status,
        ...(motivo === '' ? {} : { motivo }),
      })
      await onChanged()
      const [only] = documents
      toast.success(
        documents.length === 1 && only !== undefined
          ? mediation.saved(only.nombre, domain.mediation[status])
          : mediation.savedAll(documents.length, domain.mediation[status]),
      )
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      const stale = problem?.code === 'stale_version' || problem?.code === 'transition_not_allowed'
      await onChanged()
      if (!isUnreported(error)) return setBusy(false)
      setFailure({ stale, text: stale ? mediation.stale : (problem?.detail ?? domain.tryAgainLater) })
    }
    setBusy(false)
  }
  return { save, busy, failure }
}

type Props = {
  /** Documents whose mediation has a next status. */
  documents: readonly Document[]
  /** The document that the dialog was opened for. */
  first: Document | null
  actorRole: Role
  /** Refetches the case file. */
  onChanged: () => Promise<void>
  onClose: () => void
}

const stepTo = ({ status_mediacion: from }: Document, to: MediationStatus, role: Role) =>
  reachable(from, role).find((one) => one.to === to)

/** The likeliest task first: the outcome of a mediation under way, then of one that has not begun. */
const likeliest = (documents: readonly Document[]): Document | undefined =>
  documents.find((one) => one.status_mediacion === 'en_proceso') ??
  documents.find((one) => one.status_mediacion === 'sin_iniciar') ??
  documents[0]

/** Records a mediation result, or its begin, for one document or for all that can take it. */
export function MediationModal({ documents, first, actorRole, onChanged, onClose }: Props) {
  const mediation = useMediationTexts()
  const [id, setId] = useState((first ?? likeliest(documents))?.id_documento ?? '')
  const [to, setTo] = useState<MediationStatus | null>(null)
  const [all, setAll] = useState(first === null && documents.some((one) => !isSettled(one.status_mediacion)))
  const [shown, setShown] = useState(false)
  const [reason, setReason, clear] = useDraft(`mediation-${id}`, '')
  const { save, busy, failure } = useRegister(onChanged, () => {
    clear()
    onClose()
  })
  const document = documents.find((one) => one.id_documento === id)
  const options = document === undefined ? [] : reachable(document.status_mediacion, actorRole)
  const step = options.find((one) => one.to === to)
  const settled = document !== undefined && isSettled(document.status_mediacion)
  // A result is corrected with its reason for equal ones only; a first result is for all documents without one.
  const alike = documents.filter((one) =>
    settled ? one.status_mediacion === document.status_mediacion : !isSettled(one.status_mediacion),
  )
  const able = step === undefined ? alike : alike.filter((one) => stepTo(one, step.to, actorRole) !== undefined)
  const forAll = all && alike.length > 1
  const missing = step?.needsReason === true && reason.trim() === ''
  const submit = () => {
    setShown(true)
    if (document === undefined || step === undefined || missing) return
    void save(forAll ? able : [document], step.to, reason.trim())
  }
  return (
    <FormModal
      busy={busy}
      title={mediation.modalTitle}
      description={mediation.modalText}
      submit={mediation.save}
      disabled={step === undefined && !shown}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure !== null && (
        <Alert variant={failure.stale ? 'warning' : 'error'} title={mediation.failed}>
          {failure.text}
        </Alert>
      )}
      {alike.length > 1 && (
        <Checkbox
          label={mediation.all}
          hint={(settled ? mediation.allAlike : mediation.allOpen)(able.length)}
          checked={all}
          onCheckedChange={setAll}
        />
      )}
      {!forAll && (
        <>
          <Field label={mediation.document}>
            <Select
              value={id}
              onValueChange={(next) => {
                setId(next)
                setTo(null)
              }}
              options={documents.map((one) => ({ value: one.id_documento, label: one.nombre }))}
            />
          </Field>
          {document !== undefined && (
            <p className="flex items-center gap-2 text-small text-ink-muted">
              {mediation.now}: <MediationText status={document.status_mediacion} />
            </p>
          )}
        </>
      )}
      <Steps
        options={options.map((one) => one.to)}
        value={step?.to ?? null}
        onChoose={setTo}
        missing={shown && step === undefined}
      />
      {step !== undefined && (
        <Field
          label={mediation.reason}
          hint={step.needsReason ? mediation.reopenHint : mediation.reasonHint}
          error={shown && missing ? mediation.reasonMissing : undefined}
          required={step.needsReason}
          optional={!step.needsReason}
        >
          <Textarea maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </FormModal>
  )
}

type StepsProps = {
  options: readonly MediationStatus[]
  value: MediationStatus | null
  onChoose: (status: MediationStatus) => void
  missing: boolean
}

function Steps({ options, value, onChoose, missing }: StepsProps) {
  const mediation = useMediationTexts()
  const domain = useDomainTexts()
  return (
    <Field label={mediation.next} error={missing ? mediation.choose : undefined} group>
      <div role="radiogroup" aria-label={mediation.next} className="flex flex-col gap-2">
        {options.map((status) => (
          <label
            key={status}
            className={cn(
              'flex min-h-11 items-center gap-3 rounded-lg border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === status ? 'border-gold-ink bg-selected' : 'border-line hover:border-control',
            )}
          >
            <input
              type="radio"
              name="mediation-step"
              aria-label={domain.mediation[status]}
              checked={value === status}
              onChange={() => onChoose(status)}
              className="accent-gold-ink outline-none"
            />
            <span className="min-w-0 flex-1">
              <MediationText status={status} />
              <span className="block text-small text-ink-muted">{mediation.outcomes[status]}</span>
            </span>
          </label>
        ))}
      </div>
    </Field>
  )
}
