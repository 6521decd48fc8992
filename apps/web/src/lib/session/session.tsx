import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { getSessionState, refreshSession, startSession, subscribeSession, type SessionState } from './session-store.ts'

type Value = SessionState & { update: typeof refreshSession }

const SessionContext = createContext<Value | null>(null)

/** Provides the session and keeps it fresh: before the token expires, on focus, and across tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeSession, getSessionState)
  useEffect(startSession, [])
  return <SessionContext value={{ ...state, update: refreshSession }}>{children}</SessionContext>
}

/** The session (`data`) and its `status`: loading, authenticated or unauthenticated. */
export function useSession(): Value {
  const value = use(SessionContext)
  if (value === null) throw new Error('useSession needs a <SessionProvider> round it')
  return value
}
