import type { ListedUser } from '@foja/contracts/users'
import { ShieldCheck } from 'lucide-react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useUsersTexts } from '../texts/users.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Table, type Column, type Sort } from '../../../ui/table.tsx'
import type { UserFilters } from '../api/users.ts'
import type { UserAct } from './user-menu.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { invitationLapsed, statusTones } from '../user-words.ts'

type UserStatusProps = { user: ListedUser }

/** Name and email. If the caller may edit, the name opens the details and the whole row is clickable. */
function UserName({ user, onEdit }: UserStatusProps & { onEdit: ((user: ListedUser) => void) | undefined }) {
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
function UserStatus({ user }: UserStatusProps) {
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
function UserLastLogin({ user, labelled = false }: UserStatusProps & { labelled?: boolean }) {
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

const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

type Props = {
  rows: readonly ListedUser[]
  filters: UserFilters
  onFilters: (change: UserFilters) => void
  /** Users of several companies are listed. */
  companies: boolean
  onAct: (act: UserAct, user: ListedUser) => void
}

/** Table of users; cards on phones. */
export function UsersTable({ rows, filters, onFilters, companies, onAct }: Props) {
  const users = useUsersTexts()
  const domain = useDomainTexts()
  const { columns: names } = users
  const name = (user: ListedUser) => (
    <UserName user={user} onEdit={user.actions.includes('update') ? () => onAct('update', user) : undefined} />
  )
  const menu = (user: ListedUser) =>
    user.actions.length === 0 ? null : (
      <UserMenu fallback={<span className="inline-block size-9" />} user={user} onAct={onAct} />
    )
  const columns: Column<ListedUser>[] = [
    { key: 'nombre', header: names.person, sortable: true, width: '30%', cell: name },
    {
      key: 'role',
      header: names.role,
      width: '16%',
      cell: (user) => (
        <>
          <span className="block">{domain.roles[user.role]}</span>
          {user.cargo !== null && <span className="block truncate text-small text-ink-muted">{user.cargo}</span>}
        </>
      ),
    },
    ...(companies
      ? [
          {
            key: 'company',
            header: names.company,
            from: 'xl',
            width: '24%',
            cell: (user) => <span className="line-clamp-2">{user.company?.nombre ?? users.noCompany}</span>,
          } satisfies Column<ListedUser>,
        ]
      : []),
    { key: 'status', header: names.status, cell: (user) => <UserStatus user={user} /> },
    { key: 'last_login_at', header: names.lastLogin, sortable: true, cell: (user) => <UserLastLogin user={user} /> },
    { key: 'menu', header: users.actions, hideHeader: true, cell: menu },
  ]
  const ordering = filters.ordering ?? 'nombre'
  const sort: Sort = { key: ordering.replace('-', ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' }
  const toggle = (key: string) => {
    if (key === 'nombre') onFilters({ ordering: ordering === 'nombre' ? '-nombre' : undefined })
    else onFilters({ ordering: ordering === '-last_login_at' ? 'last_login_at' : '-last_login_at' })
  }
  return (
    <Table
      caption={users.title}
      columns={columns}
      rows={rows}
      rowKey={(user) => user.id}
      sort={sort}
      onSort={toggle}
      phoneCard={(user) => (
        <div className="flex flex-col gap-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{name(user)}</div>
            {menu(user)}
          </div>
          <p className="text-small text-ink-muted">
            {[domain.roles[user.role], user.cargo, companies ? user.company?.nombre : null]
              .filter((part) => part !== null && part !== undefined && part !== '')
              .join(' · ')}
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
            <UserStatus user={user} />
            <UserLastLogin user={user} labelled />
          </div>
        </div>
      )}
    />
  )
}
