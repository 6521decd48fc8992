import type { ListedUser } from '@foja/contracts/users'
import { useQuery } from '@tanstack/react-query'
import { Import, Plus, ContactRound } from 'lucide-react'
import { Suspense, useCallback } from 'react'
import { NothingYet } from '../../../shared/loaded-list.tsx'
import { PagedList, useListDialog, usePageSize } from '../../../shared/paged-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUsersTexts } from '../texts/users.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { usersQuery, type UserFilters } from '../api/list-users.ts'
import { isFiltered, type UsersSearch } from '../users-search.ts'
import { NoUsersFound } from './no-users-found.tsx'
import type { UserDialog } from './user-dialogs.tsx'
import type { UserAct } from './user-menu.tsx'
import { UsersFilters } from './users-filters.tsx'
import { UsersTable } from './users-table.tsx'

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
        {phone && <div className="mt-4">{importButton}</div>}
      </div>
      <Suspense fallback={null}>
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
        {importar !== undefined && (
          <ImportModal companies={companies} onClose={() => onOpen({ importar: undefined })} />
        )}
      </Suspense>
    </>
  )
}
