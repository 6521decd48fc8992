import { Stamp } from 'lucide-react'
import { TrustPage } from '../../features/trust/components/trust-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { AppPage } from '../app-page.tsx'
import { useOfficeLinks } from '../use-office-links.tsx'
import { useMay } from '../use-may.ts'

export function TrustRoute() {
  const { trust } = useTexts()
  const { data } = useSession()
  const links = useOfficeLinks({ to: paths.signingSettings(), icon: <Stamp />, label: trust.signing })
  const mayManage = useMay('trust.manage')
  const isAdmin = data?.user.role === 'admin'
  const company = data?.user.id_company ?? null
  return (
    <AppPage crumbs={[{ label: trust.title }]} phoneTitle={trust.title}>
      <TrustPage
        links={links}
        mayManage={mayManage}
        mayRemove={(anchor) => mayManage && (isAdmin || anchor.id_company === company)}
      />
    </AppPage>
  )
}
