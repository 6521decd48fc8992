import { roles, type Role } from '@foja/contracts/roles'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useUsersTexts } from '../texts/users.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { UserFilters } from '../api/list-users.ts'
import { orderings, statuses } from '../user-words.ts'

const CompanyFilter = lazyPart(async () => (await import('./company-filter.tsx')).CompanyFilter)

type Props = { filters: UserFilters; onChange: (change: UserFilters) => void; companies: boolean }

/** Search, status, role, company and second factor; on phones also the order, because cards have no headers. */
export function UsersFilters({ filters, onChange, companies }: Props) {
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
        {companies && (
          <Suspense fallback={null}>
            <CompanyFilter company={filters.id_company} onChange={(id) => onChange({ id_company: id })} />
          </Suspense>
        )}
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
