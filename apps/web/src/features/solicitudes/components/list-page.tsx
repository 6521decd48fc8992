import { maxBatch } from '@foja/contracts/constants'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Files, FolderOpen, FolderPlus, Plus, Signature } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSolicitudesTexts } from '../texts/solicitudes.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { NothingFound } from '../../../shared/loaded-list.tsx'
import { PagedList, usePageSize } from '../../../shared/paged-list.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MenuItem, ActionsMenu } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Table, type Column, type Sort } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { solicitudesQuery, type ListFilters, exportSolicitudes, downloadZip } from '../api/solicitudes.ts'
import { metricsQuery } from '../api/metrics.ts'
import { chipsOf, withoutFilters } from '../list-search.ts'
import { documentsOf, entryOf } from '../summarise-case.ts'
import { useSharedGroups, useSharedPage } from '../use-shared-list.ts'
import { CaseCard, CaseDocuments, CaseMediation, CasePeople, CaseStatus, CaseTitle } from './case-cells.tsx'
import { ListFiltersBar } from './list-filters.tsx'
import { MenuLink } from '../../../shared/menu-link.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar)

type Props = {
  page: number
  filters: ListFilters
  onPage: (page: number) => void
  onFilters: (change: Partial<ListFilters>) => void
  mayCreate: boolean
}

/**
 * The case files that the user may see, with search, filters, order and page in the address. Rows and page are those of
 * the shared client state.
 */
export function ListPage({ page: address, filters, onPage, onFilters, mayCreate }: Props) {
  const solicitudes = useSolicitudesTexts()
  const { plural, number } = useFormat()
  const page = useSharedPage(address, onPage)
  const size = usePageSize(filters.size)
  const list = useQuery(solicitudesQuery(page, { ...filters, size }))
  const requests = useQuery(metricsQuery).data
  // On phones the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const [chosen, setChosen] = useState<ReadonlyMap<string, SolicitudMain>>(new Map())

  const groups = useSharedGroups(list.data?.results)
  const data = list.data
  const totalText = data?.count_exact === false ? solicitudes.moreThan(number(data.count)) : undefined
  const person = groups?.flatMap((group) => group.solicitudes).find((one) => one.asignado_a?.id === filters.asignado_a)
  const rows = new Map(groups?.map((group) => [group.id_solicitud_main, group]))
  const select = (keys: ReadonlySet<string>) =>
    setChosen(
      new Map(
        [...keys].flatMap((key) => {
          const group = rows.get(key) ?? chosen.get(key)
          return group === undefined ? [] : [[key, group] as const]
        }),
      ),
    )

  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={solicitudes.title}
          note={
            data !== undefined && requests !== undefined
              ? solicitudes.summary(
                  totalText === undefined
                    ? plural(data.count, solicitudes.cases)
                    : `${totalText} ${solicitudes.cases.other}`,
                  plural(requests.pendiente + requests.agendado + requests.concluido, solicitudes.requests),
                )
              : '\u00a0'
          }
          actions={
            phone ? undefined : (
              <>
                <LooseLink />
                <ExportButton filters={filters} />
                {mayCreate && <NewButton variant="primary" />}
              </>
            )
          }
        />
      </div>
      <ListFiltersBar filters={filters} list={data} person={person?.asignado_a ?? null} onChange={onFilters} />
      <PagedList
        list={{
          data: data === undefined ? undefined : { ...data, results: groups ?? [] },
          error: list.error,
          isPlaceholderData: list.isPlaceholderData,
          refetch: list.refetch,
        }}
        page={page}
        size={size}
        onPage={onPage}
        onSize={(next) => onFilters({ size: next })}
        totalText={totalText}
        nothing={<Nothing filters={filters} mayCreate={mayCreate} onFilters={onFilters} />}
      >
        {(shown) => (
          <>
            <Rows
              rows={shown}
              filters={filters}
              onFilters={onFilters}
              selected={new Set(chosen.keys())}
              onSelect={select}
            />
            {/* Reserves space, so that the bar at the bottom covers rows, never the pagination. */}
            {chosen.size > 0 && (
              <SelectionBar
                groups={[...chosen].map(([key, group]) => rows.get(key) ?? group)}
                onClear={() => setChosen(new Map())}
              />
            )}
          </>
        )}
      </PagedList>
      {phone && data !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          {data.count > 0 && <ExportButton filters={filters} />}
          <LooseLink />
        </div>
      )}
    </>
  )
}

