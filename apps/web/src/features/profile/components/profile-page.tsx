import { useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { languageNames, languages } from '../../../i18n/language.ts'
import { useFormat, useLanguage, useTexts } from '../../../i18n/texts.tsx'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { meQuery } from '../../../domain/me.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { useColorMode } from '../../../ui/theme/color-mode.ts'

/** The person's own details, how Foja looks and speaks to them, and the way out. */
export function ProfilePage({ onSignOut }: { onSignOut: () => void }) {
  const { profile } = useTexts()
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={profile.title} />
      <div className="flex flex-col gap-4">
        <Details />
        <Preferences />
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

function Details() {
  const { profile, domain } = useTexts()
  const { relative } = useFormat()
  const { data, isError, error, refetch } = useQuery(meQuery)
  return (
    <Card>
      <CardHeader title={profile.details} />
      {isError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={3} />
      ) : (
        <CardBody>
          <div className="mb-4 flex items-center gap-3">
            <Avatar name={data.nombre} size="lg" silent />
            <div className="min-w-0">
              <p className="text-section font-semibold">{data.nombre}</p>
              <p className="text-ink-muted">{data.email}</p>
            </div>
          </div>
          <Facts
            items={[
              { label: profile.role, value: domain.roles[data.role] },
              { label: profile.company, value: data.company?.nombre ?? profile.noCompany },
              { label: profile.position, value: data.cargo ?? profile.notStated },
              { label: profile.phone, value: data.telefono ?? profile.notStated },
              {
                label: profile.lastLogin,
                value: data.last_login_at === null ? profile.notStated : relative(data.last_login_at),
              },
            ]}
          />
        </CardBody>
      )}
    </Card>
  )
}

function Preferences() {
  const { profile, shell } = useTexts()
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
            // Three words and their icons are wider than a narrow phone.
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
