import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOddProvider, type Oddity, type Step, type TokenOddity } from '../../../../test/odd-provider.ts'
import type { TestClient } from '../../../../test/test-client.ts'
import { addPerson, startTestServer } from '../../../../test/test-server.ts'

const provider = await startOddProvider('foja')
const oidc = {
  issuer: provider.issuer,
  clientId: 'foja',
  clientSecret: 'secreto',
  name: 'Cuenta',
  emailDomains: [],
  groupsClaim: 'groups',
  patienceMs: 1000,
}
const server = await startTestServer({ config: { publicUrl: undefined, host: '127.0.0.1', oidc } })
await addPerson(server, { email: 'ana@foja.example' })
beforeEach(async () => {
  // The first failure discards the cached metadata, including the keys.
  provider.odd = { token: { status: 500, body: '{}' } }
  expect(await wentTo(server.client(), () => server.advance(300_001))).toBe('/ingresar?error=OidcFailed')
  provider.odd = {}
})
afterEach(async () => {
  provider.odd = {}
  provider.token = {}
  // Each test starts with a healthy provider.
  expect(await wentTo(server.client())).toBe('/')
  await server.deps.db.deleteFrom('session').execute()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

/** Requests the provider's page. */
async function ask(browser: TestClient) {
  const response = await browser.form('/api/auth/signin/oidc', {})
  return { status: response.status, ...((await response.json()) as { url: string; detail?: string }) }
}

async function comeBack(browser: TestClient, back: URL): Promise<string> {
  const answer = await browser.fetch(`${back.pathname}${back.search}`, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(302)
  return answer.headers.get('location')!.replace(server.origin, '')
}

/** Goes to the provider and back; returns where Foja redirects. `meanwhile`: runs while the user is at the provider. */
async function wentTo(browser: TestClient, meanwhile = () => {}): Promise<string> {
  const { status, url } = await ask(browser)
  expect(status).toBe(200)
  const back = provider.comeBack(url)
  meanwhile()
  return await comeBack(browser, back)
}

const expectNoSession = async (browser: TestClient) => {
  expect(await browser.token()).toBeUndefined()
  expect(await server.deps.db.selectFrom('session').select('id').execute()).toEqual([])
}

const garbage = { status: 200, body: '<html>Mantenimiento</html>' }
const silent: [string, Oddity][] = [
  ['says nothing', 'hang'],
  ['never ends its answer', 'drip'],
  ['fails', { status: 500, body: '{}' }],
  ['answers with a page', garbage],
  ['answers with nothing', { status: 200, body: '{}' }],
]

describe('an OIDC provider whose discovery', () => {
  it.each([
    ...silent,
    ['says that it is another', { change: (body: object) => ({ ...body, issuer: 'https://otro.example' }) }],
    [
      'does not say where people sign in',
      { change: (body: object) => ({ ...body, authorization_endpoint: undefined }) },
    ],
  ] as [string, Oddity][])('%s: the user gets an error within the limit and may try again', async (_, oddity) => {
    provider.odd = { discovery: oddity }
    const browser = server.client()
    expect(await ask(browser)).toEqual({
      status: 400,
      url: `${server.origin}/ingresar?error=OidcFailed`,
      detail: expect.stringContaining('no responde') as string,
    })
    expect(browser.jar.get('foja.oidc')).toBeUndefined()
    await expectNoSession(browser)
  })
})

describe('an OIDC provider that, after the user returned,', () => {
  const steps: Step[] = ['token', 'keys']
  it.each(steps.flatMap((step) => silent.map(([what, oddity]) => [step, what, oddity] as const)))(
    'when asked for the %s %s: does not sign in, with an error within the limit',
    async (step, _, oddity) => {
      const browser = server.client()
      const went = await wentTo(browser, () => {
        provider.odd = { [step]: oddity }
      })
      expect(went).toBe('/ingresar?error=OidcFailed')
      await expectNoSession(browser)
    },
  )

  it.each(silent)('when asked for the address %s: does not sign in', async (_, oddity) => {
    provider.token = { claims: { email: undefined } }
    const browser = server.client()
    const went = await wentTo(browser, () => {
      provider.odd = { userinfo: oddity }
    })
    expect(went).toBe('/ingresar?error=OidcFailed')
    await expectNoSession(browser)
  })

  it.each([
    ['is signed with another key', { forged: true }],
    ['is not signed', { unsigned: true }],
    ['is over', { claims: { exp: 1_000_000_000 } }],
    ['is of another issuer', { claims: { iss: 'https://otro.example' } }],
    ['is for another audience', { claims: { aud: 'otra' } }],
    ['is of another visit', { claims: { nonce: 'otro' } }],
    ['has no subject', { claims: { sub: undefined } }],
  ] as [string, TokenOddity][])('gives a token that %s: does not sign in', async (_, token) => {
    provider.token = token
    const browser = server.client()
    expect(await wentTo(browser)).toBe('/ingresar?error=OidcFailed')
    await expectNoSession(browser)
  })

  it.each([
    ['not verified', { email_verified: false }],
    ['verified in words alone', { email_verified: 'true' }],
    ['not said to be verified', { email_verified: undefined }],
    ['unknown', { email: 'nadie@foja.example' }],
  ])('gives an address that is %s: does not link an unknown user', async (_, claims) => {
    provider.token = { claims: { sub: 'otra persona', ...claims } }
    const browser = server.client()
    expect(await wentTo(browser)).toBe('/ingresar?error=OidcUnknown')
    await expectNoSession(browser)
  })

  it('answers twice: the second answer opens no session', async () => {
    const browser = server.client()
    const { url } = await ask(browser)
    const back = provider.comeBack(url)
    expect(await comeBack(browser, back)).toBe('/')
    const sessions = async () => (await server.deps.db.selectFrom('session').select('id').execute()).length
    expect(await sessions()).toBe(1)
    expect(await comeBack(browser, back)).toBe('/ingresar?error=OidcFailed')
    expect(await sessions()).toBe(1)
  })
})

describe('a database failure during the OIDC sign-in', () => {
  // What PostgreSQL answers to queries during a shutdown (appendix A: 57P01).
  const shutDown = sql`create function shut_down() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection' using errcode = 'admin_shutdown'; end $$`
  beforeAll(async () => void (await shutDown.execute(server.deps.db)))

  it.each(['throttle', 'session'])('while writing the %s ends on the sign-in page without a session', async (table) => {
    const { db } = server.deps
    const browser = server.client()
    const { url } = await ask(browser)
    const back = provider.comeBack(url)
    await sql
      .raw(`create trigger failing before insert on ${table} for each row execute function shut_down()`)
      .execute(db)
    const went = await comeBack(browser, back)
    await sql.raw(`drop trigger failing on ${table}`).execute(db)
    expect(went).toBe('/ingresar?error=OidcFailed')
    await expectNoSession(browser)
  })
})

describe('OIDC requests of strangers', () => {
  it('with an invalid code do not cause another discovery', async () => {
    expect(await wentTo(server.client())).toBe('/')
    provider.odd = { token: { status: 400, body: '{"error":"invalid_grant"}' } }
    expect(await wentTo(server.client())).toBe('/ingresar?error=OidcFailed')
    provider.odd = { discovery: { status: 500, body: '{}' } }
    expect(await wentTo(server.client())).toBe('/')
  })

  it('are limited per address, there and back', async () => {
    const { db } = server.deps
    const browser = server.client()
    const { url } = await ask(browser)
    const back = provider.comeBack(url)
    await comeBack(server.client(), back)
    const tries = await db.updateTable('throttle').set({ count: 120 }).returning('key').execute()
    expect(tries.map(({ key }) => key.split(':')[0]).toSorted()).toEqual(['provider back', 'provider start'])
    expect(await ask(server.client())).toEqual({
      status: 429,
      url: `${server.origin}/ingresar?error=TooManyAttempts`,
      detail: expect.stringContaining('Espera') as string,
    })
    expect(await comeBack(browser, back)).toBe('/ingresar?error=OidcFailed')
    await expectNoSession(browser)
    await db.deleteFrom('throttle').execute()
  })
})
