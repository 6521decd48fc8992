import type { ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { minimumPassword, StrengthHint } from '../../../shared/strength-hint.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changePasswordView, refreshPeople } from '../api/users.ts'
import { OwnPasswordField } from './own-password-field.tsx'

type Props = { user: ListedUser; onClose: () => void }

/** Sets the password of another user; requires the caller's own. */
export function PasswordModal({ user, onClose }: Props) {
  const texts = useUserFormsTexts()
  const passwords = usePasswordsTexts()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [own, setOwn] = useState('')
  const form = useFormSend({
    send: () => changePasswordView(user.id, password, own),
    fields: ['password', 'current_password'] as const,
    byCode: { weak_password: 'password', password_wrong: 'current_password' },
    onDone: async () => {
      await refreshPeople(queries)
      toast.success(texts.passwordSet(user.nombre))
      onClose()
    },
  })
  const submit = () =>
    form.submit({
      ...(password.length < minimumPassword ? { password: passwords.short } : {}),
      ...(own === '' ? { current_password: texts.ownPasswordMissing } : {}),
    })
  return (
    <FormModal
      title={texts.passwordTitle(user.nombre)}
      description={`${texts.passwordText} ${texts.passwordToTell}`}
      submit={texts.setPassword}
      {...form.state}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={texts.newPassword}
        error={form.errors.password}
        hint={<StrengthHint password={password} />}
        required
      >
        <PasswordInput
          autoFocus
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            form.mend('password')
          }}
        />
      </Field>
      <OwnPasswordField
        value={own}
        error={form.errors.current_password}
        onChange={(next) => {
          setOwn(next)
          form.mend('current_password')
        }}
      />
    </FormModal>
  )
}
