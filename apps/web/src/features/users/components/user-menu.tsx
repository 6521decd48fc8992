import type { ListedUser, UserAction } from '@foja/contracts/users'
import { KeyRound, LogOut, MailPlus, Pencil, ShieldOff, UserCheck, UserMinus, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUsersTexts } from '../texts/users.ts'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'

export type UserAct = Exclude<UserAction, 'role'> | 'totp' | 'sessions'

type Props = { user: ListedUser; onAct: (act: UserAct, user: ListedUser) => void }

/** The actions that the caller may perform on a user. */
export function UserMenu({ user, onAct }: Props) {
  const users = useUsersTexts()
  const { actions, has_totp } = user
  const item = (act: UserAct, icon: ReactNode, label: string, danger = false) => (
    <MenuItem icon={icon} label={label} danger={danger} onSelect={() => onAct(act, user)} />
  )
  const may = (action: UserAction) => actions.includes(action)
  return (
    <span className="relative z-1">
      <ActionsMenu label={users.actionsOf(user.nombre)} tooltip={false}>
        {may('update') && item('update', <Pencil />, users.edit)}
        {may('invite') && item('invite', <MailPlus />, users.invite)}
        {may('password') && item('password', <KeyRound />, users.password)}
        {may('password') && has_totp && item('totp', <ShieldOff />, users.resetTotp)}
        {may('password') && user.last_login_at !== null && item('sessions', <LogOut />, users.endSessions)}
        {may('reactivate') && item('reactivate', <UserCheck />, users.reactivate)}
        {(may('deactivate') || may('remove')) && <MenuSeparator />}
        {may('deactivate') && item('deactivate', <UserMinus />, users.deactivate)}
        {may('remove') && item('remove', <UserX />, users.remove, true)}
      </ActionsMenu>
    </span>
  )
}
