import { SharedPage } from '../../features/shares/components/shared-page.tsx'
import { useSharesTexts } from '../../features/shares/texts/shares.ts'
import { renderLink } from '../../shared/app-link.tsx'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useMay } from '../../shared/use-may.ts'
import { PublicLayout } from '../shell/public-layout.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/compartido')

/** Public page: errors of the link are shown here and never redirect to /refresh. */
export function SharedRoute() {
  const shares = useSharesTexts()
  const { status } = useSession()
  const { share } = route.useSearch()
  return (
    <PublicLayout
      home={paths.home()}
      renderLink={renderLink}
      title={shares.publicTitle}
      {...(status === 'authenticated' ? {} : { signIn: paths.signIn() })}
    >
      <SharedPage key={share} share={share ?? ''} mayTrust={useMay('trust.manage')} />
    </PublicLayout>
  )
}
