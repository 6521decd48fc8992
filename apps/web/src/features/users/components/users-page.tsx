import type { ListedUser } from '@foja/contracts/users'
import { useQuery } from '@tanstack/react-query'
import { Import, Plus, SearchX, ContactRound } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { latePart } from '../../../i18n/late-part.ts'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { rememberedSize, rememberSize } from '../../../lib/page-size.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { usersQuery, type UserFilters } from '../api/list-users.ts'
import { formSections, importSections } from '../late-sections.ts'
import { isFiltered, withoutFilters, type UsersSearch } from '../users-search.ts'
import type { UserDialog } from './user-dialogs.tsx'
import type { UserAct } from './user-menu.tsx'
import { UsersFilters } from './users-filters.tsx'
import { UsersTable } from './users-table.tsx'

const UserDialogs = latePart(async () => (await import('./user-dialogs.tsx')).UserDialogs, formSections)
const ImportModal = latePart(async () => (await import('./import-modal.tsx')).ImportModal, importSections)

type Props = {
  search: UsersSearch
  /** Another filter begins at its first page. */
  onSearch: (change: UserFilters) => void
  /** Which of the dialogs that are in the address is open. */
  onOpen: (change: Pick<UsersSearch, 'nueva' | 'importar' | 'editar'>) => void
  onPage: (page: number) => void
  /** Looks after people of several companies. */
  companies: boolean
}

/** The people of the office: searched, filtered, ordered and paged, all of it in the address. */
export function UsersPage({ search, onSearch, onOpen, onPage, companies }: Props) {
  const { users } = useTexts()
  const { plural } = useFormat()
  const { page = 1, nueva, importar, editar, ...filters } = search
  const [usual] = useState(rememberedSize)
  const size = filters.size ?? usual
  const list = useQuery(usersQuery(page, { ...filters, size }))
  const { data } = list
  // On a phone the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const edited = data?.results.find((user) => user.id === editar)
  const pages = data === undefined ? undefined : Math.max(1, Math.ceil(data.count / size))
  useEffect(() => {
    if (pages !== undefined && page > pages && !list.isPlaceholderData) onPage(pages)
  }, [page, pages, list.isPlaceholderData, onPage])

  const act = (kind: UserAct, user: ListedUser) => {
    if (kind === 'update') onOpen({ editar: user.id })
    else setDialog({ kind, user })
  }
  const close = useCallback(() => {
    setDialog(null)
    onOpen({ nueva: undefined, editar: undefined })
    // The row that the dialog was opened from may be gone: whoever uses the keyboard goes on at the list.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus()
    })
  }, [onOpen])
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
                <Button variant="primary" icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
                  {users.new}
                </Button>
              </>
            )
          }
        />
      </div>
      <UsersFilters filters={filters} onChange={onSearch} companies={companies} />
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        {list.isError ? (
          <Card>
            <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
          </Card>
        ) : data === undefined ? (
          <Card>
            <SkeletonList rows={8} header />
          </Card>
        ) : data.count === 0 ? (
          <Card>
            <Nothing search={filters} onSearch={onSearch} onOpen={onOpen} />
          </Card>
        ) : (
          <UsersTable
            rows={data.results}
            stale={list.isPlaceholderData}
            filters={filters}
            onFilters={onSearch}
            companies={companies}
            onAct={act}
          >
            <Pagination
              page={page}
              pageSize={size}
              total={data.count}
              onPageChange={onPage}
              pageSizes={[10, 20, 50, 100]}
              onPageSizeChange={(next) => {
                rememberSize(next)
                onSearch({ size: next })
              }}
              className="md:border-t md:border-line"
            />
          </UsersTable>
        )}
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

function Nothing({ search, onSearch, onOpen }: Pick<Props, 'search' | 'onSearch' | 'onOpen'>) {
  const { users } = useTexts()
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={users.nothingTitle(search.q ?? '')}
        action={<Button onClick={() => onSearch(withoutFilters)}>{users.clearFilters}</Button>}
      >
        {users.nothingText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<ContactRound />}
      tone="primary"
      title={users.emptyTitle}
      action={
        <Button icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
          {users.new}
        </Button>
      }
    >
      {users.emptyText}
    </EmptyState>
  )
}
