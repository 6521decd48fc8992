import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { openDocumentQuery } from '../../features/documents/api/open-document.ts'
import { Reader } from '../../shared/reader.tsx'
import { ReaderHeader } from '../../features/documents/components/reader-header.tsx'
import { pixelsPerPoint } from '../../shared/use-zoom.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { paths } from '../../lib/router/paths.ts'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { AppPage } from '../app-page.tsx'
import { DocumentPage } from './document-page.tsx'
import { ThumbnailColumn } from './thumbnail-column.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/documentos/$id')

export function DocumentRoute() {
  const { id } = route.useParams()
  const { tab, version } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const reader = useRef<HTMLDivElement>(null)
  const { data, isLoadingError, error, refetch } = useQuery(openDocumentQuery(id, version === undefined))
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
        tools={<></>}
      >
        {isLoadingError ? (
          <div className="flex-1 p-6">
            <LoadFailed error={error} onRetry={() => void refetch()} level={1} />
          </div>
        ) : (
          <div className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
            <ThumbnailColumn images={undefined} current={1} onGo={() => {}} />
            <Reader ref={reader} images={undefined} scale={pixelsPerPoint} onBroken={() => {}} />
            <aside className="w-93 shrink-0 border-l border-line bg-panel max-lg:w-80 max-md:hidden">
              <SkeletonList rows={4} header />
            </aside>
          </div>
        )}
      </AppPage>
    )
  }
  return (
    <DocumentPage
      key={id}
      document={data}
      tab={tab}
      version={version}
      onTab={(next) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true })}
      onVersion={(next) => void navigate({ search: (before) => ({ ...before, version: next }), replace: true })}
      onDeleted={() =>
        navigate({ href: data.id_solicitud === null ? paths.solicitudes() : paths.solicitud(data.id_solicitud) })
      }
      onBack={goBack}
    />
  )
}
