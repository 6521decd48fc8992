import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Activity,
  Building2,
  CalendarDays,
  CircleHelp,
  FolderOpen,
  House,
  Landmark,
  LayoutTemplate,
  Mail,
  PenLine,
  Plug,
  Send,
  ShieldCheck,
  Signature,
  Trash2,
  Users,
} from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { CompanyMark } from '../features/companies/components/company-logo.tsx'
import { mailStateQuery } from '../features/emails/api/mail-state.ts'
import { unreadQuery } from '../features/notifications/api/unread.ts'
import { metricsQuery } from '../features/solicitudes/api/metrics.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useFormat } from '../lib/texts/texts.tsx'
import { useAppTexts } from '../ui/texts/app.ts'
import { useShellTexts } from '../shared/texts/shell.ts'
import { useDomainTexts } from '../shared/texts/domain.ts'
import { renderLink } from '../shared/app-link.tsx'
import { meQuery } from '../shared/me.ts'
import { leaveSession } from '../lib/session/leave.ts'
import { base, paths } from '../lib/router/paths.ts'
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

/** Numbers of requests and of failed emails. */
type Counts = { total: number; failed: number | undefined }

function useNav({ total, failed }: Counts): NavSection[] {
  const app = useAppTexts()
  const shell = useShellTexts()
  const { number } = useFormat()
  const path = useShown().pathname
  const mayReadOutbox = useMay('outbox.read')
  const mayListUsers = useMay('user.list')
  const mayListCompanies = useMay('company.create')
  const mayKeepCompany = useMay('company.update')
  const maySeeStatus = useMay('system.status')
  const item = (to: string, label: string, icon: ReactNode, count = 0): NavItem => ({
    to,
    label,
    icon,
    active: base + path === to,
    count: count === 0 ? undefined : number(count),
  })
  const isCase = path.startsWith('/solicitudes') || path.startsWith('/documentos')
  return [
    {
      items: [
        { ...item(paths.home(), app.nav.home, <House />), tab: true },
        { ...item(paths.solicitudes(), app.nav.solicitudes, <FolderOpen />, total), active: isCase, tab: true },
        { ...item(paths.signingRequests(), app.nav.requests, <Send />), active: path.startsWith('/pedidos') },
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
        ...(mayKeepCompany ? [item(paths.programs(), app.nav.programs, <Plug />)] : []),
        ...(maySeeStatus ? [item(paths.status(), app.nav.status, <Activity />)] : []),
      ],
    },
  ].filter(({ items }) => items.length > 0)
}

const LiveUpdates = lazyPart(async () => (await import('./shell/live-updates.tsx')).LiveUpdates, 'quiet')
const LateShell = lazyPart(async () => (await import('./shell/late-shell.tsx')).LateShell, 'quiet')

/** Delays in ms after the first render: of live updates, counts and the logo, and of the rest of the background. */
const delays = { live: 1200, background: 3500 }
const passed = new Set<keyof typeof delays>()
/** Acts that the background answers: files dragged onto the page, and the key of the help. */
const acts = ['dragenter', 'keydown']

/** True some time after the first render, so that the rest does not delay the page. */
function usePassed(what: keyof typeof delays): boolean {
  const [is, set] = useState(passed.has(what))
  useEffect(() => {
    if (passed.has(what)) return undefined
    const pass = () => {
      passed.add(what)
      set(true)
    }
    const timer = setTimeout(pass, delays[what])
    for (const act of acts) addEventListener(act, pass)
    return () => {
      clearTimeout(timer)
      for (const act of acts) removeEventListener(act, pass)
    }
  }, [what])
  return is
}

/** What the shell counts, fetched once the page stands. */
function useCounts(on: boolean) {
  const { data: mail } = useQuery({ ...mailStateQuery, enabled: on })
  const { data: unread } = useQuery({ ...unreadQuery, enabled: on })
  const { data: metrics } = useQuery({ ...metricsQuery, staleTime: 60_000, enabled: on })
  const total = Object.values(metrics ?? {}).reduce((sum, count) => sum + count, 0)
  return { mail, unread: unread?.unread ?? 0, total }
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
  const stands = usePassed('live')
  const background = usePassed('background')
  const { mail, unread, total } = useCounts(stands && session !== null)
  const mayReadOutbox = useMay('outbox.read')
  const nav = useNav({ total, failed: mail?.failed })
  const company = me?.company
  const search = <SearchButton nav={nav} onSignOut={leave} compact={phone || tools !== undefined} />
  return (
    <AppShell
      nav={nav}
      home={paths.home()}
      profile={paths.profile()}
      help={{ to: paths.help(path), label: shell.help, icon: <CircleHelp />, active: path === '/ayuda' }}
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
        ? { notice: { to: paths.outbox(), label: app.mailOff, icon: <Mail /> } }
        : {})}
      tools={
        <>
          {tools}
          {search}
        </>
      }
      notices={<Bell unread={unread} />}
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
      {stands && session !== null && <LiveUpdates />}
      {background && session !== null && <LateShell />}
    </AppShell>
  )
}
