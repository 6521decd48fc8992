import type { Session } from '@foja/contracts/session'
import { createRequire } from 'node:module'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { addPerson, startTestServer, testPassword } from '../../../../test/test-server.ts'
import { CookieJar } from '../../../../test/test-client.ts'

/**
 * Proof of the wire format: NextAuth's unmodified browser client against a running server. jsdom has no network, so
 * `fetch` resolves relative addresses and keeps cookies as a browser would.
 */
type Page = {
  window: object & { navigator: object; localStorage: object }
  document: { createElement: (tag: string) => Element & { textContent: string | null } }
}
type Jsdom = new (html: string, options: { url: string }) => { window: Page['window'] & Page }
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: Jsdom }

let jar = new CookieJar()
const email = 'ana@condorandino.ec'

const browserFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  if (jar.header !== '') headers.set('cookie', jar.header)
  // The client passes its addresses as strings.
  const response = await realFetch(new URL(input, server.origin), { ...init, headers })
  jar.take(response)
  return response
}
const realFetch = globalThis.fetch

const server = await startTestServer()
await addPerson(server, { email, nombre: 'Ana Prueba' })
const { window } = new JSDOM('<!doctype html>', { url: `${server.origin}/ingresar` })
const page = { window, document: window.document }
const { navigator, localStorage, document } = window
const globals = { window, document, navigator, localStorage, fetch: browserFetch }
for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
// The client expects a window when it is loaded.
const client = await import('next-auth/react')
const react = await import('react')
const { createRoot } = await import('react-dom/client')
afterEach(() => {
  jar = new CookieJar()
})
afterAll(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

const callbackUrl = () => `${server.origin}/solicitudes`
const credentials = (password: string) => ({ email, password, redirect: false as const, callbackUrl: callbackUrl() })

describe('next-auth/react 4.24.15', () => {
  it('reads the providers and the form token', async () => {
    const providers = await client.getProviders()
    expect(providers?.['credentials']).toMatchObject({ id: 'credentials', type: 'credentials' })
    const token = await client.getCsrfToken()
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await client.getCsrfToken()).toBe(token)
  })

  it('sees no session as null', async () => {
    expect(await client.getSession()).toBeNull()
  })

  it('signs in, reads the session and signs out', async () => {
    expect(await client.signIn('credentials', credentials(testPassword))).toEqual({
      error: null,
      status: 200,
      ok: true,
      url: callbackUrl(),
    })
    const session = (await client.getSession()) as unknown as Session
    expect(session.user).toMatchObject({ email, name: 'Ana Prueba', role: 'admin' })
    expect(session.accessToken.split('.')).toHaveLength(3)
    expect(await client.signOut({ redirect: false, callbackUrl: callbackUrl() })).toEqual({ url: callbackUrl() })
    expect(await client.getSession()).toBeNull()
  })

  it('understands bad credentials and too many tries', async () => {
    expect(await client.signIn('credentials', credentials('no es esta contraseña'))).toEqual({
      error: 'CredentialsSignin',
      status: 401,
      ok: false,
      url: null,
    })
    for (let i = 0; i < 9; i += 1) await client.signIn('credentials', credentials('no es esta contraseña'))
    expect(await client.signIn('credentials', credentials(testPassword))).toMatchObject({
      error: 'TooManyAttempts',
      status: 429,
      ok: false,
    })
    await server.deps.db.deleteFrom('throttle').execute()
  })

  it('is led to the sign-in page with the address to return to, also after a refusal', async () => {
    const back = encodeURIComponent(callbackUrl())
    const led = await realFetch(`${server.origin}/api/auth/signin?callbackUrl=${back}`, { redirect: 'manual' })
    expect(led.headers.get('location')).toBe(`${server.origin}/ingresar?callbackUrl=${back}`)
    const abroad = `${server.origin}/api/auth/signin?error=OAuthCallback&callbackUrl=https%3A%2F%2Fevil.example%2F`
    const refused = await realFetch(abroad, { redirect: 'manual' })
    const root = encodeURIComponent(`${server.origin}/`)
    expect(refused.headers.get('location')).toBe(`${server.origin}/ingresar?callbackUrl=${root}&error=OAuthCallback`)
    const body = new URLSearchParams({
      csrfToken: (await client.getCsrfToken())!,
      email,
      password: 'no es esta contraseña',
      callbackUrl: callbackUrl(),
      json: 'true',
    })
    const { url } = (await (await browserFetch('/api/auth/callback/credentials', { method: 'POST', body })).json()) as {
      url: string
    }
    expect(url).toBe(`${server.origin}/ingresar?error=CredentialsSignin&callbackUrl=${back}`)
  })

  it('goes through loading, unauthenticated and authenticated', async () => {
    const seen: string[] = []
    function Probe() {
      const { status, data } = client.useSession()
      const text = data?.user?.email === undefined ? status : `${status} ${String(data.user.email)}`
      if (seen.at(-1) !== text) seen.push(text)
      return react.createElement('p', null, text)
    }
    const place = page.document.createElement('div')
    const root = createRoot(place)
    const settled = (text: string) => vi.waitFor(() => expect(place.textContent).toBe(text), { timeout: 60_000 })
    root.render(react.createElement(client.SessionProvider, null, react.createElement(Probe)))
    await settled('unauthenticated')
    await client.signIn('credentials', credentials(testPassword))
    await settled(`authenticated ${email}`)
    await client.signOut({ redirect: false, callbackUrl: callbackUrl() })
    await settled('unauthenticated')
    expect(seen).toEqual(['loading', 'unauthenticated', `authenticated ${email}`, 'unauthenticated'])
    root.unmount()
  })
})
