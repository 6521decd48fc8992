import type { Session } from '@foja/contracts/session'
import { noteReached } from '../api/connection.ts'
import { base } from '../router/paths.ts'
import type { PasskeyOptions } from './passkey.ts'

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
    const response = await fetch(base + path, { cache: 'no-store', ...init })
    noteReached(true)
    return { status: response.status, body: (await response.json()) as Body }
  } catch (cause) {
    if (cause instanceof TypeError) noteReached(false)
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
export type SignInResult = {
  ok: boolean
  status: number
  error: string | null
  detail: string | null
  /** After a right password: how the second step can be taken. */
  secondStep: SecondStep | null
}

/** `app`: a code of the app works; `passkey`: options for one of the user's passkeys, if there is one. */
export type SecondStep = { app: boolean; passkey: PasskeyOptions | null }

/** The way of signing in: the password form, or a passkey alone. */
export type SignInWay = 'credentials' | 'passkey'

export const unreachable: SignInResult = {
  ok: false,
  status: 0,
  error: 'unreachable',
  detail: null,
  secondStep: null,
}

export async function postSignIn(way: SignInWay, fields: Record<string, string>): Promise<SignInResult> {
  try {
    const { status, body } = await postForm(`/api/auth/callback/${way}`, fields)
    const url = typeof body['url'] === 'string' ? new URL(body['url'], window.location.origin) : null
    const error = url?.searchParams.get('error') ?? (status < 400 ? null : textOf(body['code'], 'error'))
    const detail = typeof body['detail'] === 'string' ? body['detail'] : null
    const secondStep = (body['second_step'] as SecondStep | undefined) ?? null
    return { ok: status < 400 && error === null, status, error, detail, secondStep }
  } catch (cause) {
    if (cause instanceof SessionUnreachableError) return unreachable
    throw cause
  }
}

/** Options for signing in with a passkey alone; null if the server has none. Rejects if it does not answer. */
export async function fetchPasskeyOptions(): Promise<PasskeyOptions | null> {
  const { body } = await postForm('/api/auth/passkey/options', {})
  return (body['options'] as PasskeyOptions | null | undefined) ?? null
}

/** Ends the session on the server. Throws SessionUnreachableError if it does not answer. */
export async function postSignOut(): Promise<void> {
  const { status } = await postForm('/api/auth/signout', {})
  if (status >= 400) throw new SessionUnreachableError(`status ${status}`)
}
