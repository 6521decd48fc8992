import { useCallback, type ComponentProps } from 'react'
import { RefreshPage } from '../../features/session/components/refresh-page.tsx'
import { renderLink } from '../../shared/app-link.tsx'
import { paths, safeReturn } from '../../lib/router/paths.ts'
import { PublicLayout } from '../shell/public-layout.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/refresh')

/** /refresh over the page that it returns to. */
export function RefreshView(props: ComponentProps<typeof RefreshPage>) {
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <RefreshPage {...props} />
    </PublicLayout>
  )
}

/** /refresh by its address, e.g. after a reload. */
export function RefreshRoute() {
  const navigate = useNavigate()
  const { volver, estado, codigo, hasta } = route.useSearch()
  const goTo = useCallback((href: string) => void navigate({ href, replace: true }), [navigate])
  return (
    <RefreshView
      to={safeReturn(volver)}
      status={estado ?? null}
      code={codigo ?? null}
      until={hasta ?? null}
      onReturn={goTo}
      onHome={() => goTo(paths.home())}
    />
  )
}
