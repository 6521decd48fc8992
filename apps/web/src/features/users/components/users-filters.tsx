import { roles, type Role } from '@foja/contracts/roles'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../domain/companies.ts'
import { useTexts } from '../../../i18n/texts.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { UserFilters } from '../api/list-users.ts'
import { orderings, statuses } from '../user-words.ts'

type Props = { filters: UserFilters; onChange: (change: UserFilters) => void; companies: boolean }

/** Search, standing, role and company; on a phone also the order, which has no headers there. */
export function UsersFilters({ filters, onChange, companies }: Props) {
  const { users, domain } = useTexts()
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
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
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
        {companies && <CompanyFilter filters={filters} onChange={onChange} />}
        {phone && (
          <Select
            variant="filled"
            label={users.order}
            value={filters.ordering ?? 'nombre'}
            onValueChange={(ordering: (typeof orderings)[number]) => onChange({ ordering })}
            options={orderings.map((value) => ({ value, label: users.orderings[value] }))}
          />
        )}
      </div>
    </div>
  )
}

function CompanyFilter({ filters, onChange }: Omit<Props, 'companies'>) {
  const { users } = useTexts()
  const { data = [] } = useQuery(companiesQuery)
  return (
    <Select
      variant="filled"
      label={users.companyFilter}
      value={filters.id_company ?? 'all'}
      onValueChange={(id: string) => onChange({ id_company: id === 'all' ? undefined : id })}
      options={[
        { value: 'all', label: users.anyCompany },
        ...data.map(({ id, nombre }) => ({ value: id, label: nombre })),
      ]}
      className="max-w-60"
    />
  )
}
