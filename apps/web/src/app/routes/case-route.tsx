import type { Document } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { solicitudQuery } from '../../features/solicitudes/api/details-solicitud.ts'
import { CasePage } from '../../features/solicitudes/components/case-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { AppPage } from '../app-page.tsx'
import { LazyShareModal } from './lazy-share-modal.tsx'

const route = getRouteApi('/signed-in/solicitudes/$id')

export function CaseRoute() {
  const { solicitudes } = useTexts()
  const navigate = route.useNavigate()
  const { id } = route.useParams()
  const { data } = useQuery(solicitudQuery(id))
  const [sharing, setSharing] = useState<Document | null>(null)
  return (
    <AppPage
      crumbs={[
        { label: solicitudes.title, to: paths.solicitudes() },
        ...(data === undefined ? [] : [{ label: data.solicitud_main.titulo }]),
      ]}
    >
      <CasePage
        key={id}
        id={id}
        onShare={setSharing}
        onOpen={(document, tab) =>
          void navigate({
            href: `${paths.document(document.id_documento)}${tab === undefined ? '' : `?tab=${tab}`}`,
          })
        }
      />
      <LazyShareModal document={sharing} onClose={() => setSharing(null)} />
    </AppPage>
  )
}
