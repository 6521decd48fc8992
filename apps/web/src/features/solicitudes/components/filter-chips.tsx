import { X } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useListToolsTexts } from '../texts/list-tools.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ListFilters } from '../api/solicitudes.ts'
import { without, type ChipName } from '../list-search.ts'
import type { Chosen } from '../../../shared/person-picker.tsx'

type Props = {
  chips: readonly ChipName[]
  filters: ListFilters
  /** The assignee in the filter, if known. */
  person: Chosen | null
  onChange: (change: Partial<ListFilters>) => void
}

/** Local midnight, so that 2026-11-20 is shown as the 20th in every time zone. */
const dayOf = (date: string) => new Date(`${date}T00:00`)

/** The active filters as chips that can be removed. */
export function FilterChips({ chips, filters, person, onChange }: Props) {
  const listTools = useListToolsTexts()
  const domain = useDomainTexts()
  const { shortDate } = useFormat()
  const { data: session } = useSession()
  const day = (date: string | undefined) => (date === undefined ? '' : shortDate(dayOf(date)))
  const words = (chip: ChipName): string => {
    if (chip === 'dates') return listTools.chips.dates(day(filters.desde), day(filters.hasta))
    if (chip === 'mediacion') return listTools.chips.mediation(domain.mediation[filters.mediacion ?? 'sin_iniciar'])
    if (chip === 'id_company') return listTools.chips.company
    if (chip !== 'asignado_a') return listTools.chips[chip]
    return filters.asignado_a === session?.user.id ? listTools.chips.mine : (person?.nombre ?? listTools.chips.theirs)
  }
  return chips.map((chip) => (
    <Button
      key={chip}
      iconEnd={<X />}
      aria-label={listTools.removeFilter(words(chip))}
      onClick={() => onChange(without(chip))}
      className="rounded-full! bg-muted! font-medium!"
    >
      {words(chip)}
    </Button>
  ))
}
