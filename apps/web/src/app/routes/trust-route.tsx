import { Stamp } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { TrustPage } from '../../features/trust/components/trust-page.tsx'
import { readTrustSearch, type TrustSearch } from '../../features/trust/trust-search.ts'
import { useTrustTexts } from '../../features/trust/texts/trust.ts'
import { toAddress } from '../../lib/router/address-values.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useOfficeLinks } from '../use-office-links.tsx'
import { useMay } from '../../shared/use-may.ts'

const route = routeOf('/autoridades')

export function TrustRoute() {
  const trust = useTrustTexts()
  const { data } = useSession()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const search = useMemo(() => readTrustSearch(raw), [raw])
  const onSearch = useCallback(
    (change: TrustSearch) =>
      void navigate({ search: (before) => ({ ...before, ...toAddress(change) }), replace: true }),
    [navigate],
  )
  const links = useOfficeLinks({ to: paths.signingSettings(), icon: <Stamp />, label: trust.signing })
  const mayManage = useMay('trust.manage')
  const maySwitch = useMay('trust.switch')
  const isAdmin = data?.user.role === 'admin'
  const company = data?.user.id_company ?? null
  return (
    <AppPage crumbs={[{ label: trust.title }]} phoneTitle={trust.title}>
      <TrustPage
        links={links}
        search={search}
        onSearch={onSearch}
        mayManage={mayManage}
        maySwitch={maySwitch}
        mayRemove={(anchor) => mayManage && (isAdmin || anchor.id_company === company)}
      />
    </AppPage>
  )
}
