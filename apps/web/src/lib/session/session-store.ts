import type { Session } from '@foja/contracts/session'
import { claim, resetOwner, getOwner, lastOwner } from './owner.ts'
import {
  fetchSession,
  postSignIn,
  postSignOut,
  unreachable,
  type SignInResult,
  type SignInWay,
} from './session-client.ts'

async function deleteFiles(): Promise<void> {
  try {
    const { clearFiles } = await import('../files/file-store.ts')
    await clearFiles()
  } catch {
    // Reading files deletes those of other users too.
  }
}

/** Deletes files of other users in this browser. Must be awaited before the session of `id` is visible to any page. */
async function clearOtherUsersFiles(id: string): Promise<void> {
  // Without a last user nothing was stored.
  const users = [getOwner(), lastOwner()]
  if (users.some((user) => user !== null && user !== id)) await deleteFiles()
}

type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

export type SessionState = {
  data: Session | null
  status: SessionStatus
  /** The last attempt got no answer, so the state is the last known one. */
  unreachable: boolean
  /** The user signed out (in any tab), as opposed to an expired session. */
  signedOut: boolean
}

/** Storage key and message format of NextAuth's client, so that tabs with either client work together. */
const channel = 'nextauth.message'
/** Renew a token this long before it expires. */
const margin = 60_000
/** A tab that becomes visible refreshes if the last answer is older than this. */
const staleAfter = 60_000

const initial: SessionState = { data: null, status: 'loading', unreachable: false, signedOut: false }

let state = initial
let lastSync = 0
/** A sign-out was sent: the server refuses the token although the state still has it. */
let leaving = false
/** Incremented by sign-in and sign-out in any tab: responses of an older generation are ignored. */
let generation = 0
let pending: Promise<Session | null> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const getSessionState = (): SessionState => state

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function set(next: Partial<SessionState>) {
  state = { ...state, ...next }
  // After the state, so that a remounted page already uses the new token; before the listeners.
  if (state.data !== null) claim(state.data.user.id)
  for (const listener of listeners) listener()
}

const endOf = (session: Session | null) => (session === null ? 0 : Date.parse(session.accessTokenExpires))

function plan(session: Session | null) {
  clearTimeout(timer)
  if (session === null) return
  const wait = Math.max(5_000, endOf(session) - Date.now() - margin)
  timer = setTimeout(() => void refreshSession().catch(() => {}), wait)
}

function notifyOtherTabs(trigger: 'getSession' | 'signout') {
  try {
    const timestamp = Math.floor(Date.now() / 1000)
    localStorage.setItem(channel, JSON.stringify({ event: 'session', data: { trigger }, timestamp }))
  } catch {
    // Other tabs notice at their next call.
  }
}

/** One tab at a time if the browser has locks, because the refresh cookie rotates with each response. */
function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('foja-session', work) : work()
}

/**
 * Fetches the session, which renews the access token. Concurrent calls share one request. If the server does not
 * answer, only `unreachable` changes, and it rejects with SessionUnreachableError.
 */
export function refreshSession(): Promise<Session | null> {
  if (pending !== null) return pending
  const asking = askFor(generation).finally(() => {
    if (pending === asking) pending = null
  })
  pending = asking
  return asking
}

/** A response older than `asked` changes nothing: its callers get the current state. */
async function askFor(startedAt: number): Promise<Session | null> {
  const isOld = () => startedAt !== generation
  try {
    const data = await withSessionLock(fetchSession)
    // Delete data of another user before anything is rendered for this one.
    if (!isOld() && data !== null) await clearOtherUsersFiles(data.user.id)
    if (isOld()) return await (pending ?? state.data)
    lastSync = Date.now()
    const known =
      data === null ? { status: 'unauthenticated' as const } : { status: 'authenticated' as const, signedOut: false }
    set({ data, ...known, unreachable: false })
    plan(data)
    return data
  } catch (error) {
    if (isOld()) return pending ?? state.data
    set({ unreachable: true })
    if (state.data !== null) timer = setTimeout(() => void refreshSession().catch(() => {}), 15_000)
    throw error
  }
}

/** Marks pending responses as outdated. */
function invalidatePending() {
  generation += 1
  pending = null
}

/** The session, fetched only if it is still unknown. */
export async function ensureSession(): Promise<Session | null> {
  return state.status === 'loading' ? refreshSession() : state.data
}

/** The user signs out or has signed out: a 401 of a call that was running means nothing. */
export const hasLeft = (): boolean => leaving || state.signedOut

/** The bearer token, renewed if it expires soon; null without a session. */
export async function getAccessToken(): Promise<string | null> {
  const { data } = state
  if (data === null) return null
  if (endOf(data) - Date.now() > 10_000) return data.accessToken
  try {
    return (await refreshSession())?.accessToken ?? null
  } catch {
    // Use the current token; the server decides.
    return data.accessToken
  }
}

/** Like `signIn(provider, { redirect: false, … })` of next-auth/react: returns the result and updates the session. */
export async function signIn(way: SignInWay, options: Record<string, string>): Promise<SignInResult> {
  const result = await postSignIn(way, options)
  if (!result.ok) return result
  invalidatePending()
  set({ signedOut: false })
  const session = await refreshSession().catch(() => null)
  if (session === null) return unreachable
  notifyOtherTabs('getSession')
  return result
}

/**
 * Like `signOut({ redirect: false })` of next-auth/react. Rejects with SessionUnreachableError if the server does not
 * answer.
 */
export async function signOut(): Promise<void> {
  leaving = true
  try {
    await postSignOut()
  } finally {
    leaving = false
  }
  invalidatePending()
  clearTimeout(timer)
  set({ data: null, status: 'unauthenticated', unreachable: false, signedOut: true })
  notifyOtherTabs('signout')
}

function onStorage(event: StorageEvent) {
  if (event.key !== channel) return
  const message = JSON.parse(event.newValue ?? '{}') as { event?: string; data?: { trigger?: string } }
  if (message.event !== 'session') return
  if (message.data?.trigger === 'signout') set({ signedOut: true })
  invalidatePending()
  void refreshSession().catch(() => {})
}

function onVisible() {
  const stale = Date.now() - lastSync > staleAfter
  if (document.visibilityState === 'visible' && stale && state.status !== 'loading')
    void refreshSession().catch(() => {})
}

/** Follows other tabs, focus and network from now on. Returns a function that stops that. */
export function startSession(): () => void {
  window.addEventListener('storage', onStorage)
  window.addEventListener('online', onVisible)
  window.addEventListener('focus', onVisible)
  document.addEventListener('visibilitychange', onVisible)
  if (state.status === 'loading') void refreshSession().catch(() => {})
  return () => {
    clearTimeout(timer)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('online', onVisible)
    window.removeEventListener('focus', onVisible)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** For tests: resets to the state of a new page. */
export function resetSession(next: Partial<SessionState> = {}): void {
  clearTimeout(timer)
  invalidatePending()
  resetOwner()
  lastSync = 0
  set({ ...initial, ...next })
}
