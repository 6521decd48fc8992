import { isSigner } from '@foja/contracts/request-states'
import { useState } from 'react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { delegate, type View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { useAct } from '../use-act.ts'

export type NewRecipient = { nombre: string; email: string }

type Props = { token: string; view: View; onDone: (next: NewRecipient) => void; onClose: () => void }

/** Someone else must act: who, and why. */
export function DelegateModal({ token, view, onDone, onClose }: Props) {
  const texts = useRecipientTexts()
  const { delegating } = texts
  const act = useAct(token)
  const [nombre, setNombre] = useState('')
  const [email, setEmail] = useState('')
  const [motivo, setMotivo] = useState('')
  const next = { nombre: nombre.trim(), email: email.trim() }
  const form = useFormSend({
    send: () => act(() => delegate(token, { ...next, ...(motivo.trim() === '' ? {} : { motivo: motivo.trim() }) })),
    fields: ['nombre', 'email', 'motivo'],
    byCode: { recipient_repeated: 'email' },
    onDone: () => onDone(next),
  })
  const submit = () =>
    form.submit({
      ...(next.nombre === '' ? { nombre: delegating.nameMissing } : {}),
      ...(/^\S+@\S+$/.test(next.email) ? {} : { email: delegating.emailMissing }),
    })
  return (
    <FormModal
      title={texts.delegate[isSigner(view.recipient.rol) ? 'firma' : 'aprueba']}
      description={delegating.text(view.asked_by)}
      submit={delegating.confirm}
      {...form.state}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={delegating.name}
        error={form.errors.nombre}
        required
        maxLength={120}
        value={nombre}
        onValueChange={(value) => {
          setNombre(value)
          form.mend('nombre')
        }}
      />
      <TextField
        label={delegating.email}
        error={form.errors.email}
        required
        type="email"
        maxLength={254}
        value={email}
        onValueChange={(value) => {
          setEmail(value)
          form.mend('email')
        }}
      />
      <Field label={delegating.reason} error={form.errors.motivo} optional>
        <Textarea
          rows={2}
          value={motivo}
          maxLength={500}
          onChange={(event) => {
            setMotivo(event.target.value)
            form.mend('motivo')
          }}
        />
      </Field>
    </FormModal>
  )
}
