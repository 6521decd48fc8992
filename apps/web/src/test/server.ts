import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { forgetProvider } from '../lib/session/provider.ts'
import { setNavigate } from '../lib/router/redirect.ts'
import { resetSession } from '../lib/session/session-store.ts'

const origin = 'http://localhost:3000'
export const at = (path: string) => `${origin}${path}`
/** By default there is no session and there is no identity provider. */
export const server = setupServer(
  http.get(at('/api/auth/session'), () => HttpResponse.json({})),
  http.get(at('/api/auth/providers'), () => HttpResponse.json({})),
)

/** An API problem response. */
export const problem = (status: number, code: string, extra: object = {}) =>
  HttpResponse.json(
    { type: `/api/docs#${code}`, title: 'Título', status, detail: 'Qué hacer.', code, ...extra },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  )

export const sessionOf = (token = 'access-1', minutes = 10) => ({
  user: {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Lucía Peñaherrera',
    email: 'lucia@condorandino.ec',
    image: null,
    role: 'gestor' as const,
    id_company: '22222222-2222-4222-8222-222222222222',
  },
  expires: new Date(Date.now() + 8 * 3_600_000).toISOString(),
  accessToken: token,
  accessTokenExpires: new Date(Date.now() + minutes * 60_000).toISOString(),
})

export const signedIn = (token?: string, minutes?: number) =>
  resetSession({ data: sessionOf(token, minutes), status: 'authenticated' })

/** Addresses to which the application navigated the browser, in order. */
export const visits: string[] = []

/** Mocks the API in a test file; unexpected requests fail the test. */
export function useServer() {
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' })
    setNavigate((href) => void visits.push(href))
  })
  afterEach(() => {
    server.resetHandlers()
    resetSession()
    forgetProvider()
    sessionStorage.clear()
    visits.length = 0
    // Past a router that is still mounted: it would load the home page, and be rendering it when the file ends.
    History.prototype.replaceState.call(window.history, null, '', '/')
  })
  afterAll(() => server.close())
}

export { http, HttpResponse }
