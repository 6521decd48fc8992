import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { FolderOpen, House, Landmark, Search, ShieldCheck, Signature } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { AppLink, renderLink } from '../domain/app-link.tsx'
import { meQuery } from '../domain/me.ts'
import { paths } from '../lib/paths.ts'
import { signOut } from '../lib/session-store.ts'
import { useSession } from '../lib/session.tsx'
import type { Crumb } from '../ui/breadcrumb.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from '../ui/input.tsx'
import { toast } from '../ui/toast-store.ts'
import { AppShell } from './shell/app-shell.tsx'
import type { NavSection } from './shell/shell-types.ts'

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

function useNav(): NavSection[] {
  const { app, shell } = useTexts()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const item = (to: string, label: string, icon: ReactNode, active: boolean) => ({ to, label, icon, active, tab: true })
  return [
    {
      items: [
        item(paths.home(), app.nav.home, <House />, path === '/'),
        item(
          paths.solicitudes(),
          app.nav.solicitudes,
          <FolderOpen />,
          path.startsWith('/solicitudes') || path.startsWith('/documentos'),
        ),
        item(paths.signer(), app.nav.signer, <Signature />, path === '/firma'),
        { ...item(paths.verify(), app.nav.verify, <ShieldCheck />, false), tab: false },
      ],
    },
    {
      label: shell.administration,
      items: [item(paths.trustAnchors(), app.nav.trust, <Landmark />, path === '/autoridades')],
    },
  ]
}

/** Signs out and leaves nothing of the person in this browser. */
export function useLeave(): () => void {
  const { shell } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useCallback(() => {
    const leave = async () => {
      try {
        // Before the session ends: without this code the person would leave something behind.
        const [{ clearDrafts }, { clearFiles }] = await Promise.all([
          import('../lib/draft.ts'),
          import('../lib/file-store.ts'),
        ])
        await signOut()
        clearDrafts()
        await clearFiles()
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

/** A page of somebody signed in: the shell round it, with who they are. */
export function AppPage({ children, tools, phoneTools, ...rest }: Props) {
  const { domain } = useTexts()
  const { data: session } = useSession()
  const { data: me } = useQuery({ ...meQuery, enabled: session !== null })
  const leave = useLeave()
  const nav = useNav()
  const company = me?.company
  return (
    <AppShell
      nav={nav}
      home={paths.home()}
      profile={paths.profile()}
      renderLink={renderLink}
      onSignOut={leave}
      user={{
        name: session?.user.name ?? '',
        role: session === null ? '' : domain.roles[session.user.role],
        email: session?.user.email ?? '',
      }}
      {...(company === undefined || company === null ? {} : { company: { name: company.nombre } })}
      tools={tools ?? <TopSearch />}
      phoneTools={phoneTools ?? tools ?? <PhoneSearch />}
      {...rest}
    >
      {children}
    </AppShell>
  )
}

function PhoneSearch() {
  const { app } = useTexts()
  return (
    <IconButton label={app.search} asChild>
      <AppLink to={paths.solicitudes()}>
        <Search />
      </AppLink>
    </IconButton>
  )
}

/** Ctrl+K and a few words find a case file. */
function TopSearch() {
  const { app } = useTexts()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    if (q !== '') void navigate({ to: paths.solicitudes(), search: { q } as never })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- jsdom, and browsers of 2022, do not know <search>
    <form role="search" onSubmit={submit} className="w-88 max-lg:w-64">
      <Input
        ref={input}
        type="search"
        variant="filled"
        aria-label={app.search}
        placeholder={app.searchPlaceholder}
        icon={<Search />}
        suffix={
          text === '' ? (
            <span aria-hidden className="pointer-events-none mr-2 max-lg:hidden">
              <Kbd>Ctrl K</Kbd>
            </span>
          ) : undefined
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}
