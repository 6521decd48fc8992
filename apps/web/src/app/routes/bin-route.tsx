import { BinPage } from '../../features/documents/components/bin-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/router/paths.ts'
import { AppPage } from '../app-page.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

export function BinRoute() {
  const { reader } = useTexts()
  const navigate = useNavigate()
  return (
    <AppPage crumbs={[{ label: reader.binTitle }]} phoneTitle={reader.binTitle}>
      <BinPage onOpen={(id) => void navigate({ href: paths.document(id) })} />
    </AppPage>
  )
}
