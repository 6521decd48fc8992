import { BatchPage } from '../../features/signing/batch/batch-page.tsx'
import { useBatchTexts } from '../../features/signing/texts/batch.ts'
import { paths } from '../../lib/router/paths.ts'
import { useAppTexts } from '../../ui/texts/app.ts'
import { AppPage } from '../app-page.tsx'
import { documentIdsOf } from '../document-ids.ts'
import { routeOf } from '../route-search.ts'

const route = routeOf('/firma/lote')

export function BatchRoute() {
  const batch = useBatchTexts()
  const app = useAppTexts()
  const { ids } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AppPage crumbs={[{ label: app.nav.signer, to: paths.signer() }, { label: batch.title }]}>
      <BatchPage ids={documentIdsOf(ids)} onCertificate={() => void navigate({ href: paths.signer() })} />
    </AppPage>
  )
}
