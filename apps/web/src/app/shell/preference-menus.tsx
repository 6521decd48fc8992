import { Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { languageNames, languages } from '../../lib/texts/language.ts'
import { useLanguage } from '../../lib/texts/texts.tsx'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { useColorMode, type ColorMode } from '../../ui/theme/color-mode.ts'

const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> }
const modes = ['system', 'light', 'dark'] as const satisfies readonly ColorMode[]

/** Menu items for system, light and dark mode. */
export function ColorModeChoice() {
  const shell = useShellTexts()
  const { mode, setMode } = useColorMode()
  const options = modes.map((value) => ({ value, label: shell.colorModes[value], icon: icons[value] }))
  return <MenuChoice label={shell.colorMode} value={mode} onValueChange={setMode} options={options} />
}

export function LanguageChoice() {
  const shell = useShellTexts()
  const { language, setLanguage } = useLanguage()
  const options = languages.map((value) => ({ value, label: languageNames[value] }))
  return (
    <MenuChoice
      label={shell.language}
      value={language}
      onValueChange={(next) => void setLanguage(next)}
      options={options}
    />
  )
}

export function ColorModeButton({ side }: { side?: 'right' | 'bottom' }) {
  const shell = useShellTexts()
  return (
    <Menu
      {...(side === undefined ? {} : { side })}
      trigger={
        <IconButton label={shell.colorMode}>
          <SunMoon />
        </IconButton>
      }
    >
      <ColorModeChoice />
    </Menu>
  )
}
