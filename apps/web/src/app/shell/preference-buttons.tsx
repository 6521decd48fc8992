import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { languageNames, languages } from '../../lib/texts/language.ts'
import { useLanguage } from '../../lib/texts/texts.tsx'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useColorMode, type ColorMode } from '../../ui/theme/color-mode.ts'

/** The next mode on click. */
const after: Record<ColorMode, ColorMode> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: Monitor, light: Sun, dark: Moon }

/** Cycles through system, light and dark. Not a menu, whose code a first visit does not need. */
export function ColorModeToggle() {
  const shell = useShellTexts()
  const { mode, setMode } = useColorMode()
  const Icon = icons[mode]
  return (
    <IconButton label={`${shell.colorMode}: ${shell.colorModes[mode]}`} onClick={() => setMode(after[mode])}>
      <Icon />
    </IconButton>
  )
}

/** Switches to the other language, labelled in that language; `compact`: only its icon is seen. */
export function LanguageToggle({ compact = false }: { compact?: boolean }) {
  const { language, setLanguage } = useLanguage()
  const next = languages[(languages.indexOf(language) + 1) % languages.length] ?? 'es'
  if (compact) {
    return (
      <IconButton label={languageNames[next]} lang={next} onClick={() => void setLanguage(next)}>
        <Languages />
      </IconButton>
    )
  }
  return (
    <Button
      variant="ghost"
      icon={<Languages />}
      lang={next}
      className="font-medium! text-ink-muted"
      onClick={() => void setLanguage(next)}
    >
      {languageNames[next]}
    </Button>
  )
}
