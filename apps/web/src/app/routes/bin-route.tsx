import { BinPage } from '../../features/documents/components/bin-page.tsx'
import { useReaderTexts } from '../../features/documents/texts/reader.ts'
import { AppPage } from '../app-page.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

export function BinRoute() {
  const reader = useReaderTexts()
  const navigate = useNavigate()
  return (
    <AppPage crumbs={[{ label: reader.binTitle }]} phoneTitle={reader.binTitle}>
      <BinPage onOpen={(href) => void navigate({ href })} />
    </AppPage>
  )
}
