import type { ListedUser } from '@foja/contracts/users'
import { ShieldCheck } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUsersTexts } from '../texts/users.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { invitationLapsed, statusTones } from '../user-words.ts'

type Props = { user: ListedUser }

/** Name and email. If the caller may edit, the name opens the details and the whole row is clickable. */
export function UserName({ user, onEdit }: Props & { onEdit: ((user: ListedUser) => void) | undefined }) {
  const users = useUsersTexts()
  const { data: session } = useSession()
  const mine = session?.user.id === user.id
  const name = 'line-clamp-2 max-w-full text-left font-medium wrap-anywhere'
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

/** Active, invited (until when) or deactivated, and whether a second factor is set up. */
export function UserStatus({ user }: Props) {
  const users = useUsersTexts()
  const { shortDate } = useFormat()
  const until = user.invitation_expires_at
  const lapsed = invitationLapsed(user)
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span className="flex items-center gap-1.5">
        <Badge variant={lapsed ? 'warning' : statusTones[user.status]} dot>
          {lapsed ? users.lapsed : users.statuses[user.status]}
        </Badge>
        {user.has_totp && (
          <span title={users.hasTotp} className="relative z-1">
            <ShieldCheck aria-hidden className="size-4 text-on-soft-success" />
            <span className="sr-only">{users.hasTotp}</span>
          </span>
        )}
      </span>
      {user.status === 'invitado' && !lapsed && until !== null && (
        <span className="px-2.5 text-meta whitespace-nowrap text-ink-muted">
          {users.invitedUntil(shortDate(until))}
        </span>
      )}
    </span>
  )
}

/** `labelled`: includes what the date means, where there is no column header. */
export function UserLastLogin({ user, labelled = false }: Props & { labelled?: boolean }) {
  const users = useUsersTexts()
  const { relative } = useFormat()
  const at = user.last_login_at
  return (
    <span className="whitespace-nowrap text-ink-muted">
      {at === null
        ? labelled
          ? users.neverCameYet
          : users.neverCame
        : labelled
          ? users.cameIn(relative(at))
          : relative(at)}
    </span>
  )
}
