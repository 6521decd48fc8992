import type { Invitation, ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { inviteUser } from '../api/invite-user.ts'
import { refreshPeople } from '../api/refresh-people.ts'
import { updateUser } from '../api/update-user.ts'
import { OwnPasswordField } from './own-password-field.tsx'

type Props = {
  kind: 'invite' | 'reactivate' | 'totp' | 'sessions'
  user: ListedUser
  onInvited: (user: ListedUser, invitation: Invitation) => void
  onClose: () => void
}

/** Confirms an action on a user and says what follows. */
export function ConfirmModal({ kind, user, onInvited, onClose }: Props) {
  const texts = useUserFormsTexts()
  const queries = useQueryClient()
  const [own, setOwn] = useState('')
  const proves = kind === 'totp'
  const { title, text, submit, done } = texts.confirm[kind]
  const act = {
    invite: () => inviteUser(user.id),
    reactivate: async () => (await updateUser(user.id, { activo: true })).invitation ?? undefined,
    totp: async () => void (await updateUser(user.id, { quitar_totp: true, current_password: own })),
    sessions: async () => void (await updateUser(user.id, { cerrar_sesiones: true })),
  }
  const form = useFormSend({
    send: (): Promise<Invitation | void> => act[kind](),
    fields: ['current_password'] as const,
    byCode: { password_wrong: 'current_password' },
    onDone: async (invitation) => {
      await refreshPeople(queries)
      const options =
        kind === 'reactivate' && invitation !== undefined ? { description: texts.invited(user.email) } : {}
      if (invitation === undefined || invitation.status === 'queued') toast.success(done(user.nombre), options)
      if (invitation === undefined) onClose()
      else onInvited(user, invitation)
    },
  })
  return (
    <FormModal
      title={title(user.nombre)}
      description={text(user.email)}
      submit={submit}
      {...form.state}
      onSubmit={() => form.submit(proves && own === '' ? { current_password: texts.ownPasswordMissing } : {})}
      onClose={onClose}
    >
      {proves && (
        <OwnPasswordField
          value={own}
          error={form.errors.current_password}
          onChange={(next) => {
            setOwn(next)
            form.mend('current_password')
          }}
        />
      )}
    </FormModal>
  )
}
