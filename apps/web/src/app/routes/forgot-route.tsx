import { renderLink } from '../../domain/app-link.tsx'
import { ForgotPage } from '../../features/account/components/forgot-page.tsx'
import { readLastPerson } from '../../lib/last-person.ts'
import { typedEmail } from '../../features/session/typed-email.ts'
import { paths } from '../../lib/paths.ts'
import { PublicLayout } from '../shell/public-layout.tsx'

export function ForgotRoute() {
  const typed = typedEmail()
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <ForgotPage email={typed === '' ? (readLastPerson()?.email ?? '') : typed} />
    </PublicLayout>
  )
}
