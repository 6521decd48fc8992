import { PrivacyPage } from '../../features/privacy/components/privacy-page.tsx'
import { usePrivacyTexts } from '../../features/privacy/texts/privacy.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useMay } from '../../shared/use-may.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/privacidad')

/** The privacy of a company: the one in the address, else the user's own. */
export function PrivacyRoute() {
  const texts = usePrivacyTexts()
  const { data } = useSession()
  const { empresa } = route.useSearch()
  const allowed = useMay('privacy.manage')
  return (
    <AppPage crumbs={[{ label: texts.title }]} phoneTitle={texts.title}>
      <PrivacyPage company={empresa ?? data?.user.id_company ?? null} allowed={allowed} />
    </AppPage>
  )
}
