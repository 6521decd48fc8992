import type { Session } from '@foja/contracts/session'
import { clearOtherUsersFiles } from './clear-other-users-files.ts'
import { claim, resetOwner } from './owner.ts'
import { fetchSession, postSignIn, postSignOut, type SignInResult } from './session-client.ts'

type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

export type SessionState = {
  data: Session | null
  status: SessionStatus
  /** True when the last attempt got no answer; what is shown is then what was known before. */
  unreachable: boolean
  /** True when the person (here or in another tab) signed out, rather than the session having run out. */
  signedOut: boolean
}

/** The key and the message of NextAuth's own client, so that tabs of either understand each other. */
const channel = 'nextauth.message'
/** A token is renewed this long before it ends. */
const margin = 60_000
/** Coming back to a tab asks again when the last answer is older than this. */
const staleAfter = 60_000

const initial: SessionState = { data: null, status: 'loading', unreachable: false, signedOut: false }

let state = initial
let lastSync = 0
/** Counts what makes an answer on its way old: signing in or out, here or in another tab. */
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
  // After the state, so that a page that begins anew already calls with the new token; before anybody is told of it.
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

function tellOtherTabs(trigger: 'getSession' | 'signout') {
  try {
    const timestamp = Math.floor(Date.now() / 1000)
    localStorage.setItem(channel, JSON.stringify({ event: 'session', data: { trigger }, timestamp }))
  } catch {
    // Tabs then find out at their next call.
  }
}

/** One tab at a time where the browser has locks: the refresh cookie rotates at each answer. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('foja-session', work) : work()
}

/**
 * Asks the server for the session and so renews the access token. Calls at the same time share one request. A server
 * that does not answer changes nothing but `unreachable`, and rejects with SessionUnreachableError.
 */
export function refreshSession(): Promise<Session | null> {
  if (pending !== null) return pending
  const asking = askFor(generation).finally(() => {
    if (pending === asking) pending = null
  })
  pending = asking
  return asking
}

/** An answer that is older than `asked` changes nothing: its callers get what is known since. */
async function askFor(asked: number): Promise<Session | null> {
  const isOld = () => asked !== generation
  try {
    const data = await inTurn(fetchSession)
    // Before anything is drawn for them, what another person left here ends.
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

/** What was asked before now is old. */
function supersede() {
  generation += 1
  pending = null
}

/** The session as far as it is known, asking the server when nothing is yet. */
export async function ensureSession(): Promise<Session | null> {
  return state.status === 'loading' ? refreshSession() : state.data
}

/** The bearer token, renewed first when it is about to end; null when nobody is signed in. */
export async function getAccessToken(): Promise<string | null> {
  const { data } = state
  if (data === null) return null
  if (endOf(data) - Date.now() > 10_000) return data.accessToken
  try {
    return (await refreshSession())?.accessToken ?? null
  } catch {
    // The call goes out with what we have; the server's answer decides.
    return data.accessToken
  }
}

type SignInOptions = { email: string; password: string } & Record<string, string>

/** As `signIn(provider, { redirect: false, … })` of next-auth/react: tells how it went and updates the session. */
export async function signIn(_provider: 'credentials', options: SignInOptions): Promise<SignInResult> {
  const result = await postSignIn(options)
  if (!result.ok) return result
  supersede()
  set({ signedOut: false })
  const session = await refreshSession().catch(() => null)
  if (session === null) return { ok: false, status: 0, error: 'unreachable', detail: null }
  tellOtherTabs('getSession')
  return result
}

/** As `signOut({ redirect: false })` of next-auth/react. Rejects with SessionUnreachableError when the server cannot be told. */
export async function signOut(): Promise<void> {
  await postSignOut()
  supersede()
  clearTimeout(timer)
  set({ data: null, status: 'unauthenticated', unreachable: false, signedOut: true })
  tellOtherTabs('signout')
}

function onStorage(event: StorageEvent) {
  if (event.key !== channel) return
  const message = JSON.parse(event.newValue ?? '{}') as { event?: string; data?: { trigger?: string } }
  if (message.event !== 'session') return
  if (message.data?.trigger === 'signout') set({ signedOut: true })
  supersede()
  void refreshSession().catch(() => {})
}

function onVisible() {
  const stale = Date.now() - lastSync > staleAfter
  if (document.visibilityState === 'visible' && stale && state.status !== 'loading')
    void refreshSession().catch(() => {})
}

/** Follows the other tabs, the focus and the network from now on. Returns a function that stops it. */
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

/** For tests: as if the page had just been opened. */
export function resetSession(next: Partial<SessionState> = {}): void {
  clearTimeout(timer)
  supersede()
  resetOwner()
  lastSync = 0
  set({ ...initial, ...next })
}
