import type { SigningRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changeRecipient, deleteDraft, refreshRequests } from '../api/signing-requests.ts'
import { useRequestCardTexts } from '../texts/request-card.ts'

type CancelProps = { title: string; text: string; cancel: (motivo: string) => Promise<unknown>; onClose: () => void }

/** Cancels a request, with the reason. */
export function CancelModal({ title, text, cancel, onClose }: CancelProps) {
  const texts = useRequestCardTexts()
  const queries = useQueryClient()
  const [motivo, setMotivo] = useState('')
  const { errors, state, submit, mend } = useFormSend({
    send: () => cancel(motivo.trim()),
    fields: ['motivo'],
    onDone: async () => {
      await refreshRequests(queries)
      toast.success(texts.cancelled)
      onClose()
    },
  })
  return (
    <FormModal
      variant="danger"
      title={title}
      description={text}
      submit={texts.cancelYes}
      icon={<Ban />}
      disabled={motivo.trim() === ''}
      onSubmit={() => submit()}
      onClose={onClose}
      {...state}
    >
      <Field label={texts.reason} required hint={texts.reasonHint} error={errors.motivo}>
        <Textarea
          rows={2}
          maxLength={500}
          value={motivo}
          onChange={(event) => {
            mend('motivo')
            setMotivo(event.target.value)
          }}
        />
      </Field>
    </FormModal>
  )
}

type DeleteProps = { request: Pick<SigningRequest, 'id' | 'titulo'>; onClose: () => void }

/** Deletes a draft. */
export function DeleteModal({ request, onClose }: DeleteProps) {
  const texts = useRequestCardTexts()
  const queries = useQueryClient()
  const { isPending, mutate } = useToastMutation({
    mutationFn: () => deleteDraft(request.id),
    onSuccess: async () => {
      await refreshRequests(queries)
      toast.success(texts.removed)
      onClose()
    },
  })
  return (
    <ConfirmModal
      variant="danger"
      busy={isPending}
      title={texts.removeTitle(request.titulo)}
      description={texts.removeText}
      confirm={texts.removeYes}
      icon={<Trash2 />}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

type ChangeProps = {
  recipient: Pick<SigningRecipient, 'id' | 'nombre' | 'email' | 'telefono'>
  onClose: () => void
}

/** Corrects name, address or phone of a recipient who has not acted. */
export function ChangeModal({ recipient, onClose }: ChangeProps) {
  const texts = useRequestCardTexts()
  const queries = useQueryClient()
  const [nombre, setNombre] = useState(recipient.nombre)
  const [email, setEmail] = useState(recipient.email)
  const [telefono, setTelefono] = useState(recipient.telefono ?? '')
  const { errors, state, submit, mend } = useFormSend({
    send: () =>
      changeRecipient({
        id_recipient: recipient.id,
        nombre: nombre.trim(),
        email: email.trim(),
        telefono: telefono.trim(),
      }),
    fields: ['nombre', 'email', 'telefono'],
    byCode: { recipient_repeated: 'email' },
    onDone: async () => {
      await refreshRequests(queries)
      toast.success(texts.changed)
      onClose()
    },
  })
  const typed = (field: 'nombre' | 'email' | 'telefono', set: (value: string) => void) => (value: string) => {
    mend(field)
    set(value)
  }
  return (
    <FormModal
      title={texts.changeTitle(recipient.nombre)}
      description={texts.changeText}
      submit={texts.save}
      onSubmit={() => submit()}
      onClose={onClose}
      {...state}
    >
      <TextField
        label={texts.name}
        required
        maxLength={120}
        value={nombre}
        error={errors.nombre}
        onValueChange={typed('nombre', setNombre)}
      />
      <TextField
        label={texts.email}
        type="email"
        required
        maxLength={254}
        value={email}
        error={errors.email}
        onValueChange={typed('email', setEmail)}
      />
      <TextField
        label={texts.phone}
        type="tel"
        optional
        maxLength={40}
        value={telefono}
        error={errors.telefono}
        onValueChange={typed('telefono', setTelefono)}
      />
    </FormModal>
  )
}
