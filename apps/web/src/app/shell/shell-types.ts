import type { ReactNode } from 'react'
import type { Crumb, RenderLink } from '../../ui/breadcrumb.tsx'

export type NavItem = {
  to: string
  label: string
  icon: ReactNode
  /** How many wait there, already written: "138". */
  count?: string | undefined
  active: boolean
  /** Among the four tabs of a phone; the rest go under "Más". */
  tab?: boolean
}

export type NavSection = {
  /** Over the items: "Administración"; the first section has none. */
  label?: string
  items: readonly NavItem[]
}

type ShellUser = { name: string; role: string; email?: string }

/** All that the shell shows and does; it asks nobody for data and knows no router. */
export type ShellProps = {
  nav: readonly NavSection[]
  home: string
  help?: NavItem
  /** Where the person works; `mark`: its logo. */
  company?: { name: string; mark: ReactNode }
  /** What the person should know on every page, said quietly; `to` where they can do something about it. */
  notice?: { to?: string; label: string; icon: ReactNode }
  user: ShellUser
  /** Where "Mi perfil" leads. */
  profile?: string
  onSignOut: () => void
  renderLink: RenderLink
  children: ReactNode
  /** The way to this page; the reader gives a `header` instead. */
  crumbs?: readonly Crumb[]
  /** In place of the breadcrumb: back button, title of the document. */
  header?: ReactNode
  /** At the right of the top bar: search, notices, the tools of the reader. */
  tools?: ReactNode
  /** The bell, last in the top bar. */
  notices?: ReactNode
  /** The same on a phone, where less fits; `tools` when absent. */
  phoneTools?: ReactNode
  /** The title in the top bar of a phone, in place of the logo. */
  phoneTitle?: ReactNode
  /** Icons alone, for the reader and the editor, which then fill the window under the top bar. */
  rail?: boolean
  /** No tabs on a phone: the page has its own bar of actions. */
  hideTabs?: boolean
}
