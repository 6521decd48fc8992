import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { documentQuery } from '../../features/documents/api/document.ts'
import { ReaderHeader } from '../../features/documents/components/reader-header.tsx'
import { LoadFailed } from '../../domain/load-failed.tsx'
import { paths } from '../../lib/paths.ts'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { AppPage } from '../app-page.tsx'
import { DocumentPage } from './document-page.tsx'

const route = getRouteApi('/signed-in/documentos/$id')

export function DocumentRoute() {
  const { id } = route.useParams()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const { data, isError, error, refetch } = useQuery(documentQuery(id))
  const goBack = () => {
    if (data?.id_solicitud !== null && data?.id_solicitud !== undefined) {
      void navigate({ href: paths.solicitud(data.id_solicitud) })
    } else if (router.history.canGoBack()) router.history.back()
    else void navigate({ href: paths.solicitudes() })
  }
  if (data === undefined) {
    return (
      <AppPage
        rail
        hideTabs
        header={<ReaderHeader document={undefined} page={1} pages={0} onBack={goBack} />}
        tools={null}
      >
        <div className="flex-1 p-6">
          {isError ? <LoadFailed error={error} onRetry={() => void refetch()} level={1} /> : <SkeletonList rows={6} />}
        </div>
      </AppPage>
    )
  }
  return (
    <DocumentPage
      key={id}
      document={data}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      onBack={goBack}
    />
  )
}
