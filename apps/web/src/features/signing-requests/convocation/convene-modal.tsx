import type { Solicitud } from '@foja/contracts/solicitudes'
import { useQueryClient } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { convene } from '../api/convocations.ts'
import { refreshRequests } from '../api/signing-requests.ts'
import { useConvocationTexts } from '../texts/convocation.ts'

type Props = {
  solicitud: Pick<Solicitud, 'id_solicitud' | 'partes' | 'fecha_agendada'>
  /** The parties were convened to this appointment before. */
  replaces: boolean
  mailReady: boolean
  onClose: () => void
}

/** Who is convened, with which message. */
export function ConveneModal({ solicitud, replaces, mailReady, onClose }: Props) {
  const { id_solicitud, partes, fecha_agendada } = solicitud
  const texts = useConvocationTexts()
  const { list, dayDate, time } = useFormat()
  const queries = useQueryClient()
  const { keyFor } = useAttemptKey()
  const [mensaje, setMensaje] = useState('')
  const { errors, state, submit, mend } = useFormSend({
    send: () => {
      const body = { id_solicitud, ...(mensaje.trim() === '' ? {} : { mensaje: mensaje.trim() }) }
      return convene({ ...body, key: keyFor(body) })
    },
    fields: ['mensaje'],
    onDone: async () => {
      await refreshRequests(queries)
      toast.success(texts.sent)
      onClose()
    },
  })
  const names = (mailed: boolean) =>
    partes.filter(({ email }) => ((email ?? '') !== '') === mailed).map(({ nombre }) => nombre)
  const groups = [
    { label: texts.mailed, people: names(true) },
    { label: texts.withoutMail, people: names(false) },
  ].filter(({ people }) => people.length > 0)
  return (
    <FormModal
      title={texts.modalTitle}
      description={
        fecha_agendada === null ? undefined : texts.modalText(`${dayDate(fecha_agendada)}, ${time(fecha_agendada)}`)
      }
      submit={texts.convene}
      icon={<Megaphone />}
      onSubmit={() => submit()}
      onClose={onClose}
      {...state}
    >
      {replaces && <Alert variant="warning">{texts.replaces}</Alert>}
      {!mailReady && <Alert variant="info">{texts.mailOff}</Alert>}
      <dl className="flex flex-col gap-2">
        {groups.map(({ label, people }) => (
          <div key={label}>
            <dt className="text-small text-ink-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{list(people)}</dd>
          </div>
        ))}
      </dl>
      <Field label={texts.message} hint={texts.messageHint} error={errors.mensaje} optional>
        <Textarea
          rows={3}
          maxLength={1000}
          value={mensaje}
          onChange={(event) => {
            mend('mensaje')
            setMensaje(event.target.value)
          }}
        />
      </Field>
    </FormModal>
  )
}
