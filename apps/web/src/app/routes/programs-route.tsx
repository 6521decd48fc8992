import { EmbedCard } from '../../features/companies/components/embed-card.tsx'
import { ApiKeysCard } from '../../features/profile/components/api-keys-card.tsx'
import { ProgramsPage } from '../../features/webhooks/components/programs-page.tsx'
import { WebhooksCard } from '../../features/webhooks/components/webhooks-card.tsx'
import { useWebhooksTexts } from '../../features/webhooks/texts/webhooks.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useMay } from '../../shared/use-may.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/programas')

/** What connects other programs to a company: the one in the address, else the user's own. */
export function ProgramsRoute() {
  const texts = useWebhooksTexts()
  const { data } = useSession()
  const { empresa } = route.useSearch()
  const company = empresa ?? data?.user.id_company ?? null
  return (
    <AppPage crumbs={[{ label: texts.page.title }]} phoneTitle={texts.page.title}>
      <ProgramsPage allowed={useMay('webhook.manage')}>
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
