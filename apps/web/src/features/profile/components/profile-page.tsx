import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { securityQuery } from '../api/security.ts'
import { DetailsCard } from './details-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

type Props = {
  onSignOut: () => void
  /** Brought here because a second factor is wanted. */
  securityWanted: boolean
  /** The second factor is on. */
  onActivated: () => void
}

/** One's own account: who one is, how one gets in and from where, how Foja looks and speaks, and the way out. */
export function ProfilePage({ onSignOut, securityWanted, onActivated }: Props) {
  const { profile } = useTexts()
  const { data } = useQuery(securityQuery)
  // Until then the server takes nothing else: it is not offered.
  const owed = data?.totp.owed === true
  const details = <DetailsCard key="details" editable={!owed} />
  // With a key: it stays itself, and what it has open stays open, when what was owed no longer is.
  const security = <SecurityCard key="security" wanted={securityWanted} onActivated={onActivated} />
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={profile.title} />
      <div className="flex flex-col gap-4">
        {owed ? [security, details] : [details, security]}
        {data !== undefined && !owed && <SessionsCard />}
        <PreferencesCard />
        <Card>
          <CardHeader title={profile.session} />
          <CardBody className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-muted">{profile.sessionText}</p>
            <Button icon={<LogOut />} onClick={onSignOut}>
              {profile.signOut}
            </Button>
          </CardBody>
        </Card>
      </div>
    </div>
  )
}
