import { Monitor, Moon, Sun } from 'lucide-react'
import { languageNames, languages } from '../../../lib/texts/language.ts'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useProfileTexts } from '../texts/profile.ts'
import { useShellTexts } from '../../../shared/texts/shell.ts'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { useColorMode } from '../../../ui/theme/color-mode.ts'

/** Theme and language in this browser. */
export function PreferencesCard() {
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
