import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { NothingFound, NothingYet } from '../../../shared/loaded-list.tsx'
import { PagedList, useListDialog, usePageSize } from '../../../shared/paged-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompaniesTexts } from '../texts/companies.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { companyPageQuery, type CompanyFilters } from '../api/companies.ts'
import { isFiltered, withoutFilters, type CompaniesSearch, orderings } from '../companies-search.ts'
import { CompaniesTable } from './companies-table.tsx'
import type { CompanyDialog } from './company-dialogs.tsx'
import type { CompanyAct } from './company-menu.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'

const CountryFilter = lazyPart(async () => (await import('./country-filter.tsx')).CountryFilter)

type CompaniesFiltersProps = { filters: CompanyFilters; onChange: (change: CompanyFilters) => void }

/** Search, state and country; on phones also the order, because cards have no headers. */
function CompaniesFilters({ filters, onChange }: CompaniesFiltersProps) {
  const companies = useCompaniesTexts()
  const phone = useMedia(phoneQuery)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5 max-md:flex-col max-md:flex-nowrap max-md:items-stretch">
      <div className="min-w-60 flex-1 md:max-w-72">
        <SearchBox
          label={companies.search}
          placeholder={companies.searchPlaceholder}
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <SegmentedControl
        label={companies.stateFilter}
        variant={phone ? 'chips' : 'track'}
        value={filters.activa ?? 'all'}
        onValueChange={(value) => onChange({ activa: value === 'all' ? undefined : value })}
        options={[
          { value: 'all' as const, label: companies.all },
          { value: '1' as const, label: companies.open },
          { value: '0' as const, label: companies.closed },
        ]}
      />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <CountryFilter country={filters.pais} onChange={(pais) => onChange({ pais })} />
        {phone && (
          <Select
            variant="filled"
            label={companies.order}
            value={filters.ordering ?? 'nombre'}
            onValueChange={(ordering: (typeof orderings)[number]) => onChange({ ordering })}
            options={orderings.map((value) => ({ value, label: companies.orderings[value] }))}
          />
        )}
      </div>
    </div>
  )
}

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
        <CompanyDialogs fresh={nueva !== undefined} edited={edited} dialog={dialog} onClose={close} />
      )}
    </>
  )
}
