import type { Session } from '@foja/contracts/session'
import { apiAddress, apiCredentials } from '../api/runtime-config.ts'

/**
 * A small client of NextAuth v4's wire with the names of `next-auth/react`. The original weighs 10.1 kB gz of the 115
 * that sign-in may have, and reads a server that does not answer as "signed out"; here it is told apart.
 */

/** The server did not answer, or not with a session: nothing is known about whether somebody is signed in. */
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

/** The session, or null when nobody is signed in. Asking for it renews the access token. */
export async function fetchSession(): Promise<Session | null> {
  const { status, body } = await readWire('/api/auth/session')
  if (status !== 200) throw new SessionUnreachableError(`status ${status}`)
  return Object.keys(body).length === 0 ? null : (body as Session)
}

/** Sends a form of the session's wire, with its token; the page comes back here unless `fields` names another place. */
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

/** The outcome of a sign-in with NextAuth's meaning; `status` 0 when the server did not answer. */
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

/** Ends the session on the server. Throws SessionUnreachableError when it cannot be told. */
export async function postSignOut(): Promise<void> {
  const { status } = await postForm('/api/auth/signout', {})
  if (status >= 400) throw new SessionUnreachableError(`status ${status}`)
}
