import { FilePlus, Languages, LogOut, Moon, Plus, ShieldCheck, Sun, UserRound } from 'lucide-react'
import { CommandBar, type Command } from '../../features/search/components/command-bar.tsx'
import { languageNames, languages } from '../../i18n/language.ts'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { useColorMode } from '../../ui/theme/color-mode.ts'
import { useMay } from '../use-may.ts'
import type { NavSection } from './shell-types.ts'
import { useNavigate } from '../../lib/router.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  nav: readonly NavSection[]
  onSignOut: () => void
}

/** The command bar with the places and the acts of whoever is signed in. */
export function AppCommands({ open, onOpenChange, nav, onSignOut }: Props) {
  const { commands: texts, shell } = useTexts()
  const navigate = useNavigate()
  const { shown, setMode } = useColorMode()
  const { language, setLanguage } = useLanguage()
  const mayCreate = useMay('solicitud.create')
  const mayMakeTemplates = useMay('template.create')
  const go = (to: string) => void navigate({ href: to })
  const dark = shown === 'dark'
  const places: Command[] = [
    ...nav.flatMap((section) => section.items),
    { to: paths.profile(), label: texts.profile, icon: <UserRound /> },
  ].map(({ to, label, icon }) => ({ id: `go-${to}`, group: 'places', label, icon, run: () => go(to) }))
  const actions: Command[] = [
    ...(mayCreate ? [{ id: 'new', label: texts.newRequest, icon: <Plus />, run: () => go(paths.newSolicitud()) }] : []),
    ...(mayMakeTemplates
      ? [{ id: 'new-template', label: texts.newTemplate, icon: <FilePlus />, run: () => go(paths.newTemplate()) }]
      : []),
    { id: 'verify', label: texts.verifyPdf, icon: <ShieldCheck />, run: () => go(paths.verify()) },
    {
      id: 'mode',
      label: dark ? texts.lightMode : texts.darkMode,
      words: shell.colorMode,
      icon: dark ? <Sun /> : <Moon />,
      run: () => setMode(dark ? 'light' : 'dark'),
    },
    ...languages
      .filter((one) => one !== language)
      .map((one) => ({
        id: `language-${one}`,
        label: languageNames[one],
        words: shell.language,
        icon: <Languages />,
        run: () => void setLanguage(one),
      })),
    { id: 'leave', label: texts.signOut, icon: <LogOut />, run: onSignOut },
  ].map((command) => ({ ...command, group: 'actions' as const }))
  return <CommandBar open={open} onOpenChange={onOpenChange} commands={[...places, ...actions]} onGo={go} />
}
