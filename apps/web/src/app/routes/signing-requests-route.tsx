import { Send } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { RequestsPage } from '../../features/signing-requests/components/requests-page.tsx'
import {
  readRequestsSearch,
  writeRequestsSearch,
  type RequestsSearch,
} from '../../features/signing-requests/requests-search.ts'
import { useRequestListTexts } from '../../features/signing-requests/texts/request-list.ts'
import { paths } from '../../lib/router/paths.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/pedidos')

export function SigningRequestsRoute() {
  const texts = useRequestListTexts()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const search = useMemo(() => readRequestsSearch(raw), [raw])
  // A changed filter starts at the first page.
  const onSearch = useCallback(
    (change: Partial<RequestsSearch>) =>
      void navigate({
        search: (before) => writeRequestsSearch({ ...readRequestsSearch(before), page: 1, ...change }),
        replace: change.page === undefined,
      }),
    [navigate],
  )
  return (
    <AppPage
      crumbs={[{ label: texts.title }]}
      phoneTitle={texts.title}
      phoneTools={
        <Button asChild variant="primary" icon={<Send />}>
          <AppLink to={search.kind === 'firmas' ? paths.askForSignatures() : paths.askForDocuments()}>
            {texts.newOf[search.kind]}
          </AppLink>
        </Button>
      }
    >
      <RequestsPage search={search} onSearch={onSearch} />
    </AppPage>
  )
}
