import type { Ordering } from '@foja/contracts/solicitudes'
import { solicitudStatuses, type SolicitudStatus } from '@foja/contracts/states'
import { ArrowUpDown, Calendar, Search, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { orderings } from '../../../lib/orderings.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { ListFilters } from '../api/list-solicitud-main.ts'

const DatesModal = lazy(async () => ({ default: (await import('./dates-modal.tsx')).DatesModal }))

type Props = {
  filters: ListFilters
  counts: Record<SolicitudStatus, number> | undefined
  onChange: (change: Partial<ListFilters>) => void
}

/** A search that is sent when the typing pauses. */
function SearchBox({ value, onChange }: { value: string; onChange: (q: string | undefined) => void }) {
  const { solicitudes } = useTexts()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text.trim() === '' ? undefined : text.trim()), 350)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <Input
      type="search"
      icon={<Search />}
      aria-label={solicitudes.search}
      placeholder={solicitudes.searchPlaceholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Local midnight, so that 2026-11-20 is shown as the 20th in every zone. */
const dayOf = (date: string) => new Date(`${date}T00:00`)

function DatesFilter({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { solicitudes } = useTexts()
  const format = useFormat()
  const [open, setOpen] = useState<boolean>()
  const { desde, hasta } = filters
  const set = desde !== undefined || hasta !== undefined
  const words = [desde, hasta].map((date) => (date === undefined ? '…' : format.shortDate(dayOf(date)))).join(' – ')
  return (
    <span className="inline-flex shrink-0 items-center">
      <Button
        icon={<Calendar />}
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
        className={set ? 'rounded-full! bg-muted!' : 'rounded-full! border-line! font-medium! text-ink-muted!'}
      >
        {set ? words : solicitudes.dates}
      </Button>
      {set && (
        <IconButton
          label={solicitudes.clearDates}
          size="sm"
          className="ml-1"
          onClick={() => onChange({ desde: undefined, hasta: undefined })}
        >
          <X />
        </IconButton>
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <DatesModal open={open} onOpenChange={setOpen} filters={filters} onApply={onChange} />
        </Suspense>
      )}
    </span>
  )
}

/** Search, status, dates and order of the list; all of it lives in the address. */
export function ListFiltersBar({ filters, counts, onChange }: Props) {
  const { solicitudes, domain } = useTexts()
  const format = useFormat()
  const phone = useMedia(phoneQuery)
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5 max-md:flex-col max-md:flex-nowrap max-md:items-stretch">
      <div className="min-w-60 flex-1 md:max-w-80">
        <SearchBox value={filters.q ?? ''} onChange={(q) => onChange({ q })} />
      </div>
      <SegmentedControl
        label={solicitudes.filter}
        variant={phone ? 'chips' : 'track'}
        value={filters.status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
        options={[
          { value: 'all' as const, label: solicitudes.all },
          ...solicitudStatuses.map((value) => ({
            value,
            label: domain.solicitudStatus[value],
            count: count(counts?.[value]),
          })),
        ]}
      />
      <div className="flex items-center gap-2 max-md:overflow-x-auto">
        <DatesFilter filters={filters} onChange={onChange} />
        <span className="xl:hidden">
          <Select
            variant="filled"
            label={solicitudes.order}
            value={filters.ordering ?? '-updated_at'}
            onValueChange={(ordering: Ordering) => onChange({ ordering })}
            options={orderings.map((value) => ({
              value,
              label: solicitudes.orderings[value],
              icon: <ArrowUpDown className="size-4" />,
            }))}
          />
        </span>
      </div>
    </div>
  )
}
