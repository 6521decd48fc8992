import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useState } from 'react'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { returnPendiente, updateSolicitud } from '../api/solicitudes.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { DeleteCaseModal } from './delete-case-modal.tsx'
import { EditModal } from './edit-modal.tsx'
import { SendModal } from './send-modal.tsx'
import { StepFailure, useStep } from './use-step.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'

export type CaseDialog = 'edit' | 'schedule' | 'send' | 'return' | 'conclude' | 'delete' | 'hold'

const HoldModal = lazyPart(async () => (await import('./hold-modal.tsx')).HoldModal)

type Props = { solicitud: SolicitudDetails; onClose: () => void }

type Deleted = { onDeleted: () => Promise<void> }

/** The open dialog of an action on a request. */
export function CaseDialogs({ dialog, onDeleted, ...rest }: Props & Deleted & { dialog: CaseDialog }) {
  if (dialog === 'delete') return <DeleteCaseModal {...rest} onDeleted={onDeleted} />
  if (dialog === 'hold') return <HoldModal {...rest} />
  if (dialog === 'send') return <SendModal {...rest} />
  if (dialog === 'return') return <ReturnModal {...rest} />
  if (dialog === 'conclude') return <ConcludeModal {...rest} />
  return <EditModal {...rest} part={dialog} />
}

function ReturnModal({ solicitud, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const { id_solicitud, version } = solicitud
  const [motivo, setMotivo, clear] = useDraft(`return-${id_solicitud}`, '')
  const [shown, setShown] = useState(false)
  const { run, busy, failure } = useStep(caseForms.return.done, () => {
    clear()
    onClose()
  })
  const missing = motivo.trim() === ''
  const submit = () => {
    setShown(true)
    if (!missing) void run(() => returnPendiente({ id_solicitud, version, motivo: motivo.trim() }))
  }
  return (
    <FormModal
      busy={busy}
      variant="danger"
      title={caseForms.return.title}
      description={caseForms.return.text}
      submit={caseForms.return.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <StepFailure failure={failure} />
      <Field
        label={caseForms.return.reason}
        hint={caseForms.return.reasonHint}
        error={shown && missing ? caseForms.return.reasonMissing : undefined}
        required
      >
        <Textarea maxLength={1000} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
      </Field>
    </FormModal>
  )
}

function ConcludeModal({ solicitud, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const { id_solicitud, version, description } = solicitud
  const { run, busy, failure } = useStep(caseForms.conclude.done, onClose)
  const inProcess = description.filter((one) => one.status_mediacion === 'en_proceso').length
  const unsigned = description.filter((one) => one.paginas !== null && one.signatures.count === 0).length
  const warns = inProcess + unsigned > 0
  return (
    <FormModal
      busy={busy}
      title={caseForms.conclude.title}
      description={caseForms.conclude.text}
      submit={warns ? caseForms.conclude.anyway : caseForms.conclude.submit}
      onSubmit={() => void run(() => updateSolicitud({ id_solicitud, version, status: 'concluido' }))}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <StepFailure failure={failure} />
      {warns && (
        <Alert variant="warning" title={caseForms.conclude.warning}>
          <ul className="list-disc pl-4">
            {inProcess > 0 && <li>{caseForms.conclude.inProcess(inProcess)}</li>}
            {unsigned > 0 && <li>{caseForms.conclude.unsigned(unsigned)}</li>}
          </ul>
        </Alert>
      )}
    </FormModal>
  )
}
