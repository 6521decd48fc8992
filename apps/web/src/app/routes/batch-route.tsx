import { BatchPage } from '../../features/signing/batch/batch-page.tsx'
import { useBatchTexts } from '../../features/signing/texts/batch.ts'
import { useMySignatureTexts } from '../../features/signing/texts/my-signature.ts'
import { paths } from '../../lib/router/paths.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/firma/lote')

/** Document ids separated by commas; invalid ones are dropped. */
const idsOf = (text = '') => text.split(',').filter((id) => /^[0-9a-f-]{36}$/.test(id))

export function BatchRoute() {
  const batch = useBatchTexts()
  const mySignature = useMySignatureTexts()
  const { ids } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle, to: paths.signer() }, { label: batch.title }]}>
      <BatchPage ids={idsOf(ids)} onCertificate={() => void navigate({ href: paths.signer() })} />
    </AppPage>
  )
}
