import { renderLink } from '../../shared/app-link.tsx'
import { ForgotPage } from '../../features/account/components/forgot-page.tsx'
import { readLastSignedInUser } from '../../lib/session/last-signed-in-user.ts'
import { typedEmail } from '../../features/session/typed-email.ts'
import { paths } from '../../lib/router/paths.ts'
import { PublicLayout } from '../shell/public-layout.tsx'

export function ForgotRoute() {
  const typed = typedEmail()
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <ForgotPage email={typed === '' ? (readLastSignedInUser()?.email ?? '') : typed} />
    </PublicLayout>
  )
}
