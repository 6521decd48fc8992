import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { Building2, Plus, SearchX } from 'lucide-react'
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
import { companyPageQuery, type CompanyFilters } from '../api/list-companies.ts'
import { isFiltered, withoutFilters, type CompaniesSearch } from '../companies-search.ts'
import { formSections } from '../late-sections.ts'
import { CompaniesFilters } from './companies-filters.tsx'
import { CompaniesTable } from './companies-table.tsx'
import type { CompanyDialog } from './company-dialogs.tsx'
import type { CompanyAct } from './company-menu.tsx'

const CompanyDialogs = latePart(async () => (await import('./company-dialogs.tsx')).CompanyDialogs, formSections)

type Props = {
  search: CompaniesSearch
  /** Another filter begins at its first page. */
  onSearch: (change: CompanyFilters) => void
  /** Which of the dialogs that are in the address is open. */
  onOpen: (change: Pick<CompaniesSearch, 'nueva' | 'editar'>) => void
  onPage: (page: number) => void
}

/** Every company: searched, filtered, ordered and paged, all of it in the address. */
export function CompaniesPage({ search, onSearch, onOpen, onPage }: Props) {
  const { companies } = useTexts()
  const { plural } = useFormat()
  const { page = 1, nueva, editar, empresa: _empresa, ...filters } = search
  const [usual] = useState(rememberedSize)
  const size = filters.size ?? usual
  const list = useQuery(companyPageQuery(page, { ...filters, size }))
  const { data } = list
  // On a phone the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const [dialog, setDialog] = useState<CompanyDialog | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const edited = data?.results.find((company) => company.id === editar)
  const pages = data === undefined ? undefined : Math.max(1, Math.ceil(data.count / size))
  useEffect(() => {
    if (pages !== undefined && page > pages && !list.isPlaceholderData) onPage(pages)
  }, [page, pages, list.isPlaceholderData, onPage])

  const act = (kind: CompanyAct, company: Company) => {
    if (kind === 'update') onOpen({ editar: company.id })
    else setDialog({ kind, company })
  }
  const close = useCallback(() => {
    setDialog(null)
    onOpen({ nueva: undefined, editar: undefined })
    // The row that the dialog was opened from may be gone: whoever uses the keyboard goes on at the list.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus()
    })
  }, [onOpen])
  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={companies.title}
          note={data === undefined ? ' ' : plural(data.count, companies.note)}
          actions={
            phone ? undefined : (
              <Button variant="primary" icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
                {companies.new}
              </Button>
            )
          }
        />
      </div>
      <CompaniesFilters filters={filters} onChange={onSearch} />
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        {list.isError ? (
          <Card>
            <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
          </Card>
        ) : data === undefined ? (
          <Card>
            <SkeletonList rows={6} header />
          </Card>
        ) : data.count === 0 ? (
          <Card>
            <Nothing search={filters} onSearch={onSearch} onOpen={onOpen} />
          </Card>
        ) : (
          <CompaniesTable
            rows={data.results}
            stale={list.isPlaceholderData}
            filters={filters}
            onFilters={onSearch}
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
          </CompaniesTable>
        )}
      </div>
      {(nueva !== undefined || edited !== undefined || dialog !== null) && (
        <Suspense fallback={null}>
          <CompanyDialogs fresh={nueva !== undefined} edited={edited} dialog={dialog} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function Nothing({ search, onSearch, onOpen }: Pick<Props, 'search' | 'onSearch' | 'onOpen'>) {
  const { companies } = useTexts()
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={companies.nothingTitle(search.q ?? '')}
        action={<Button onClick={() => onSearch(withoutFilters)}>{companies.clearFilters}</Button>}
      >
        {companies.nothingText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Building2 />}
      tone="primary"
      title={companies.emptyTitle}
      action={
        <Button icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
          {companies.new}
        </Button>
      }
    >
      {companies.emptyText}
    </EmptyState>
  )
}
