import { readAgendaSearch, type AgendaSearch } from '../../features/agenda/agenda-search.ts'
import { AgendaPage } from '../../features/agenda/components/agenda-page.tsx'
import { useAgendaTexts } from '../../features/agenda/texts/agenda.ts'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../../shared/use-may.ts'
import { routeOf } from '../route-search.ts'

const route = routeOf('/agenda')

export function AgendaRoute() {
  const agenda = useAgendaTexts()
  const navigate = route.useNavigate()
  const search = readAgendaSearch(route.useSearch())
  const isStaff = useMay('solicitud.schedule', undefined)
  const onSearch = (change: AgendaSearch) => void navigate({ search: { ...search, ...change } })
  return (
    <AppPage crumbs={[{ label: agenda.title }]} phoneTitle={agenda.title}>
      <AgendaPage search={search} onSearch={onSearch} isStaff={isStaff} />
    </AppPage>
  )
}
