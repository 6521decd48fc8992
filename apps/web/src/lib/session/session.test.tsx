import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer, visits } from '../../test/server.ts'
import { request } from '../api/request.ts'
import { getAccessToken, getSessionState, refreshSession, signIn, signOut } from './session-store.ts'
import { SessionProvider, useSession } from './session.tsx'

useServer()

const wrapper = ({ children }: { children: ReactNode }) => <SessionProvider>{children}</SessionProvider>
const open = () => renderHook(() => useSession(), { wrapper })
const sessions = (...answers: object[]) => {
  let requests = 0
  server.use(
    http.get(at('/api/auth/session'), () => HttpResponse.json(answers[Math.min(requests++, answers.length - 1)] ?? {})),
  )
  return () => requests
}

it('the session is loading, then authenticated', async () => {
  sessions(sessionOf('one'))
  const { result } = open()
  expect(result.current.status).toBe('loading')
  await waitFor(() => expect(result.current.status).toBe('authenticated'))
  expect(result.current.data?.accessToken).toBe('one')
})

it('the session is unauthenticated when the response is {}', async () => {
  sessions({})
  const { result } = open()
  await waitFor(() => expect(result.current.status).toBe('unauthenticated'))
})

it('the session is kept when the server does not answer', async () => {
  signedIn('kept')
  server.use(http.get(at('/api/auth/session'), () => HttpResponse.error()))
  const { result } = open()
  await act(async () => {
    await refreshSession().catch(() => {})
  })
  expect(result.current).toMatchObject({ status: 'authenticated', unreachable: true })
  expect(await getAccessToken()).toBe('kept')
})

it('the session is fetched once for concurrent calls', async () => {
  const requests = sessions(sessionOf())
  await Promise.all([refreshSession(), refreshSession(), refreshSession()])
  expect(requests()).toBe(1)
})

it('the access token is renewed before it expires', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const requests = sessions(sessionOf('first', 10), sessionOf('second', 10))
    await refreshSession()
    await act(() => vi.advanceTimersByTimeAsync(8.9 * 60_000))
    expect(requests()).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(0.2 * 60_000))
    vi.useRealTimers()
    await waitFor(() => expect(requests()).toBe(2))
  } finally {
    vi.useRealTimers()
  }
})

it('the session follows a sign-out in another tab', async () => {
  signedIn()
  sessions({})
  const { result } = open()
  const message = JSON.stringify({ event: 'session', data: { trigger: 'signout' } })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue: message })))
  await waitFor(() => expect(result.current).toMatchObject({ status: 'unauthenticated', signedOut: true }))
})

/** A session response that is delayed until released. */
function heldSession(answer: object) {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.use(
    http.get(
      at('/api/auth/session'),
      async () => {
        await promise
        return HttpResponse.json(answer)
      },
      { once: true },
    ),
  )
  return resolve
}

it('the session ignores a response that was pending during sign-out', async () => {
  signedIn()
  const release = heldSession(sessionOf('late'))
  server.use(
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
    http.post(at('/api/auth/signout'), () => HttpResponse.json({ url: at('/') })),
  )
  const late = refreshSession()
  await signOut()
  release()
  expect(await late).toBeNull()
  expect(getSessionState()).toMatchObject({ data: null, status: 'unauthenticated', signedOut: true })
})

it('a call that the server refuses because of a sign-out redirects nowhere', async () => {
  signedIn()
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  server.use(
    http.get(at('/api/v1/metrics/'), () => problem(401, 'unauthorized')),
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
    http.post(at('/api/auth/signout'), async () => {
      await sent
      return HttpResponse.json({ url: at('/') })
    }),
  )
  const leaving = signOut()
  expect(await request('/api/v1/metrics/')).toBeUndefined()
  send()
  await leaving
  expect(await request('/api/v1/metrics/')).toBeUndefined()
  expect(visits).toEqual([])
})

it('the session is fetched again when another tab reports a change, even with a pending request', async () => {
  signedIn()
  sessions({})
  const release = heldSession(sessionOf('late'))
  const { result } = open()
  const late = refreshSession()
  const message = JSON.stringify({ event: 'session', data: { trigger: 'signout' } })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue: message })))
  await waitFor(() => expect(result.current.status).toBe('unauthenticated'))
  release()
  expect(await late).toBeNull()
  expect(result.current).toMatchObject({ status: 'unauthenticated', signedOut: true })
})

it('sign-in posts NextAuth’s form and returns the result', async () => {
  const forms: Record<string, string>[] = []
  let answer = HttpResponse.json({ url: at('/ingresar?error=CredentialsSignin') }, { status: 401 })
  server.use(
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 'token' })),
    http.post(at('/api/auth/callback/credentials'), async ({ request }) => {
      forms.push(Object.fromEntries(new URLSearchParams(await request.text())))
      return answer
    }),
  )
  const credentials = { email: 'a@b.ec', password: 'mala' }
  expect(await signIn('credentials', credentials)).toMatchObject({ ok: false, status: 401, error: 'CredentialsSignin' })
  expect(forms[0]).toMatchObject({ ...credentials, csrfToken: 'token', json: 'true' })
  answer = HttpResponse.json({ url: at('/') })
  sessions(sessionOf())
  expect(await signIn('credentials', { ...credentials, password: 'buena' })).toMatchObject({ ok: true })
})
