import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useState } from 'react'
import { fromLocalMoment, toLocalMoment } from '../../../lib/format/local-moment.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useCachedQuery } from '../../../shared/use-cached-query.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { sendSolicitud } from '../api/solicitudes.ts'
import { faultOfDate, type Appointment } from '../appointment.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { Happens, Missing } from './send-facts.tsx'
import { StepFailure, useStep } from './use-step.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'

type Props = { solicitud: SolicitudDetails; onClose: () => void }

/** What a request lacks before it is sent, and whom sending notifies. */
function useSendFacts({ partes }: SolicitudDetails, { when, asignado }: Appointment) {
  const { send } = useCaseFormsTexts()
  const { dateTime } = useFormat()
  const mail = useCachedQuery('mailState')
  const fecha = fromLocalMoment(when) ?? null
  const noMail = mail?.configured === false
  const invited = partes.flatMap(({ nombre, email }) => (email === undefined ? [] : [nombre]))
  const appointment = () => {
    if (fecha === null) return send.noInvitation
    if (invited.length === 0) return send.noInvited(dateTime(fecha))
    return (noMail ? send.invitesLater : send.invites)(dateTime(fecha), invited.join(', '))
  }
  return {
    missing: [
      ...(asignado === null ? [send.unassigned] : []),
      ...(fecha === null ? [send.noDate] : []),
      ...(noMail ? [send.noMail] : []),
    ],
    happens: [send.state, asignado === null ? send.notifiesStaff : send.notifies(asignado.nombre), appointment()],
  }
}

/** Sends a request; says first what is missing, and to whom and what happens. */
export function SendModal({ solicitud, onClose }: Props) {
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
  const facts = useSendFacts(solicitud, plans ? form : first)
  const fault = plans ? faultOfDate(form.when) : null
  const submit = () => {
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
    <FormModal
      busy={busy}
      title={caseForms.send.title}
      description={plans ? caseForms.send.text : caseForms.send.userText}
      submit={caseForms.send.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      {!own && <StepFailure failure={failure} />}
      <Missing lines={facts.missing} />
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
      <Happens lines={facts.happens} />
    </FormModal>
  )
}
