import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  CircleHelp,
  FilePlus,
  Files,
  Languages,
  LogOut,
  Moon,
  Send,
  Plus,
  ShieldCheck,
  Signature,
  Stamp,
  Sun,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { CommandBar } from '../../features/search/components/command-bar.tsx'
import { setAskedPerson } from '../../features/signing-requests/asked-person.ts'
import type { Command } from '../../features/search/use-groups.tsx'
import { companiesQuery } from '../../shared/companies.ts'
import { languageNames, languages } from '../../lib/texts/language.ts'
import { useLanguage } from '../../lib/texts/texts.tsx'
import { useCommandsTexts } from '../../features/search/texts/commands.ts'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { paths } from '../../lib/router/paths.ts'
import { useColorMode } from '../../ui/theme/color-mode.ts'
import { useMay } from '../../shared/use-may.ts'
import { askDocumentsFrom, askFrom } from './ask-from.ts'
import type { NavSection } from './shell-types.ts'
import { useNavigate, useShown } from '../../lib/router/router.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  nav: readonly NavSection[]
  onSignOut: () => void
}

/** The command bar with the pages and actions allowed for the user. */
export function AppCommands({ open, onOpenChange, nav, onSignOut }: Props) {
  const texts = useCommandsTexts()
  const shell = useShellTexts()
  const navigate = useNavigate()
  const { shown, setMode } = useColorMode()
  const { language, setLanguage } = useLanguage()
  const mayCreate = useMay('solicitud.create')
  const mayMakeTemplates = useMay('template.create')
  const mayListUsers = useMay('user.list')
  const mayListCompanies = useMay('company.create')
  const mayConfigure = useMay('signing.configure')
  const mayKeepData = useMay('privacy.manage')
  const path = useShown().pathname
  const { data: companies = [] } = useQuery({ ...companiesQuery, enabled: open && mayListCompanies })
  const go = (to: string) => void navigate({ href: to })
  const dark = shown === 'dark'
  const { words } = texts
  const wordsOf: Record<string, string> = {
    [paths.companies()]: words.companies,
    [paths.signer()]: words.signer,
    [paths.trustAnchors()]: words.trust,
    [paths.users()]: words.users,
    [paths.programs()]: words.programs,
    [paths.privacy()]: words.privacy,
    [paths.status()]: words.status,
    [paths.profile()]: words.profile,
    [paths.signingSettings()]: words.settings,
  }
  const places: Command[] = [
    ...nav.flatMap((section) => section.items),
    ...(mayConfigure ? [{ to: paths.signingSettings(), label: texts.signingSettings, icon: <Stamp /> }] : []),
    ...(mayKeepData ? [{ to: paths.privacy(), label: texts.privacy, icon: <ShieldCheck /> }] : []),
    { to: paths.help(), label: shell.help, icon: <CircleHelp /> },
    { to: paths.profile(), label: texts.profile, icon: <UserRound /> },
  ].map(({ to, label, icon }) => ({
    id: `go-${to}`,
    group: 'places',
    label,
    icon,
    words: wordsOf[to] ?? '',
    run: () => go(to),
  }))
  const actions: Command[] = [
    {
      id: 'sign',
      label: texts.signPdf,
      words: words.signer,
      icon: <Signature />,
      suggested: true,
      run: () => go(paths.sign()),
    },
    {
      id: 'ask',
      label: texts.ask,
      words: words.ask,
      icon: <Send />,
      suggested: true,
      run: () => go(askFrom(path)),
    },
    {
      id: 'ask-documents',
      label: texts.askDocuments,
      words: words.askDocuments,
      icon: <Send />,
      run: () => go(askDocumentsFrom(path)),
    },
    { id: 'loose', label: texts.looseDocuments, icon: <Files />, run: () => go(paths.looseDocuments()) },
    ...(mayCreate ? [{ id: 'new', label: texts.newRequest, icon: <Plus />, run: () => go(paths.newSolicitud()) }] : []),
    ...(mayMakeTemplates
      ? [{ id: 'new-template', label: texts.newTemplate, icon: <FilePlus />, run: () => go(paths.newTemplate()) }]
      : []),
    ...(mayListUsers
      ? [
          {
            id: 'new-user',
            label: texts.newUser,
            words: words.invite,
            icon: <UserPlus />,
            run: () => go(paths.newUser()),
          },
          {
            id: 'import-users',
            label: texts.importUsers,
            words: words.importUsers,
            // Not the icon of the page itself, which would bring that page the chunk shared by all the others.
            icon: <UserPlus />,
            run: () => go(paths.importUsers()),
          },
        ]
      : []),
    ...(mayListCompanies
      ? [{ id: 'new-company', label: texts.newCompany, icon: <Building2 />, run: () => go(paths.newCompany()) }]
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
  const found = companies.map(({ id, nombre, identificacion }): Command => ({
    id: `company-${id}`,
    group: 'company',
    label: nombre,
    words: identificacion ?? '',
    icon: <Building2 />,
    run: () => go(paths.company(id)),
  }))
  return (
    <CommandBar
      open={open}
      onOpenChange={onOpenChange}
      commands={[...found, ...places, ...actions]}
      keepsPeople={mayListUsers}
      onAsk={(person) => {
        setAskedPerson(person)
        go(askFrom(path))
      }}
      onGo={go}
    />
  )
}
