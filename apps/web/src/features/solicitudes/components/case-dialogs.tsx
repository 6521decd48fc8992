import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useState, type FormEvent } from 'react'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { returnPendiente, updateSolicitud } from '../api/solicitudes.ts'
import { DeleteCaseModal } from './delete-case-modal.tsx'
import { EditModal } from './edit-modal.tsx'
import { SendModal } from './send-modal.tsx'
import { StepFailure, useStep } from './use-step.tsx'

export type CaseDialog = 'edit' | 'schedule' | 'send' | 'return' | 'conclude' | 'delete'

type Props = { solicitud: SolicitudDetails; onClose: () => void }

type Deleted = { onDeleted: () => Promise<void> }

/** The open dialog of an action on a request. */
export function CaseDialogs({ dialog, onDeleted, ...rest }: Props & Deleted & { dialog: CaseDialog }) {
  if (dialog === 'delete') return <DeleteCaseModal {...rest} onDeleted={onDeleted} />
  if (dialog === 'send') return <SendModal {...rest} />
  if (dialog === 'return') return <ReturnModal {...rest} />
  if (dialog === 'conclude') return <ConcludeModal {...rest} />
  return <EditModal {...rest} part={dialog} />
}

const formId = 'case-form'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShown(true)
    if (!missing) void run(() => returnPendiente({ id_solicitud, version, motivo: motivo.trim() }))
  }
  return (
    <Modal
      open
      busy={busy}
      variant="danger"
      onOpenChange={onClose}
      title={caseForms.return.title}
      description={caseForms.return.text}
      footer={<FormFooter danger form={formId} submit={caseForms.return.submit} busy={busy} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 pb-1">
        <StepFailure failure={failure} />
        <Field
          label={caseForms.return.reason}
          hint={caseForms.return.reasonHint}
          error={shown && missing ? caseForms.return.reasonMissing : undefined}
          required
        >
          <Textarea maxLength={1000} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
        </Field>
      </form>
    </Modal>
  )
}

function ConcludeModal({ solicitud, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const { id_solicitud, version, description } = solicitud
  const { run, busy, failure } = useStep(caseForms.conclude.done, onClose)
  const inProcess = description.filter((one) => one.status_mediacion === 'en_proceso').length
  const unsigned = description.filter((one) => one.paginas !== null && one.signatures.count === 0).length
  const warns = inProcess + unsigned > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(() => updateSolicitud({ id_solicitud, version, status: 'concluido' }))
  }
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={onClose}
      title={caseForms.conclude.title}
      description={caseForms.conclude.text}
      footer={
        <FormFooter
          form={formId}
          submit={warns ? caseForms.conclude.anyway : caseForms.conclude.submit}
          busy={busy}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <StepFailure failure={failure} />
        {warns && (
          <Alert variant="warning" title={caseForms.conclude.warning}>
            <ul className="list-disc pl-4">
              {inProcess > 0 && <li>{caseForms.conclude.inProcess(inProcess)}</li>}
              {unsigned > 0 && <li>{caseForms.conclude.unsigned(unsigned)}</li>}
            </ul>
          </Alert>
        )}
      </form>
    </Modal>
  )
}
