import { LoosePage } from '../../features/signing/files/loose-page.tsx'
import { useLooseTexts } from '../../features/signing/texts/loose.ts'
import { paths } from '../../lib/router/paths.ts'
import { useAppTexts } from '../../ui/texts/app.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/documentos')

export function LooseRoute() {
  const texts = useLooseTexts()
  const app = useAppTexts()
  const q = route.useSearch()['q']
  const navigate = route.useNavigate()
  return (
    <AppPage
      crumbs={[{ label: app.nav.solicitudes, to: paths.solicitudes() }, { label: texts.looseTitle }]}
      phoneTitle={texts.looseTitle}
    >
      <LoosePage q={q} onSearch={(next) => void navigate({ search: { q: next }, replace: true })} />
    </AppPage>
  )
}
