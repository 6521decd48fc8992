import { currentPath, paths, safeReturn } from './paths.ts'

type Navigate = (href: string) => void

let navigate: Navigate = (href) => window.location.assign(href)

/** The router takes over from the browser, so that what is in memory (files chosen, drafts) survives the detour. */
export function setNavigate(next: Navigate): void {
  navigate = next
}

/** Why the person is sent to /refresh: the status that the API answered and, for support, the id of the request. */
export type RefreshReason = { status: number; requestId?: string | undefined }

/** Sends the browser to /refresh, which brings the person back here. Does nothing when it already is there. */
export function goToRefresh(reason?: RefreshReason): void {
  if (window.location.pathname === '/refresh') return
  const href = paths.refresh(safeReturn(currentPath()))
  const query = new URLSearchParams()
  if (reason !== undefined) query.set('estado', String(reason.status))
  if (reason?.requestId !== undefined) query.set('codigo', reason.requestId)
  const extra = query.toString()
  navigate(extra === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${extra}`)
}

/** Leads whoever may do nothing before they have a second factor to where it is set up. Nothing, when they are there. */
export function goToSecurity(): void {
  if (window.location.pathname !== '/perfil') navigate(paths.security(safeReturn(currentPath())))
}

export const goTo = (href: string): void => navigate(href)
