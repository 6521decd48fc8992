import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useProfileTexts } from '../texts/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { meQuery } from '../../../shared/me.ts'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { securityQuery, sessionsQuery } from '../api/profile.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { DetailsCard } from './details-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { languageNames, languages } from '../../../lib/texts/language.ts'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useShellTexts } from '../../../shared/texts/shell.ts'
import { Field } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { useColorMode } from '../../../ui/theme/color-mode.ts'

const ApiKeysCard = lazyPart(async () => (await import('./api-keys-card.tsx')).ApiKeysCard)

const OwnDataCard = lazyPart(async () => (await import('./own-data-card.tsx')).OwnDataCard)

/** Theme and language in this browser. */
function PreferencesCard() {
  const profile = useProfileTexts()
  const shell = useShellTexts()
  const { language, setLanguage } = useLanguage()
  const { mode, setMode } = useColorMode()
  return (
    <Card>
      <CardHeader title={profile.preferences} />
      <CardBody className="flex flex-wrap gap-x-8 gap-y-5">
        <Field label={profile.language} group>
          <SegmentedControl
            value={language}
            onValueChange={(next) => void setLanguage(next)}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Field>
        <Field label={profile.colorMode} group>
          <SegmentedControl
            // Three labels with icons do not fit on a narrow phone.
            className="max-sm:[&_svg]:hidden"
            value={mode}
            onValueChange={setMode}
            options={[
              { value: 'system' as const, label: shell.colorModes.system, icon: <Monitor /> },
              { value: 'light' as const, label: shell.colorModes.light, icon: <Sun /> },
              { value: 'dark' as const, label: shell.colorModes.dark, icon: <Moon /> },
            ]}
          />
        </Field>
      </CardBody>
    </Card>
  )
}

type Props = {
  onSignOut: () => void
  /** The user was redirected here to set up a second factor. */
  securityWanted: boolean
  /** The second factor was activated. */
  onActivated: () => void
}

/** The user's own account: details, sign-in and sessions, preferences, and sign-out. */
export function ProfilePage({ onSignOut, securityWanted, onActivated }: Props) {
  const profile = useProfileTexts()
  const me = useQuery(meQuery)
  const { data, isPending } = useQuery(securityQuery)
  // Until it is set up the server rejects everything else, so nothing else is offered.
  const owed = data?.totp.owed === true
  const hasSessions = data !== undefined && !owed
  const sessions = useQuery({ ...sessionsQuery, enabled: hasSessions })
  const details = <DetailsCard key="details" editable={!owed} />
  // The key keeps the component and its open dialog mounted when `owed` changes.
  const security = <SecurityCard key="security" wanted={securityWanted} onActivated={onActivated} />
  // All at once, because the heights of the cards are not known before. Only the first time: a card that tries a failed
  // load again must stay.
  const [appeared, setAppeared] = useState(false)
  const isLoading = me.isPending || isPending || sessions.isLoading
  if (!isLoading && !appeared) setAppeared(true)
  if (isLoading && !appeared)
    return (
      <div className="max-w-180">
        <PageHeader title={profile.title} />
        <Card>
          <SkeletonForm />
        </Card>
      </div>
    )
  return (
    <div className="max-w-180">
      <PageHeader title={profile.title} />
      <div className="flex flex-col gap-4">
        {owed ? [security, details] : [details, security]}
        {hasSessions && <SessionsCard />}
        {hasSessions && <ApiKeysCard />}
        <PreferencesCard />
        {hasSessions && <OwnDataCard />}
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
