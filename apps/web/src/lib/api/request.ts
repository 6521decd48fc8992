import type { Problem } from '@foja/contracts/problem'
import { readProblem } from './read-problem.ts'
import { goToRefresh, goToSecurity } from '../router/redirect.ts'
import { apiAddress, apiCredentials } from './runtime-config.ts'
import { getAccessToken } from '../session/session-store.ts'

export type Reply<T> = { status: number; ok: true; data: T } | { status: number; ok: false; data: Problem }

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** The bearer token; the session's unless told, none when null. */
  token?: string | null
  /** How to read a reply that is no error. */
  as?: 'json' | 'blob' | 'text'
  /**
   * Statuses besides 400 that come back to the caller. Only the public pages use it, a share link's and /verificar, whose
   * readers have no session: /refresh could not help them.
   */
  handBack?: readonly number[]
  signal?: AbortSignal
}

export const missingUrl = 'La URL no puede ser nula.'

/** The languages of the person, for the sentences of the server's errors. */
const acceptLanguage = (): string => document.documentElement.lang || 'es'

/** The headers that every call carries. */
export async function callHeaders(options: Pick<RequestOptions, 'headers' | 'token'>): Promise<Record<string, string>> {
  const token = options.token === undefined ? await getAccessToken() : options.token
  return {
    Accept: 'application/json, application/problem+json',
    'Accept-Language': acceptLanguage(),
    ...(token === null || token === '' ? {} : { Authorization: `Bearer ${token}` }),
    ...options.headers,
  }
}

/** True when the status is an error that is not the caller's to handle: the browser is then on its way to /refresh. */
export function leavesForRefresh(status: number, text: string, handBack: readonly number[] = []): boolean {
  if (status <= 400 || handBack.includes(status)) return false
  goToRefresh({ status, requestId: requestIdOf(text) })
  return true
}

/** True when the company wants a second factor first: the browser is then on its way to where it is set up. */
export function leavesForSecurity({ code }: Problem): boolean {
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
 * Every call of the product (specification, sections 5, 7 and 8). Rejects with 'La URL no puede ser nula.' without a
 * URL. Carries the bearer token when there is one. 401 and every other error status but 400 send the browser to
 * /refresh; the lack of a second factor that a company wants, to where it is set up. Any other 400 comes back with its
 * problem, a general one when its body is none. Any other failure is logged and, like a redirect, returns nothing.
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
    if (leavesForRefresh(status, text, options.handBack)) return undefined
    const data = readProblem(status, text)
    if (leavesForSecurity(data)) return undefined
    return { status, ok: false, data }
  } catch (error) {
    if (options.signal?.aborted !== true) console.error(error)
    return undefined
  }
}
