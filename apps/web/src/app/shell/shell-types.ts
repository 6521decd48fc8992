import type { ReactNode } from 'react'
import type { Crumb, RenderLink } from '../../ui/breadcrumb.tsx'

export type NavItem = {
  to: string
  label: string
  icon: ReactNode
  /** A formatted count: "138". */
  count?: string | undefined
  active: boolean
  /** One of the four tabs on phones; others are under "Más". */
  tab?: boolean
  /** Not in the sidebar. */
  phoneOnly?: boolean
}

export type NavSection = {
  /** Heading of the section; the first section has none. */
  label?: string
  items: readonly NavItem[]
}

type ShellUser = { name: string; role: string; email?: string }

/** Content and callbacks of the shell, which fetches no data and does not depend on the router. */
export type ShellProps = {
  nav: readonly NavSection[]
  home: string
  help?: NavItem
  /** The user's company; `mark`: its logo. */
  company?: { name: string; mark: ReactNode }
  /** A discreet notice on every page; `to` if the user can act on it. */
  notice?: { to?: string; label: string; icon: ReactNode }
  user: ShellUser
  /** Address of "Mi perfil". */
  profile?: string
  onSignOut: () => void
  renderLink: RenderLink
  children: ReactNode
  /** Breadcrumb of the page; the reader gives a `header` instead. */
  crumbs?: readonly Crumb[]
  /** Replaces the breadcrumb: back button and document title. */
  header?: ReactNode
  /** At the right of the top bar: search, and the tools of the reader. */
  tools?: ReactNode
  /** The bell, last in the top bar. */
  notices?: ReactNode
  /** `tools` for phones, where less fits; by default the same. */
  phoneTools?: ReactNode
  /** The title in the top bar of phones, instead of the logo. */
  phoneTitle?: ReactNode
  /** Icon-only sidebar, for the reader and the editor, which fill the window below the top bar. */
  rail?: boolean
  /** No tab bar on phones: the page has its own action bar. */
  hideTabs?: boolean
}
