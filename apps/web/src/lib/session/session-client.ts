import type { Session } from '@foja/contracts/session'
import { apiAddress, apiCredentials } from '../api/runtime-config.ts'

/**
 * A small client for the HTTP API of NextAuth v4 with the names of `next-auth/react`. The original adds 10.1 kB gz and
 * treats an unreachable server as "signed out".
 */

/** The server did not answer with a session: it is unknown whether the user is signed in. */
export class SessionUnreachableError extends Error {
  constructor(cause?: unknown) {
    super('The session could not be read', { cause })
    this.name = 'SessionUnreachableError'
  }
}

type Body = Record<string, unknown>

const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)

export async function readWire(path: string, init?: RequestInit): Promise<{ status: number; body: Body }> {
  try {
    const response = await fetch(apiAddress(path), { credentials: apiCredentials(), cache: 'no-store', ...init })
    return { status: response.status, body: (await response.json()) as Body }
  } catch (cause) {
    throw new SessionUnreachableError(cause)
  }
}

/** The session, or null without one. Fetching it renews the access token. */
export async function fetchSession(): Promise<Session | null> {
  const { status, body } = await readWire('/api/auth/session')
  if (status !== 200) throw new SessionUnreachableError(`status ${status}`)
  return Object.keys(body).length === 0 ? null : (body as Session)
}

/** Posts a form to the session API with its CSRF token; it returns to this page unless `fields` says otherwise. */
export async function postForm(path: string, fields: Record<string, string>) {
  const csrf = await readWire('/api/auth/csrf')
  const body = new URLSearchParams({
    callbackUrl: window.location.href,
    ...fields,
    csrfToken: textOf(csrf.body['csrfToken']),
    json: 'true',
  })
  return readWire(path, { method: 'POST', body })
}

/** The result of a sign-in as in NextAuth; `status` is 0 if the server did not answer. */
export type SignInResult = { ok: boolean; status: number; error: string | null; detail: string | null }

export async function postSignIn(fields: Record<string, string>): Promise<SignInResult> {
  try {
    const { status, body } = await postForm('/api/auth/callback/credentials', fields)
    const url = typeof body['url'] === 'string' ? new URL(body['url'], window.location.origin) : null
    const error = url?.searchParams.get('error') ?? (status < 400 ? null : textOf(body['code'], 'error'))
    const detail = typeof body['detail'] === 'string' ? body['detail'] : null
    return { ok: status < 400 && error === null, status, error, detail }
  } catch (cause) {
    if (cause instanceof SessionUnreachableError) return { ok: false, status: 0, error: 'unreachable', detail: null }
    throw cause
  }
}

/** Ends the session on the server. Throws SessionUnreachableError if it does not answer. */
export async function postSignOut(): Promise<void> {
  const { status } = await postForm('/api/auth/signout', {})
  if (status >= 400) throw new SessionUnreachableError(`status ${status}`)
}
