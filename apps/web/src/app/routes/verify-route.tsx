import { useCallback } from 'react'
import { renderLink } from '../../shared/app-link.tsx'
import { VerifyPage } from '../../features/verify/components/verify-page.tsx'
import { cleanCode } from '../../features/verify/verification-code.ts'
import { useVerifyTexts } from '../../features/verify/texts/verify.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useMay } from '../../shared/use-may.ts'
import { PublicLayout } from '../shell/public-layout.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/verificar')

/** Public page: errors are shown here and never redirect to /refresh. */
export function VerifyRoute() {
  const verify = useVerifyTexts()
  const { status } = useSession()
  const navigate = useNavigate()
  const { codigo } = route.useSearch()
  const goTo = useCallback((code: string | undefined) => void navigate({ href: paths.verify(code) }), [navigate])
  return (
    <PublicLayout
      home={paths.home()}
      renderLink={renderLink}
      title={verify.title}
      {...(status === 'authenticated' ? {} : { signIn: paths.signIn() })}
    >
      <VerifyPage
        code={codigo === undefined ? undefined : cleanCode(codigo)}
        onCode={goTo}
        mayTrust={useMay('trust.manage')}
      />
    </PublicLayout>
  )
}
