import type { Problem } from '@foja/contracts/problem'
import { readProblem } from './read-problem.ts'
import { goToRefresh, goToSecurity } from '../router/redirect.ts'
import { apiAddress, apiCredentials } from './runtime-config.ts'
import { getAccessToken } from '../session/session-store.ts'

export type Reply<T> = { status: number; ok: true; data: T } | { status: number; ok: false; data: Problem }

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** The bearer token; by default the session's, none if null. */
  token?: string | null
  /** How to parse a successful response. */
  as?: 'json' | 'blob' | 'text'
  /**
   * Statuses besides 400 that are returned to the caller. Only public pages (share links and /verificar) use it: their
   * readers have no session, so /refresh cannot help.
   */
  handBack?: readonly number[]
  signal?: AbortSignal
}

export const missingUrl = 'La URL no puede ser nula.'

/** The user's language, for the server's error messages. */
const acceptLanguage = (): string => document.documentElement.lang || 'es'

/** The headers of every call. */
export async function callHeaders(options: Pick<RequestOptions, 'headers' | 'token'>): Promise<Record<string, string>> {
  const token = options.token === undefined ? await getAccessToken() : options.token
  return {
    Accept: 'application/json, application/problem+json',
    'Accept-Language': acceptLanguage(),
    ...(token === null || token === '' ? {} : { Authorization: `Bearer ${token}` }),
    ...options.headers,
  }
}

/** Redirects to /refresh for statuses that the caller does not handle; true if it did. */
export function redirectsToRefresh(status: number, text: string, handBack: readonly number[] = []): boolean {
  if (status <= 400 || handBack.includes(status)) return false
  goToRefresh({ status, requestId: requestIdOf(text) })
  return true
}

/** Redirects to the setup of the second factor if the company requires it; true if it did. */
export function redirectsToSecurity({ code }: Problem): boolean {
  if (code !== 'totp_setup_required') return false
  goToSecurity()
  return true
}

function requestIdOf(text: string): string | undefined {
  try {
    const { request_id } = JSON.parse(text) as Partial<Problem>
    return typeof request_id === 'string' ? request_id : undefined
  } catch {
    return undefined
  }
}

async function readReply<T>(response: Response, as: RequestOptions['as']): Promise<T> {
  if (as === 'blob') return (await response.blob()) as T
  if (as === 'text') return (await response.text()) as T
  return (await response.json()) as T
}

/**
 * Every API call (specification, sections 5, 7 and 8). Rejects with 'La URL no puede ser nula.' without a URL. Sends
 * the bearer token if there is one. 401 and every other error status except 400 redirect to /refresh; a missing
 * required second factor redirects to its setup. Any other 400 is returned with its problem, or a general one. Other
 * failures are logged and, like a redirect, return nothing.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the reply holds
export async function request<T>(
  url: string | null | undefined,
  options: RequestOptions = {},
): Promise<Reply<T> | undefined> {
  if (url === null || url === undefined || url === '') throw new Error(missingUrl)
  try {
    const headers = await callHeaders(options)
    const response = await fetch(apiAddress(url), {
      method: options.method ?? 'GET',
      headers: { ...headers, ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      credentials: apiCredentials(),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    const { status } = response
    if (response.ok) return { status, ok: true, data: await readReply<T>(response, options.as) }
    const text = await response.text()
    if (redirectsToRefresh(status, text, options.handBack)) return undefined
    const data = readProblem(status, text)
    if (redirectsToSecurity(data)) return undefined
    return { status, ok: false, data }
  } catch (error) {
    if (options.signal?.aborted !== true) console.error(error)
    return undefined
  }
}
