import { currentPath, paths, safeReturn } from './paths.ts'

type Navigate = (href: string) => void

let navigate: Navigate = (href) => window.location.assign(href)

/** Lets the router navigate instead of the browser, so that memory (chosen files, drafts) survives the detour. */
export function setNavigate(next: Navigate): void {
  navigate = next
}

/** The status of the failed call, for support its request id, and the time (ms) from which it may be repeated. */
export type RefreshReason = { status: number; requestId?: string | undefined; until?: number | undefined }

/** Redirects to /refresh, which returns here. Does nothing on /refresh itself. */
export function goToRefresh(reason?: RefreshReason): void {
  if (window.location.pathname === paths.refresh()) return
  const href = paths.refresh(safeReturn(currentPath()))
  const query = new URLSearchParams()
  if (reason !== undefined) query.set('estado', String(reason.status))
  if (reason?.requestId !== undefined) query.set('codigo', reason.requestId)
  if (reason?.until !== undefined) query.set('hasta', String(reason.until))
  const extra = query.toString()
  navigate(extra === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${extra}`)
}

/** Redirects users who must set up a second factor to its page. Does nothing on that page. */
export function goToSecurity(): void {
  if (window.location.pathname !== paths.profile()) navigate(paths.security(safeReturn(currentPath())))
}

export const goTo = (href: string): void => navigate(href)
