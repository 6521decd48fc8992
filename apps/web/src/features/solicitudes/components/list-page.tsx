import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Plus, SearchX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { AppLink } from '../../../domain/app-link.tsx'
import { useClientState } from '../../../lib/client-state.tsx'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Table, type Column, type Sort } from '../../../ui/table.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { solicitudesQuery, type ListFilters } from '../api/list-solicitud-main.ts'
import { metricsQuery } from '../api/metrics.ts'
import { CaseCard, CaseDocuments, CaseMediation, CasePeople, CaseStatus, CaseTitle } from './case-cells.tsx'
import { ListFiltersBar } from './list-filters.tsx'

const defaultPageSize = 10

type Props = {
  page: number
  filters: ListFilters
  onPage: (page: number) => void
  onFilters: (change: Partial<ListFilters>) => void
  mayCreate: boolean
}

/** The case files that the person may see: searched, filtered, sorted and paged, all of it in the address. */
export function ListPage({ page, filters, onPage, onFilters, mayCreate }: Props) {
  const { solicitudes } = useTexts()
  const { plural } = useFormat()
  const { loadSolicitudes, setPage } = useClientState()
  const list = useQuery(solicitudesQuery(page, filters))
  const counts = useQuery(metricsQuery)
  // On a phone the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const size = filters.size ?? defaultPageSize

  const loaded = list.data?.results
  useEffect(() => {
    if (loaded !== undefined) loadSolicitudes(loaded)
  }, [loaded, loadSolicitudes])
  useEffect(() => setPage(page), [page, setPage])

  const pages = list.data === undefined ? undefined : Math.max(1, Math.ceil(list.data.count / size))
  useEffect(() => {
    if (pages !== undefined && page > pages && !list.isPlaceholderData) onPage(pages)
  }, [page, pages, list.isPlaceholderData, onPage])

  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={solicitudes.title}
          note={
            list.data !== undefined && counts.data !== undefined
              ? solicitudes.summary(
                  plural(list.data.count, solicitudes.cases),
                  plural(counts.data.pendiente + counts.data.agendado + counts.data.concluido, solicitudes.requests),
                )
              : ' '
          }
          actions={mayCreate && !phone ? <NewButton /> : undefined}
        />
      </div>
      <ListFiltersBar filters={filters} counts={counts.data} onChange={onFilters} />
      {list.isError ? (
        <Card>
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : list.data === undefined ? (
        <Card>
          <SkeletonList rows={8} header />
        </Card>
      ) : list.data.count === 0 ? (
        <Card>
          <Nothing filters={filters} mayCreate={mayCreate} onFilters={onFilters} />
        </Card>
      ) : (
        <Rows rows={list.data.results} stale={list.isPlaceholderData} filters={filters} onFilters={onFilters}>
          <Pagination
            page={page}
            pageSize={size}
            total={list.data.count}
            onPageChange={onPage}
            pageSizes={[10, 20, 50]}
            onPageSizeChange={(next) => onFilters({ size: next })}
            className="md:border-t md:border-line"
          />
        </Rows>
      )}
    </>
  )
}

function NewButton() {
  const { solicitudes } = useTexts()
  return (
    <Button asChild variant="primary" icon={<Plus />}>
      <AppLink to={paths.newSolicitud()}>{solicitudes.new}</AppLink>
    </Button>
  )
}

function Nothing({ filters, mayCreate, onFilters }: Pick<Props, 'filters' | 'mayCreate' | 'onFilters'>) {
  const { solicitudes } = useTexts()
  const filtered = [filters.q, filters.status, filters.desde, filters.hasta].some((value) => value !== undefined)
  if (!filtered) {
    return (
      <EmptyState
        icon={<FolderPlus />}
        tone="primary"
        title={solicitudes.emptyTitle}
        action={mayCreate ? <NewButton /> : undefined}
      >
        {solicitudes.emptyText}
      </EmptyState>
    )
  }
  const clear = () => onFilters({ q: undefined, status: undefined, desde: undefined, hasta: undefined })
  return (
    <EmptyState
      icon={<SearchX />}
      title={solicitudes.nothingTitle(filters.q ?? '')}
      action={<Button onClick={clear}>{solicitudes.clearFilters}</Button>}
    >
      {solicitudes.nothingText}
    </EmptyState>
  )
}

type RowsProps = Pick<Props, 'filters' | 'onFilters'> & {
  rows: readonly SolicitudMain[]
  stale: boolean
  children: ReactNode
}

function Rows({ rows, stale, filters, onFilters, children }: RowsProps) {
  const { solicitudes } = useTexts()
  const { relative } = useFormat()
  const phone = useMedia(phoneQuery)
  const { columns: names } = solicitudes
  const columns: Column<SolicitudMain>[] = [
    {
      key: 'titulo',
      header: names.caseFile,
      sortable: true,
      width: '38%',
      cell: (group) => <CaseTitle group={group} />,
    },
    { key: 'people', header: names.people, cell: (group) => <CasePeople group={group} />, from: 'lg' },
    { key: 'status', header: names.status, cell: (group) => <CaseStatus group={group} /> },
    { key: 'mediation', header: names.mediation, cell: (group) => <CaseMediation group={group} />, from: 'lg' },
    { key: 'documents', header: names.documents, cell: (group) => <CaseDocuments group={group} /> },
    {
      key: 'updated_at',
      header: names.updated,
      sortable: true,
      cell: (group) => <span className="whitespace-nowrap text-ink-muted">{relative(group.updated_at)}</span>,
    },
  ]
  const ordering = filters.ordering ?? '-updated_at'
  const sort: Sort = { key: ordering.replace('-', ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' }
  const toggle = (key: string) => {
    if (key === 'titulo') onFilters({ ordering: ordering === 'titulo' ? '-titulo' : 'titulo' })
    else onFilters({ ordering: ordering === '-updated_at' ? 'updated_at' : '-updated_at' })
  }
  const table = (
    <div aria-busy={stale} className={stale ? 'opacity-60 transition-opacity' : undefined}>
      <Table
        caption={solicitudes.title}
        columns={columns}
        rows={rows}
        rowKey={(group) => group.id_solicitud_main}
        sort={sort}
        onSort={toggle}
        phoneCard={(group) => <CaseCard group={group} />}
      />
      {children}
    </div>
  )
  return phone ? table : <Card>{table}</Card>
}
