import { EmbedCard } from '../../features/companies/components/embed-card.tsx'
import { ApiKeysCard } from '../../features/profile/components/api-keys-card.tsx'
import { ProgramsPage } from '../../features/webhooks/components/programs-page.tsx'
import { WebhooksCard } from '../../features/webhooks/components/webhooks-card.tsx'
import { useWebhooksTexts } from '../../features/webhooks/texts/webhooks.ts'
import { useMay } from '../../shared/use-may.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useCompanyPage } from './use-company-page.ts'

const route = routeOf('/programas')

/** What connects other programs to a company: the one in the address, else the user's own. */
export function ProgramsRoute() {
  const texts = useWebhooksTexts()
  const { company, crumbs, title } = useCompanyPage(route.useSearch().empresa, texts.page.title)
  return (
    <AppPage crumbs={crumbs} phoneTitle={texts.page.title}>
      <ProgramsPage title={title} allowed={useMay('webhook.manage')}>
        {company === null ? null : (
          <>
            <ApiKeysCard company={company} />
            <WebhooksCard company={company} />
            <EmbedCard company={company} />
          </>
        )}
      </ProgramsPage>
    </AppPage>
  )
}
