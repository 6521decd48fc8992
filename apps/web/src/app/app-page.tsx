import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Building2,
  CalendarDays,
  CircleHelp,
  FolderOpen,
  House,
  Landmark,
  LayoutTemplate,
  Mail,
  MailWarning,
  PenLine,
  ShieldCheck,
  Signature,
  Trash2,
  Users,
} from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { CompanyMark } from '../features/companies/components/company-logo.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useFormat } from '../lib/texts/texts.tsx'
import { useAppTexts } from '../ui/texts/app.ts'
import { useShellTexts } from '../shared/texts/shell.ts'
import { useDomainTexts } from '../shared/texts/domain.ts'
import { renderLink } from '../shared/app-link.tsx'
import { meQuery } from '../shared/me.ts'
import { useCachedQuery } from '../shared/use-cached-query.ts'
import { leaveSession } from '../lib/session/leave.ts'
import { paths } from '../lib/router/paths.ts'
import { useClientState } from '../lib/session/client-state.tsx'
import { useSession } from '../lib/session/session.tsx'
import type { Crumb } from '../ui/breadcrumb.tsx'
import { toast } from '../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../ui/use-media.ts'
import { AppShell } from './shell/app-shell.tsx'
import { OfflineBand } from './shell/offline-band.tsx'
import { Bell } from './shell/bell.tsx'
import { SearchButton } from './shell/search-button.tsx'
import type { NavItem, NavSection } from './shell/shell-types.ts'
import { useMay } from '../shared/use-may.ts'
import { useNavigate, useShown } from '../lib/router/router.tsx'

type Props = {
  children: ReactNode
  crumbs?: readonly Crumb[]
  phoneTitle?: ReactNode
  phoneTools?: ReactNode
  header?: ReactNode
  tools?: ReactNode
  rail?: boolean
  hideTabs?: boolean
}

/** `failed`: number of failed emails. */
function useNav(failed: number | undefined): NavSection[] {
  const app = useAppTexts()
  const shell = useShellTexts()
  const { number } = useFormat()
  const path = useShown().pathname
  const counts = useCachedQuery('metrics')
  const mayReadOutbox = useMay('outbox.read')
  const mayListUsers = useMay('user.list')
  const mayListCompanies = useMay('company.create')
  const mayKeepCompany = useMay('company.update')
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  const item = (to: string, label: string, icon: ReactNode, count = 0): NavItem => ({
    to,
    label,
    icon,
    active: path === to,
    count: count === 0 ? undefined : number(count),
  })
  const isCase = path.startsWith('/solicitudes') || path.startsWith('/documentos')
  return [
    {
      items: [
        { ...item(paths.home(), app.nav.home, <House />), tab: true },
        { ...item(paths.solicitudes(), app.nav.solicitudes, <FolderOpen />, total), active: isCase, tab: true },
        item(paths.agenda(), app.nav.agenda, <CalendarDays />),
        { ...item(paths.sign(), app.nav.sign, <PenLine />), tab: true, phoneOnly: true },
        { ...item(paths.signer(), app.nav.signer, <Signature />), active: /^\/firma(\/|$)/.test(path) },
        { ...item(paths.templates(), app.nav.templates, <LayoutTemplate />), active: path.startsWith('/plantillas') },
        { ...item(paths.verify(), app.nav.verify, <ShieldCheck />), tab: true },
        // For every role: verdicts depend on the authorities, which most users may only read.
        item(paths.trustAnchors(), app.nav.trust, <Landmark />),
        item(paths.recycleBin(), app.nav.bin, <Trash2 />),
      ],
    },
    {
      label: shell.administration,
      items: [
        ...(mayListUsers ? [item(paths.users(), app.nav.users, <Users />)] : []),
        ...(mayKeepCompany
          ? [item(paths.companies(), mayListCompanies ? app.nav.companies : app.nav.myCompany, <Building2 />)]
          : []),
        ...(mayReadOutbox ? [item(paths.outbox(), app.nav.outbox, <Mail />, failed)] : []),
      ],
    },
  ].filter(({ items }) => items.length > 0)
}

const LateShell = lazyPart(async () => (await import('./shell/late-shell.tsx')).LateShell, 'quiet')

/** Delay in ms after the first render for parts that are not needed at first. */
const later = 1200
let stands = false

/** True some time after the first render, so that background work does not delay the page. */
function useStands(): boolean {
  const [is, set] = useState(stands)
  useEffect(() => {
    if (stands) return undefined
    const timer = setTimeout(() => {
      stands = true
      set(true)
    }, later)
    return () => clearTimeout(timer)
  }, [])
  return is
}

/** Signs out and deletes the user's data in this browser. */
export function useLeave(): () => void {
  const shell = useShellTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useCallback(() => {
    const leave = async () => {
      try {
        await leaveSession()
      } catch {
        toast.error(shell.signOutFailed)
        return
      }
      await navigate({ href: paths.signIn() })
      queries.clear()
    }
    void leave()
  }, [navigate, queries, shell])
}

/** A page with a session, inside the shell. */
export function AppPage({ children, tools, phoneTools, ...rest }: Props) {
  const app = useAppTexts()
  const domain = useDomainTexts()
  const shell = useShellTexts()
  const path = useShown().pathname
  const { data: session } = useSession()
  const { email, role } = useClientState()
  const { data: me } = useQuery({ ...meQuery, enabled: session !== null })
  const leave = useLeave()
  const phone = useMedia(phoneQuery)
  const stands = useStands()
  const mail = useCachedQuery('mailState')
  const mayReadOutbox = useMay('outbox.read')
  const nav = useNav(mail?.failed)
  const company = me?.company
  const search = <SearchButton nav={nav} onSignOut={leave} compact={phone || tools !== undefined} />
  return (
    <AppShell
      nav={nav}
      home={paths.home()}
      profile={paths.profile()}
      help={{ to: paths.help(), label: shell.help, icon: <CircleHelp />, active: path === paths.help() }}
      renderLink={renderLink}
      onSignOut={leave}
      user={{
        name: session?.user.name ?? '',
        role: role === '' ? '' : domain.roles[role],
        email,
      }}
      {...(company === null
        ? {}
        : company === undefined
          ? { company: { name: '', mark: <span className="size-9 rounded-md bg-muted" /> } }
          : { company: { name: company.nombre, mark: <CompanyMark company={company} shown={stands} /> } })}
      {...(mail?.configured === false && mayReadOutbox
        ? { notice: { to: paths.outbox(), label: app.mailOff, icon: <MailWarning /> } }
        : {})}
      tools={
        <>
          {tools}
          {search}
        </>
      }
      notices={<Bell />}
      phoneTools={
        <>
          {phoneTools ?? tools}
          {/* On phones the reader's own tools need the whole bar. */}
          {rest.rail !== true && search}
        </>
      }
      {...rest}
    >
      {children}
      <OfflineBand />
      {stands && session !== null && <LateShell />}
    </AppShell>
  )
}
