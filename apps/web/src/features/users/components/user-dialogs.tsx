import type { Invitation, ListedUser } from '@foja/contracts/users'
import { ConfirmModal } from './confirm-modal.tsx'
import { LeaveModal } from './leave-modal.tsx'
import { LinkModal } from './link-modal.tsx'
import { PasswordModal } from './password-modal.tsx'
import { UserFormModal } from './user-form-modal.tsx'
import type { UserAct } from './user-menu.tsx'

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
