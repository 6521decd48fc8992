import { TrustPage } from '../../features/trust/components/trust-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { useSession } from '../../lib/session.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../use-may.ts'

export function TrustRoute() {
  const { trust } = useTexts()
  const { data } = useSession()
  const mayManage = useMay('trust.manage')
  const isAdmin = data?.user.role === 'admin'
  const company = data?.user.id_company ?? null
  return (
    <AppPage crumbs={[{ label: trust.title }]} phoneTitle={trust.title}>
      <TrustPage
        mayManage={mayManage}
        mayRemove={(anchor) => mayManage && (isAdmin || anchor.id_company === company)}
      />
    </AppPage>
  )
}
