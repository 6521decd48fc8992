import type { Problem } from '@foja/contracts/problem'
import { readProblem, unreadable } from './read-problem.ts'
import { noteReached } from './connection.ts'
import { actionOf, clearFailure, recordFailure } from './failure.ts'
import { staysOnPage } from './hand-back.ts'
import { base } from '../router/paths.ts'
import { goToRefresh, goToSecurity } from '../router/redirect.ts'
import { getAccessToken, hasLeft } from '../session/session-store.ts'

export type Reply<T> = { status: number; ok: true; data: T } | { status: number; ok: false; data: Problem }

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** The bearer token; by default the session's, none if null. */
  token?: string | null
  /** How to parse a successful response. */
  as?: 'json' | 'blob' | 'text'
  /** What the call names may be gone: a 404 comes back (docs/adr/0044). */
  optional?: boolean
  /** Called with the problem of an error that redirects to /refresh. */
  onRefused?: (problem: Problem) => void
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

/** A failed response; `wait`: the seconds of its Retry-After. */
export type Refusal = { status: number; text: string; wait: string | null }

/**
 * Redirects to /refresh for statuses that the caller does not handle; returns the problem if it did. The failure of an
 * action is recorded first, so that the page can report it afterwards. A 401 after signing out does neither.
 */
export function redirectsToRefresh({ status, text, wait }: Refusal, url: string, action: string | null) {
  if (status <= 400 || staysOnPage(url, status)) return null
  const problem = readProblem(status, text)
  if (status === 401 && hasLeft()) return problem
  const { detail, code: kind, request_id } = problem
  const code = typeof request_id === 'string' ? request_id : null
  const seconds = Math.max(0, Number(wait)) || null
  recordFailure(action, {
    status,
    code,
    detail: kind === unreadable ? null : detail,
    wait: seconds,
  })
  const until = seconds === null ? undefined : Date.now() + seconds * 1000
  goToRefresh({ status, requestId: code ?? undefined, until })
  return problem
}

/** Redirects to the setup of the second factor if the company requires it; true if it did. */
export function redirectsToSecurity({ code }: Problem): boolean {
  if (code !== 'totp_setup_required') return false
  goToSecurity()
  return true
}

async function readReply<T>(response: Response, as: RequestOptions['as']): Promise<T> {
  if (as === 'blob') return (await response.blob()) as T
  if (as === 'text') return (await response.text()) as T
  return (await response.json()) as T
}

/**
 * Every API call (specification, sections 5, 7 and 8). Rejects with 'La URL no puede ser nula.' without a URL. Sends
 * the bearer token if there is one. 401 and every other error status except 400 redirect to /refresh, but for the rows
 * of hand-back.ts; a missing required second factor redirects to its setup. What stays on the page is returned with its
 * problem, or a general one. Other failures are logged and, like a redirect, return nothing.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the reply holds
export async function request<T>(
  url: string | null | undefined,
  options: RequestOptions = {},
): Promise<Reply<T> | undefined> {
  if (url === null || url === undefined || url === '') throw new Error(missingUrl)
  const action = actionOf(options.method ?? 'GET', url)
  if (action !== null) clearFailure()
  try {
    const headers = await callHeaders(options)
    const response = await fetch(base + url, {
      method: options.method ?? 'GET',
      headers: { ...headers, ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    noteReached(true)
    const { status } = response
    if (response.ok) return { status, ok: true, data: await readReply<T>(response, options.as) }
    const text = await response.text()
    const wait = response.headers.get('retry-after')
    const isMissing = options.optional === true && status === 404
    const refused = isMissing ? null : redirectsToRefresh({ status, text, wait }, url, action)
    if (refused !== null) {
      options.onRefused?.(refused)
      return undefined
    }
    const data = readProblem(status, text)
    if (redirectsToSecurity(data)) return undefined
    return { status, ok: false, data }
  } catch (error) {
    if (options.signal?.aborted !== true) {
      console.error(error)
      if (error instanceof TypeError) noteReached(false)
      recordFailure(action, { status: 0 })
    }
    return undefined
  }
}
