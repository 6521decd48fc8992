import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { Suspense, useCallback } from 'react'
import { NothingFound, NothingYet } from '../../../shared/loaded-list.tsx'
import { PagedList, useListDialog, usePageSize } from '../../../shared/paged-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompaniesTexts } from '../texts/companies.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { companyPageQuery, type CompanyFilters } from '../api/list-companies.ts'
import { isFiltered, withoutFilters, type CompaniesSearch } from '../companies-search.ts'
import { CompaniesFilters } from './companies-filters.tsx'
import { CompaniesTable } from './companies-table.tsx'
import type { CompanyDialog } from './company-dialogs.tsx'
import type { CompanyAct } from './company-menu.tsx'

const CompanyDialogs = lazyPart(async () => (await import('./company-dialogs.tsx')).CompanyDialogs)

type Props = {
  search: CompaniesSearch
  /** Changes filters and returns to the first page. */
  onSearch: (change: CompanyFilters) => void
  /** Opens or closes the dialogs that are part of the address. */
  onOpen: (change: Pick<CompaniesSearch, 'nueva' | 'editar'>) => void
  onPage: (page: number) => void
}

/** All companies, with search, filters, order and page in the address. */
export function CompaniesPage({ search, onSearch, onOpen, onPage }: Props) {
  const companies = useCompaniesTexts()
  const { plural } = useFormat()
  const { page = 1, nueva, editar, empresa: _empresa, ...filters } = search
  const size = usePageSize(filters.size)
  const list = useQuery(companyPageQuery(page, { ...filters, size }))
  const { data } = list
  // On phones the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const forget = useCallback(() => onOpen({ nueva: undefined, editar: undefined }), [onOpen])
  const { dialog, setDialog, close, place } = useListDialog<CompanyDialog>(forget)
  const edited = data?.results.find((company) => company.id === editar)
  const act = (kind: CompanyAct, company: Company) => {
    if (kind === 'update') onOpen({ editar: company.id })
    else setDialog({ kind, company })
  }
  const add = () => onOpen({ nueva: '1' })
  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={companies.title}
          note={data === undefined ? ' ' : plural(data.count, companies.note)}
          actions={
            phone ? undefined : (
              <Button variant="primary" icon={<Plus />} onClick={add}>
                {companies.new}
              </Button>
            )
          }
        />
      </div>
      <CompaniesFilters filters={filters} onChange={onSearch} />
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        <PagedList
          list={list}
          page={page}
          size={size}
          onPage={onPage}
          onSize={(next) => onSearch({ size: next })}
          rows={6}
          nothing={
            isFiltered(search) ? (
              <NothingFound texts={companies} q={search.q} onClear={() => onSearch(withoutFilters)} />
            ) : (
              <NothingYet icon={<Building2 />} texts={companies} onNew={add} />
            )
          }
        >
          {(rows) => <CompaniesTable rows={rows} filters={filters} onFilters={onSearch} onAct={act} />}
        </PagedList>
      </div>
      {(nueva !== undefined || edited !== undefined || dialog !== null) && (
        <Suspense fallback={null}>
          <CompanyDialogs fresh={nueva !== undefined} edited={edited} dialog={dialog} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
