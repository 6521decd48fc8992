import type { Invitation, ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { minimumPassword, StrengthHint } from '../../../shared/strength-hint.tsx'
import { PersonPicker, type Chosen } from '../../../shared/person-picker.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { createUser, refreshPeople, updateUser } from '../api/users.ts'
import { casesLeft, changeOf, draftOf, emptyDraft, newUserOf, type UserDraft } from '../user-draft.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { UserFields, type UserField } from './user-fields.tsx'
import { isEmail } from '../../../lib/format/is-email.ts'

type Props = {
  /** The user to edit; null for a new one. */
  user: ListedUser | null
  /** The caller manages users of several companies. */
  companies: boolean
  onInvited: (user: ListedUser, invitation: Invitation | null) => void
  onClose: () => void
}

const fields = [
  'email',
  'nombre',
  'role',
  'id_company',
  'cargo',
  'telefono',
  'password',
  'entregar_a',
  'current_password',
] as const

const byCode = {
  email_in_use: 'email',
  email_address_wrong: 'email',
  company_unknown: 'id_company',
  weak_password: 'password',
  handover_required: 'entregar_a',
  assignee_unknown: 'entregar_a',
  password_wrong: 'current_password',
  own_password_required: 'current_password',
} as const

/** Values that are not stored with the draft. */
type Values = { way: 'invitation' | 'password'; password: string; successor: Chosen | null; own: string }
const noValues: Values = { way: 'invitation', password: '', successor: null, own: '' }

/** Values, errors and submission of the form. The draft survives a reload. */
function useUserForm({ user, companies, onInvited, onClose }: Props) {
  const texts = useUserFormsTexts()
  const passwords = usePasswordsTexts()
  const queries = useQueryClient()
  const { data: session } = useSession()
  const before = user === null ? emptyDraft(session?.user.id_company ?? null) : draftOf(user)
  const [draft, setDraft, clear] = useDraft<UserDraft>(`user-${user?.id ?? 'new'}`, before)
  const [values, setValues] = useState<Values>(noValues)
  const { way, password, successor, own } = values
  // The email address identifies a user at sign-in, so changing it requires the caller's password.
  const movesAddress = user !== null && user.status !== 'invitado' && changeOf(before, draft).email !== undefined
  const leaves = casesLeft(user, draft)
  const byPassword = user === null && way === 'password'
  const leave = () => {
    clear()
    onClose()
  }
  const form = useFormSend({
    send: async () => {
      if (user === null) return createUser(newUserOf(draft, byPassword ? password : '', companies))
      const handed = successor === null ? {} : { entregar_a: successor.id }
      const proven = movesAddress ? { current_password: own } : {}
      return updateUser(user.id, { ...changeOf(before, draft), ...handed, ...proven })
    },
    fields,
    byCode,
    onDone: async ({ invitation, ...saved }) => {
      clear()
      await refreshPeople(queries)
      // A user who was active does not expect an invitation.
      const description = user?.status === 'activo' ? texts.invitedAgain : texts.invited(saved.email)
      const options = invitation?.status === 'queued' ? { description } : {}
      toast.success(user === null ? texts.created(saved.nombre) : texts.saved, options)
      onInvited(saved, invitation)
    },
  })
  return {
    draft,
    ...values,
    movesAddress,
    leaves,
    byPassword,
    leave,
    errors: form.errors,
    state: form.state,
    change: (next: Partial<UserDraft>, field: UserField) => {
      setDraft((now) => ({ ...now, ...next }))
      form.mend(field)
    },
    set: (next: Partial<Values>, field?: (typeof fields)[number]) => {
      setValues((now) => ({ ...now, ...next }))
      if (field !== undefined) form.mend(field)
    },
    submit: () => {
      if (user !== null && Object.keys(changeOf(before, draft)).length === 0) return leave()
      return form.submit({
        ...(draft.nombre.trim() === '' ? { nombre: texts.nameMissing } : {}),
        ...(isEmail(draft.email) ? {} : { email: texts.emailWrong }),
        ...(companies && draft.company === '' && draft.role !== 'admin' ? { id_company: texts.companyMissing } : {}),
        ...(movesAddress && own === '' ? { current_password: texts.ownPasswordMissing } : {}),
        ...(leaves > 0 && successor === null ? { entregar_a: texts.successorMissing } : {}),
        ...(byPassword && password.length < minimumPassword ? { password: passwords.short } : {}),
      })
    },
  }
}

type Form = ReturnType<typeof useUserForm>

/** Form for a user. New users also get a way to sign in, by default an invitation. */
export function UserFormModal(props: Props) {
  const { user, companies } = props
  const texts = useUserFormsTexts()
  const form = useUserForm(props)
  const { errors, movesAddress } = form
  const handsOver = form.leaves > 0 || errors.entregar_a !== undefined || form.successor !== null
  return (
    <FormModal
      title={user === null ? texts.newTitle : texts.editTitle(user.nombre)}
      submit={user !== null ? texts.save : form.byPassword ? texts.createOnly : texts.create}
      {...form.state}
      onSubmit={form.submit}
      onClose={form.leave}
    >
      <UserFields
        draft={form.draft}
        errors={errors}
        companies={companies}
        emailHint={user?.status === 'invitado' ? texts.emailInvites : texts.emailHint}
        proof={
          movesAddress && (
            <OwnPasswordField
              value={form.own}
              error={errors.current_password}
              hint={texts.ownPasswordForAddress}
              onChange={(own) => form.set({ own }, 'current_password')}
            />
          )
        }
        handOver={handsOver && <SuccessorField user={user} form={form} />}
        roleLocked={user !== null && !user.actions.includes('role')}
        onChange={form.change}
      />
      {user === null && <SignInFields form={form} />}
    </FormModal>
  )
}

/** Takes over the requests that the user can no longer access with the new role or company. */
function SuccessorField({ user, form }: { user: ListedUser | null; form: Form }) {
  const texts = useUserFormsTexts()
  return (
    <Field
      label={form.leaves > 0 ? texts.openCases(form.leaves) : texts.outOfReach}
      error={form.errors.entregar_a}
      hint={texts.successorHint}
      required
    >
      <PersonPicker
        value={form.successor}
        onChange={(successor) => form.set({ successor }, 'entregar_a')}
        company={user?.id_company ?? undefined}
        without={user?.id}
      />
    </Field>
  )
}

/** How a new user signs in: with an invitation, or with a password that the caller chooses. */
function SignInFields({ form }: { form: Form }) {
  const texts = useUserFormsTexts()
  return (
    <>
      <Field label={texts.way} hint={form.byPassword ? texts.passwordToTell : texts.invitationHint} group>
        <SegmentedControl
          block
          value={form.way}
          onValueChange={(way) => form.set({ way })}
          options={[
            { value: 'invitation', label: texts.byInvitation },
            { value: 'password', label: texts.byPassword },
          ]}
        />
      </Field>
      {form.byPassword && (
        <Field
          label={texts.password}
          error={form.errors.password}
          hint={<StrengthHint password={form.password} />}
          required
        >
          <PasswordInput
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => form.set({ password: event.target.value }, 'password')}
          />
        </Field>
      )}
    </>
  )
}
