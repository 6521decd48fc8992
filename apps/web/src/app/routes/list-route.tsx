import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ListFilters } from '../../features/solicitudes/api/solicitudes.ts'
import { ListPage } from '../../features/solicitudes/components/list-page.tsx'
import { readListSearch } from '../../features/solicitudes/list-search.ts'
import { useSolicitudesTexts } from '../../features/solicitudes/texts/solicitudes.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { toAddress } from '../../lib/router/address-values.ts'
import { paths } from '../../lib/router/paths.ts'
import { Button } from '../../ui/button.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../../shared/use-may.ts'
import { routeOf } from '../route-search.ts'

const route = routeOf('/solicitudes')

export function ListRoute() {
  const solicitudes = useSolicitudesTexts()
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { page = 1, ...filters } = useMemo(() => readListSearch(search), [search])
  const mayCreate = useMay('solicitud.create')
  const onPage = useCallback(
    (next: number) =>
      void navigate({ search: (before) => ({ ...before, ...toAddress({ page: next === 1 ? undefined : next }) }) }),
    [navigate],
  )
  // A changed filter starts at the first page.
  const onFilters = useCallback(
    (change: Partial<ListFilters>) =>
      void navigate({ search: (before) => ({ ...before, ...toAddress(change), page: undefined }), replace: true }),
    [navigate],
  )
  return (
    <AppPage
      crumbs={[{ label: solicitudes.title }]}
      phoneTitle={solicitudes.title}
      phoneTools={
        mayCreate ? (
          <Button asChild variant="primary" icon={<Plus />}>
            <AppLink to={paths.newSolicitud()}>{solicitudes.newShort}</AppLink>
          </Button>
        ) : undefined
      }
    >
      <ListPage page={page} filters={filters} onPage={onPage} onFilters={onFilters} mayCreate={mayCreate} />
    </AppPage>
  )
}
