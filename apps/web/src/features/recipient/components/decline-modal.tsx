import { isSigner } from '@foja/contracts/request-states'
import { useState } from 'react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { decline, type View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { useAct } from '../use-act.ts'

type Props = { token: string; view: View; onDone: () => void; onClose: () => void }

/** The recipient does not sign or approve, with the reason. */
export function DeclineModal({ token, view, onDone, onClose }: Props) {
  const texts = useRecipientTexts()
  const { declining } = texts
  const act = useAct(token)
  const [motivo, setMotivo] = useState('')
  const form = useFormSend({ send: () => act(() => decline(token, motivo.trim())), fields: ['motivo'], onDone })
  return (
    <FormModal
      variant="danger"
      title={texts.refuse[isSigner(view.recipient.rol) ? 'firma' : 'aprueba']}
      description={declining.text(view.asked_by)}
      submit={declining.confirm}
      {...form.state}
      onSubmit={() => form.submit(motivo.trim() === '' ? { motivo: declining.reasonMissing } : {})}
      onClose={onClose}
    >
      <Field label={declining.reason} error={form.errors.motivo} required>
        <Textarea
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
