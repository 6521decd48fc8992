import type { ListedUser } from '@foja/contracts/users'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useUsersTexts } from '../texts/users.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Table, type Column, type Sort } from '../../../ui/table.tsx'
import type { UserFilters } from '../api/list-users.ts'
import { UserLastLogin, UserName, UserStatus } from './user-cells.tsx'
import type { UserAct } from './user-menu.tsx'

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
      <Suspense fallback={<span className="inline-block size-9" />}>
        <UserMenu user={user} onAct={onAct} />
      </Suspense>
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