/** `variant`: gold once a view, beside the title. */
function NewButton({ variant }: { variant: 'primary' | 'secondary' }) {
  const solicitudes = useSolicitudesTexts()
  return (
    <Button asChild variant={variant} icon={<Plus />}>
      <AppLink to={paths.newSolicitud()}>{solicitudes.new}</AppLink>
    </Button>
  )
}

/** The documents outside every case file. */
function LooseLink() {
  const solicitudes = useSolicitudesTexts()
  return (
    <Button asChild variant="ghost" icon={<Files />}>
      <AppLink to={paths.looseDocuments()}>{solicitudes.loose}</AppLink>
    </Button>
  )
}

/** Exports all matching requests as CSV, not only one page. */
function ExportButton({ filters }: { filters: ListFilters }) {
  const solicitudes = useSolicitudesTexts()
  const { mutate, isPending } = useToastMutation({ mutationFn: () => exportSolicitudes(filters) })
  return (
    <Button icon={<Download />} loading={isPending} onClick={() => mutate()}>
      {solicitudes.export}
    </Button>
  )
}

function Nothing({ filters, mayCreate, onFilters }: Pick<Props, 'filters' | 'mayCreate' | 'onFilters'>) {
  const solicitudes = useSolicitudesTexts()
  if (filters.q === undefined && filters.status === undefined && chipsOf(filters).length === 0) {
    return (
      <EmptyState
        icon={<FolderPlus />}
        tone="primary"
        title={solicitudes.emptyTitle}
        action={mayCreate ? <NewButton variant="secondary" /> : undefined}
      >
        {solicitudes.emptyText}
      </EmptyState>
    )
  }
  return <NothingFound texts={solicitudes} q={filters.q} onClear={() => onFilters(withoutFilters)} />
}

/** Other actions of a row. */
function RowMenu({ group }: { group: SolicitudMain }) {
  const solicitudes = useSolicitudesTexts()
  const code = group.id_solicitud_main
  const pdfs = documentsOf(group).flatMap(({ paginas, id_documento }) => (paginas === null ? [] : [id_documento]))
  const zip = useToastMutation({ mutationFn: () => downloadZip(group.solicitudes.map((one) => one.id_solicitud)) })
  const copy = () => {
    const written = navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => toast.success(solicitudes.copied),
      () => toast.info(code),
    )
  }
  return (
    <span className="relative z-1">
      <ActionsMenu label={solicitudes.actionsOf(group.titulo)} tooltip={false}>
        <MenuLink
          to={paths.solicitud(entryOf(group)?.id_solicitud ?? code)}
          icon={<FolderOpen />}
          label={solicitudes.open}
        />
        {pdfs.length > 0 && (
          <MenuLink
            to={paths.batch(pdfs.slice(0, maxBatch).join(','))}
            icon={<Signature />}
            label={solicitudes.signDocuments}
          />
        )}
        <MenuItem icon={<Download />} label={solicitudes.zip} onSelect={() => zip.mutate()} />
        <MenuItem icon={<Copy />} label={solicitudes.copyId} onSelect={copy} />
      </ActionsMenu>
    </span>
  )
}

type RowsProps = Pick<Props, 'filters' | 'onFilters'> & {
  rows: readonly SolicitudMain[]
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
}

function Rows({ rows, filters, onFilters, selected, onSelect }: RowsProps) {
  const solicitudes = useSolicitudesTexts()
  const { relative } = useFormat()
  const { columns: names } = solicitudes
  const columns: Column<SolicitudMain>[] = [
    {
      key: 'titulo',
      header: names.caseFile,
      sortable: true,
      width: '34%',
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
    { key: 'menu', header: solicitudes.actions, hideHeader: true, cell: (group) => <RowMenu group={group} /> },
  ]
  const ordering = filters.ordering ?? '-updated_at'
  const sort: Sort = { key: ordering.replace('-', ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' }
  const toggle = (key: string) => {
    if (key === 'titulo') onFilters({ ordering: ordering === 'titulo' ? '-titulo' : 'titulo' })
    else onFilters({ ordering: ordering === '-updated_at' ? 'updated_at' : '-updated_at' })
  }
  return (
    <Table
      caption={solicitudes.title}
      columns={columns}
      rows={rows}
      rowKey={(group) => group.id_solicitud_main}
      rowName={(group) => group.titulo}
      selection={{ selected, onChange: onSelect }}
      sort={sort}
      onSort={toggle}
      phoneCard={(group) => <CaseCard group={group} />}
    />
  )
}
