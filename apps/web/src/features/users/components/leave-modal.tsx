import type { ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserX } from 'lucide-react'
import { useState } from 'react'
import { PersonPicker, type Chosen } from '../../../shared/person-picker.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshPeople } from '../api/refresh-people.ts'
import { removeUser } from '../api/remove-user.ts'
import { updateUser } from '../api/update-user.ts'

type Props = { kind: 'deactivate' | 'remove'; user: ListedUser; onClose: () => void }

/** Confirms deactivation or removal of a user, and asks who takes over their open requests. */
export function LeaveModal({ kind, user, onClose }: Props) {
  const texts = useUserFormsTexts()
  const { title, effects, submit: submitText, done } = texts.leave[kind]
  const queries = useQueryClient()
  const [successor, setSuccessor] = useState<Chosen | null>(null)
  const count = user.open_cases
  const form = useFormSend({
    send: async () => {
      if (kind === 'remove') return (await removeUser(user.id, successor?.id)).handed_over
      await updateUser(user.id, { activo: false, ...(successor === null ? {} : { entregar_a: successor.id }) })
      return successor === null ? 0 : count
    },
    fields: ['entregar_a'] as const,
    byCode: { handover_required: 'entregar_a', assignee_unknown: 'entregar_a' },
    onDone: async (handed) => {
      await refreshPeople(queries)
      const more = successor === null || handed === 0 ? {} : { description: texts.handedOver(handed, successor.nombre) }
      toast.success(done(user.nombre), more)
      onClose()
    },
  })
  const asks = count > 0 || form.errors.entregar_a !== undefined || successor !== null
  return (
    <FormModal
      variant="danger"
      title={title(user.nombre)}
      submit={submitText}
      icon={kind === 'remove' ? <UserX /> : <UserMinus />}
      {...form.state}
      onSubmit={() => form.submit(count > 0 && successor === null ? { entregar_a: texts.successorMissing } : {})}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {asks && (
        <Field
          label={count > 0 ? texts.openCases(count) : texts.someOpenCases}
          error={form.errors.entregar_a}
          hint={texts.successorHint}
          required
        >
          <PersonPicker
            value={successor}
            onChange={(person) => {
              setSuccessor(person)
              form.mend('entregar_a')
            }}
            company={user.id_company ?? undefined}
            without={user.id}
          />
        </Field>
      )}
    </FormModal>
  )
}
