import type { Invitation, ListedUser } from '@foja/contracts/users'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserX } from 'lucide-react'
import { PasswordModal } from './password-modal.tsx'
import { UserFormModal } from './user-form-modal.tsx'
import type { UserAct } from './user-menu.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { inviteUser, refreshPeople, updateUser, removeUser } from '../api/users.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { LocalLinkNotice } from '../../../shared/local-link-notice.tsx'
import { PersonPicker, type Chosen } from '../../../shared/person-picker.tsx'

type LinkModalProps = { user: ListedUser; invitation: Invitation; onClose: () => void }

/**
 * Shows an invitation link that could not be emailed. It is shown only once, so until it was copied only the confirm
 * button closes the dialog.
 */
function LinkModal({ user, invitation: { url, expires_at }, onClose }: LinkModalProps) {
  const texts = useUserFormsTexts()
  const { dateTime } = useFormat()
  const [copied, setCopied] = useState(false)
  const kept = url === null || copied
  return (
    <Modal
      open
      busy={!kept}
      onOpenChange={kept ? onClose : () => {}}
      title={url === null ? texts.heldTitle : texts.linkTitle(user.nombre)}
      description={url === null ? texts.heldText : texts.linkText}
      footer={
        <Button variant={url === null ? 'primary' : 'secondary'} onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {url !== null && (
        <div className="flex flex-col gap-4 pb-1">
          <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
            <Field label={texts.link} className="flex-1">
              <Input
                readOnly
                autoFocus
                code
                value={url}
                onFocus={(event) => event.target.select()}
                onCopy={() => setCopied(true)}
              />
            </Field>
            <CopyButton
              text={url}
              label={texts.copyLink}
              variant="primary"
              size="md"
              onCopied={() => setCopied(true)}
            />
          </div>
          <LocalLinkNotice url={url} />
          <Alert variant="warning" title={texts.linkOnce(dateTime(expires_at))}>
            {texts.linkLost}
          </Alert>
        </div>
      )}
    </Modal>
  )
}

type ConfirmModalProps = {
  kind: 'invite' | 'reactivate' | 'totp' | 'sessions'
  user: ListedUser
  onInvited: (user: ListedUser, invitation: Invitation) => void
  onClose: () => void
}

/** Confirms an action on a user and says what follows. */
function ConfirmModal({ kind, user, onInvited, onClose }: ConfirmModalProps) {
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

type LeaveModalProps = { kind: 'deactivate' | 'remove'; user: ListedUser; onClose: () => void }

/** Confirms deactivation or removal of a user, and asks who takes over their open requests. */
function LeaveModal({ kind, user, onClose }: LeaveModalProps) {
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

/** The dialogs that are not part of the address. */
export type UserDialog =
  | { kind: Exclude<UserAct, 'update'>; user: ListedUser }
  | { kind: 'link'; user: ListedUser; invitation: Invitation }

type Props = {
  fresh: boolean
  edited: ListedUser | undefined
  dialog: UserDialog | null
  /** The caller manages users of several companies. */
  companies: boolean
  onDialog: (dialog: UserDialog) => void
  onClose: () => void
}

/** Renders the dialog that is open. */
export function UserDialogs({ fresh, edited, dialog, companies, onDialog, onClose }: Props) {
  /** Shows an invitation link that could not be emailed. */
  const invited = (user: ListedUser, invitation: Invitation | null) => {
    onClose()
    if (invitation !== null && invitation.status === 'held') onDialog({ kind: 'link', user, invitation })
  }
  if (dialog === null) {
    if (!fresh && edited === undefined) return null
    return (
      <UserFormModal
        key={edited?.id}
        user={edited ?? null}
        companies={companies}
        onInvited={invited}
        onClose={onClose}
      />
    )
  }
  const { kind, user } = dialog
  if (kind === 'link') return <LinkModal user={user} invitation={dialog.invitation} onClose={onClose} />
  if (kind === 'password') return <PasswordModal user={user} onClose={onClose} />
  if (kind === 'deactivate' || kind === 'remove') return <LeaveModal kind={kind} user={user} onClose={onClose} />
  return <ConfirmModal kind={kind} user={user} onInvited={invited} onClose={onClose} />
}
