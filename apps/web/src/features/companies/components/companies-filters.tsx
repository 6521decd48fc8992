import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { CompanyFilters } from '../api/list-companies.ts'
import { orderings } from '../companies-search.ts'

const CountryFilter = lazyPart(async () => (await import('./country-filter.tsx')).CountryFilter)

type Props = { filters: CompanyFilters; onChange: (change: CompanyFilters) => void }

/** Search, state and country; on phones also the order, because cards have no headers. */
export function CompaniesFilters({ filters, onChange }: Props) {
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
        <Suspense fallback={null}>
          <CountryFilter country={filters.pais} onChange={(pais) => onChange({ pais })} />
        </Suspense>
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
