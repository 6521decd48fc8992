import type { ListedUser } from '@foja/contracts/users'
import { useQuery } from '@tanstack/react-query'
import { Import, Plus, ContactRound } from 'lucide-react'
import { useCallback } from 'react'
import { roles, type Role } from '@foja/contracts/roles'
import { NothingYet, NothingFound } from '../../../shared/loaded-list.tsx'
import { PagedList, useListDialog, usePageSize } from '../../../shared/paged-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUsersTexts } from '../texts/users.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { usersQuery, type UserFilters } from '../api/users.ts'
import { isFiltered, type UsersSearch, withoutFilters } from '../users-search.ts'
import type { UserDialog } from './user-dialogs.tsx'
import type { UserAct } from './user-menu.tsx'
import { UsersTable } from './users-table.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { orderings, statuses } from '../user-words.ts'

type NoUsersFoundProps = { filters: UserFilters; onSearch: (change: UserFilters) => void }

/** No user matches search and filters; if only the filters exclude users, says how many. */
function NoUsersFound({ filters, onSearch }: NoUsersFoundProps) {
  const users = useUsersTexts()
  const { q } = filters
  const search = { ...withoutFilters, q }
  const enabled = q !== undefined && isFiltered({ ...filters, q: undefined })
  const { data } = useQuery({ ...usersQuery(1, { q, size: 1 }), placeholderData: undefined, enabled })
  const outside = enabled ? (data?.count ?? 0) : 0
  if (outside === 0) return <NothingFound texts={users} q={q} onClear={() => onSearch(withoutFilters)} />
  const texts = {
    nothingTitle: () => users.outside(outside),
    nothingText: users.outsideText,
    clearFilters: users.searchAll,
  }
  return <NothingFound texts={texts} q={q} onClear={() => onSearch(search)} />
}

const CompanyFilter = lazyPart(async () => (await import('./company-filter.tsx')).CompanyFilter)

type UsersFiltersProps = { filters: UserFilters; onChange: (change: UserFilters) => void; companies: boolean }

/** Search, status, role, company and second factor; on phones also the order, because cards have no headers. */
function UsersFilters({ filters, onChange, companies }: UsersFiltersProps) {
  const users = useUsersTexts()
  const domain = useDomainTexts()
  const phone = useMedia(phoneQuery)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5 max-md:flex-col max-md:flex-nowrap max-md:items-stretch">
      <div className="min-w-60 flex-1 md:max-w-72">
        <SearchBox
          label={users.search}
          placeholder={users.searchPlaceholder}
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <SegmentedControl
        label={users.statusFilter}
        variant={phone ? 'chips' : 'track'}
        value={filters.status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
        options={[
          { value: 'all' as const, label: users.all },
          ...statuses.map((value) => ({ value, label: users.groups[value] })),
        ]}
      />
      <div className={phone ? 'grid grid-cols-2 gap-2' : 'flex flex-wrap gap-2'}>
        <Select
          variant="filled"
          label={users.roleFilter}
          value={filters.role ?? 'all'}
          onValueChange={(role: Role | 'all') => onChange({ role: role === 'all' ? undefined : role })}
          options={[
            { value: 'all' as const, label: users.anyRole },
            ...roles.map((value) => ({ value, label: domain.roles[value] })),
          ]}
        />
        <Select
          variant="filled"
          label={users.totpFilter}
          value={filters.totp ?? 'all'}
          onValueChange={(totp: 'si' | 'no' | 'all') => onChange({ totp: totp === 'all' ? undefined : totp })}
          options={[
            { value: 'all' as const, label: users.anyTotp },
            { value: 'si' as const, label: users.withTotp },
            { value: 'no' as const, label: users.noTotp },
          ]}
        />
        {phone && (
          <Select
            variant="filled"
            label={users.order}
            value={filters.ordering ?? 'nombre'}
            onValueChange={(ordering: (typeof orderings)[number]) => onChange({ ordering })}
            options={orderings.map((value) => ({ value, label: users.orderings[value] }))}
          />
        )}
        {/* Last: it appears once the companies are known. */}
        {companies && <CompanyFilter company={filters.id_company} onChange={(id) => onChange({ id_company: id })} />}
      </div>
    </div>
  )
}

const UserDialogs = lazyPart(async () => (await import('./user-dialogs.tsx')).UserDialogs)
const ImportModal = lazyPart(async () => (await import('./import-modal.tsx')).ImportModal)

type Props = {
  search: UsersSearch
  /** Changes filters and returns to the first page. */
  onSearch: (change: UserFilters) => void
  /** Opens or closes the dialogs that are part of the address. */
  onOpen: (change: Pick<UsersSearch, 'nueva' | 'importar' | 'editar'>) => void
  onPage: (page: number) => void
  /** The caller manages users of several companies. */
  companies: boolean
}

/** The users of the company, with search, filters, order and page in the address. */
export function UsersPage({ search, onSearch, onOpen, onPage, companies }: Props) {
  const users = useUsersTexts()
  const { plural } = useFormat()
  const { page = 1, nueva, importar, editar, ...filters } = search
  const size = usePageSize(filters.size)
  const list = useQuery(usersQuery(page, { ...filters, size }))
  const { data } = list
  // On phones the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const forget = useCallback(() => onOpen({ nueva: undefined, editar: undefined }), [onOpen])
  const { dialog, setDialog, close, place } = useListDialog<UserDialog>(forget)
  const edited = data?.results.find((user) => user.id === editar)
  const act = (kind: UserAct, user: ListedUser) => {
    if (kind === 'update') onOpen({ editar: user.id })
    else setDialog({ kind, user })
  }
  const add = () => onOpen({ nueva: '1' })
  const importButton = (
    <Button icon={<Import />} block={phone} onClick={() => onOpen({ importar: '1' })}>
      {users.import}
    </Button>
  )
  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={users.title}
          note={data === undefined ? ' ' : plural(data.count, users.note)}
          actions={
            phone ? undefined : (
              <>
                {importButton}
                <Button variant="primary" icon={<Plus />} onClick={add}>
                  {users.new}
                </Button>
              </>
            )
          }
        />
      </div>
      <UsersFilters filters={filters} onChange={onSearch} companies={companies} />
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        <PagedList
          list={list}
          page={page}
          size={size}
          onPage={onPage}
          onSize={(next) => onSearch({ size: next })}
          nothing={
            isFiltered(search) ? (
              <NoUsersFound filters={filters} onSearch={onSearch} />
            ) : (
              <NothingYet icon={<ContactRound />} texts={users} onNew={add} />
            )
          }
        >
          {(rows) => (
            <UsersTable rows={rows} filters={filters} onFilters={onSearch} companies={companies} onAct={act} />
          )}
        </PagedList>
        {/* Below the list, so after it: nothing moves. */}
        {phone && !list.isPending && <div className="mt-4">{importButton}</div>}
      </div>
      {(nueva !== undefined || edited !== undefined || dialog !== null) && (
        <UserDialogs
          fresh={nueva !== undefined}
          edited={edited}
          dialog={dialog}
          companies={companies}
          onDialog={setDialog}
          onClose={close}
        />
      )}
      {importar !== undefined && <ImportModal companies={companies} onClose={() => onOpen({ importar: undefined })} />}
    </>
  )
}
