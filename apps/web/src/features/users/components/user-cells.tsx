import type { ListedUser } from '@foja/contracts/users'
import { ShieldCheck, ShieldMinus } from 'lucide-react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { useSession } from '../../../lib/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, IconText } from '../../../ui/badge.tsx'
import { invitationLapsed, statusTones } from '../user-words.ts'

type Props = { user: ListedUser }

/** Who it is; for whoever may change them the name opens their details, and takes the press of the whole row. */
export function UserName({ user, onEdit }: Props & { onEdit: ((user: ListedUser) => void) | undefined }) {
  const { users } = useTexts()
  const { data: session } = useSession()
  const mine = session?.user.id === user.id
  const name = 'block max-w-full truncate text-left font-medium'
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={user.nombre} size="lg" silent />
      <span className="min-w-0 flex-1">
        {onEdit === undefined ? (
          <span className={name}>{user.nombre}</span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onEdit(user)}
            className={`${name} after:absolute after:inset-0 after:content-['']`}
          >
            {user.nombre}
            {mine && <span className="font-normal text-ink-muted"> ({users.you})</span>}
          </button>
        )}
        <span className="block truncate text-small text-ink-muted" title={user.email}>
          {user.email}
        </span>
      </span>
    </span>
  )
}

/** Whether they may come in, and until when an invitation waits for them. */
export function UserStatus({ user }: Props) {
  const { users } = useTexts()
  const { shortDate } = useFormat()
  const until = user.invitation_expires_at
  const lapsed = invitationLapsed(user)
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge variant={lapsed ? 'warning' : statusTones[user.status]} dot>
        {lapsed ? users.lapsed : users.statuses[user.status]}
      </Badge>
      {user.status === 'invitado' && !lapsed && until !== null && (
        <span className="px-2.5 text-meta whitespace-nowrap text-ink-muted">
          {users.invitedUntil(shortDate(until))}
        </span>
      )}
    </span>
  )
}

export function UserTotp({ user }: Props) {
  const { users } = useTexts()
  return user.has_totp ? (
    <IconText icon={<ShieldCheck />} tone="success">
      {users.hasTotp}
    </IconText>
  ) : (
    <IconText icon={<ShieldMinus />}>
      <span className="font-normal text-ink-muted">{users.noTotp}</span>
    </IconText>
  )
}

export function UserLastLogin({ user }: Props) {
  const { users } = useTexts()
  const { relative } = useFormat()
  return (
    <span className="whitespace-nowrap text-ink-muted">
      {user.last_login_at === null ? users.neverCame : relative(user.last_login_at)}
    </span>
  )
}
