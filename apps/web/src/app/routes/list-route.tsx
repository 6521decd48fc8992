import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import type { ListFilters } from '../../features/solicitudes/api/list-solicitud-main.ts'
import { ListPage } from '../../features/solicitudes/components/list-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { AppLink } from '../../domain/app-link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../use-may.ts'

const route = getRouteApi('/signed-in/solicitudes')

export function ListRoute() {
  const { solicitudes } = useTexts()
  const navigate = route.useNavigate()
  const { page = 1, ...filters } = route.useSearch()
  const mayCreate = useMay('solicitud.create')
  const onPage = useCallback(
    (next: number) => void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }) }),
    [navigate],
  )
  // Another filter starts at its first page.
  const onFilters = useCallback(
    (change: Partial<ListFilters>) =>
      void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: true }),
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
