import type { SolicitudMainPage } from '@foja/contracts/solicitudes'
import { solicitudStatuses } from '@foja/contracts/states'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSolicitudesTexts } from '../texts/solicitudes.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useClientState } from '../../../lib/session/client-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { ListFilters } from '../api/solicitudes.ts'
import { chipsOf } from '../list-search.ts'
import type { Chosen } from '../../../shared/person-picker.tsx'

const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips)
const FiltersModal = lazyPart(async () => (await import('./filters-modal.tsx')).FiltersModal)

type Props = {
  filters: ListFilters
  /** The page of the list, with the case files of each status. */
  list: SolicitudMainPage | undefined
  /** The assignee in the filter, if one of the rows contains it. */
  person: Chosen | null
  onChange: (change: Partial<ListFilters>) => void
}

/** Search, status and other filters; all of them are in the address. */
export function ListFiltersBar({ filters, list, person, onChange }: Props) {
  const solicitudes = useSolicitudesTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const phone = useMedia(phoneQuery)
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<Chosen | null>(null)
  const chosen = [known, person].find((one) => one?.id === filters.asignado_a) ?? null
  const chips = chipsOf(filters)
  const { role } = useClientState()
  const count = (status: keyof SolicitudMainPage['counts']) => {
    const value = list?.counts[status]
    const isListed = status === (filters.status ?? 'all')
    const isExact = list?.counts_exact === true || (isListed && list?.count_exact === true)
    // A space as wide as a digit keeps the place of a number that is not there yet, or not known.
    if (value === undefined || (value === 0 && !isExact)) return '\u2007'
    return isExact ? number(value) : `${number(value)}+`
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5 max-md:flex-col max-md:flex-nowrap max-md:items-stretch">
      <div className="flex min-w-60 flex-1 gap-2 md:max-w-72">
        <div className="min-w-0 flex-1">
          <SearchBox
            label={solicitudes.search}
            placeholder={solicitudes.searchPlaceholder}
            value={filters.q ?? ''}
            onChange={(q) => onChange({ q })}
          />
        </div>
        {phone && (
          <IconButton
            label={solicitudes.filters}
            variant="secondary"
            size="lg"
            tooltip={false}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <ListFilter />
          </IconButton>
        )}
      </div>
      <SegmentedControl
        label={solicitudes.filter}
        variant={phone ? 'chips' : 'track'}
        value={filters.status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
        options={[
          { value: 'all' as const, label: solicitudes.all, count: count('all') },
          ...solicitudStatuses.map((value) => ({
            value,
            label: domain.solicitudStatus[value],
            count: count(value),
          })),
        ]}
      />
      {(!phone || chips.length > 0) && (
        <div className="flex flex-wrap items-center gap-2">
          {!phone && (
            <Button
              icon={<ListFilter />}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className="rounded-full! font-medium!"
            >
              {solicitudes.filters}
            </Button>
          )}
          {chips.length > 0 && <FilterChips chips={chips} filters={filters} person={chosen} onChange={onChange} />}
        </div>
      )}
      {open && (
        <FiltersModal
          filters={filters}
          person={chosen}
          onClose={() => setOpen(false)}
          byPerson={role !== '' && role !== 'usuario'}
          onApply={(change, next) => {
            setKnown(next)
            onChange(change)
          }}
        />
      )}
    </div>
  )
}
