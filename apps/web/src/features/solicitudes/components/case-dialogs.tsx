import type { SolicitudDetails, Solicitud } from '@foja/contracts/solicitudes'
import { useState, type FormEvent } from 'react'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { fromLocalMoment, toLocalMoment } from '../../../lib/format/local-moment.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { returnPendiente, sendSolicitud, updateSolicitud } from '../api/solicitudes.ts'
import { faultOfDate, type Appointment } from '../appointment.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { EditModal } from './edit-modal.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useApply } from '../use-apply.ts'

type Failure = { stale: boolean; code: string | null; text: string }

/** Runs a status change, without double submission, and translates its errors. */
function useStep(done: string, onDone: () => void) {
  const domain = useDomainTexts()
  const apply = useApply()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (step: () => Promise<Solicitud>) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await apply(await step())
      toast.success(done)
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      const stale = problem?.code === 'stale_version'
      // The next confirmation must be based on the current state.
      if (stale || problem?.code === 'transition_not_allowed') await apply()
      setFailure({ stale, code: problem?.code ?? null, text: problem?.detail ?? domain.tryAgainLater })
    }
    setBusy(false)
  }
  return { run, busy, failure }
}

/** Why an action failed; after a conflict, that the page now shows the current state. */
function StepFailure({ failure }: { failure: Failure | null }) {
  const caseForms = useCaseFormsTexts()
  if (failure === null) return null
  return (
    <Alert
      variant={failure.stale ? 'warning' : 'error'}
      title={failure.stale ? caseForms.staleTitle : caseForms.failed}
    >
      {failure.stale ? caseForms.staleText : failure.text}
    </Alert>
  )
}

export type CaseDialog = 'edit' | 'schedule' | 'send' | 'return' | 'conclude'

type Props = { solicitud: SolicitudDetails; onClose: () => void }

/** The open dialog of an action on a request. */
export function CaseDialogs({ dialog, ...rest }: Props & { dialog: CaseDialog }) {
  if (dialog === 'send') return <SendModal {...rest} />
  if (dialog === 'return') return <ReturnModal {...rest} />
  if (dialog === 'conclude') return <ConcludeModal {...rest} />
  return <EditModal {...rest} part={dialog} />
}

const formId = 'case-form'

function SendModal({ solicitud, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const { id_solicitud, version } = solicitud
  const plans = solicitud.actions.includes('schedule')
  const first: Appointment & { mensaje: string } = {
    when: toLocalMoment(solicitud.fecha_agendada),
    lugar: solicitud.lugar ?? '',
    asignado: solicitud.asignado_a,
    mensaje: '',
  }
  const [form, setForm, clear] = useDraft(`send-${id_solicitud}`, useState(first)[0])
  const [shown, setShown] = useState(false)
  const { run, busy, failure } = useStep(caseForms.send.done, () => {
    clear()
    onClose()
  })
  const fault = plans ? faultOfDate(form.when) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShown(true)
    if (fault !== null) return
    const fecha_agendada = fromLocalMoment(form.when)
    void run(() =>
      sendSolicitud({
        id_solicitud,
        version,
        ...(plans && fecha_agendada !== null ? { fecha_agendada } : {}),
        ...(plans && form.lugar.trim() !== '' ? { lugar: form.lugar.trim() } : {}),
        ...(plans && form.asignado !== null ? { asignado_a: form.asignado.id } : {}),
        ...(form.mensaje.trim() === '' ? {} : { mensaje: form.mensaje.trim() }),
      }),
    )
  }
  const at = (code: string) => (failure?.code === code ? failure.text : undefined)
  const own = at('date_in_past') !== undefined || at('assignee_unknown') !== undefined
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={onClose}
      title={caseForms.send.title}
      description={plans ? caseForms.send.text : caseForms.send.userText}
      footer={<FormFooter form={formId} submit={caseForms.send.submit} busy={busy} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 pb-1">
        {!own && <StepFailure failure={failure} />}
        {plans && (
          <AppointmentFields
            value={form}
            onChange={(change) => setForm({ ...form, ...change })}
            dateError={(shown && fault !== null ? caseForms[fault] : undefined) ?? at('date_in_past')}
            personError={at('assignee_unknown')}
            company={solicitud.solicitud_main.id_company}
          />
        )}
        <Field label={caseForms.message} hint={caseForms.messageHint} optional>
          <Textarea
            maxLength={1000}
            value={form.mensaje}
            onChange={(event) => setForm({ ...form, mensaje: event.target.value })}
          />
        </Field>
      </form>
    </Modal>
  )
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
