import { PrivacyPage } from '../../features/privacy/components/privacy-page.tsx'
import { usePrivacyTexts } from '../../features/privacy/texts/privacy.ts'
import { useMay } from '../../shared/use-may.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useCompanyPage } from './use-company-page.ts'

const route = routeOf('/privacidad')

/** The privacy of a company: the one in the address, else the user's own. */
export function PrivacyRoute() {
  const texts = usePrivacyTexts()
  const { company, crumbs, title } = useCompanyPage(route.useSearch().empresa, texts.title)
  const allowed = useMay('privacy.manage')
  return (
    <AppPage crumbs={crumbs} phoneTitle={texts.title}>
      <PrivacyPage title={title} company={company} allowed={allowed} />
    </AppPage>
  )
}
