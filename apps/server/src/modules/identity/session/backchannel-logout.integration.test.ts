import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startOddProvider } from '../../../../test/odd-provider.ts'
import type { TestClient } from '../../../../test/test-client.ts'
import { addPerson, startTestServer, testPassword } from '../../../../test/test-server.ts'

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
const email = 'ana@foja.example'
const ana = await addPerson(server, { email })
const { db } = server.deps
beforeEach(async () => {
  provider.token = {}
  provider.odd = {}
  await db.deleteFrom('session').execute()
  await db.deleteFrom('throttle').execute()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

/** Signs in through the provider, whose session is `sid`. */
async function enter(sid?: string): Promise<TestClient> {
  provider.token = sid === undefined ? {} : { claims: { sid } }
  const browser = server.client()
  const { url } = (await (await browser.form('/api/auth/signin/oidc', {})).json()) as { url: string }
  const back = provider.comeBack(url)
  const answer = await browser.fetch(`${back.pathname}${back.search}`)
  expect(answer.headers.get('location')).toBe(`${server.origin}/`)
  return browser
}

async function enterByPassword(): Promise<TestClient> {
  const browser = server.client()
  expect((await browser.signIn(email, testPassword)).status).toBe(200)
  return browser
}

const send = async (logout_token: string) =>
  await fetch(new URL('/api/auth/backchannel-logout', server.origin), {
    method: 'POST',
    body: new URLSearchParams({ logout_token }),
  })
const isOpen = async (browser: TestClient) => (await browser.token()) !== undefined

async function expectRefused(token: string): Promise<void> {
  const answer = await send(token)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
}

async function expectDone(token: string): Promise<void> {
  const answer = await send(token)
  expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([200, 'no-store', ''])
}

describe('back-channel logout', () => {
  it('ends the session that the token names, at once, and no other', async () => {
    const [one, two] = [await enter('s1'), await enter('s2')]
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('provider_sid', '=', 's1')
      .executeTakeFirstOrThrow()
    const token = await one.token()
    await expectDone(await provider.logoutToken({ sid: 's1' }))
    expect([await isOpen(one), await isOpen(two)]).toEqual([false, true])
    const call = await fetch(new URL('/api/v1/details_users/', server.origin), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(call.status).toBe(401)
    const ended = await db.selectFrom('session').selectAll().where('id', '=', session.id).executeTakeFirstOrThrow()
    expect(ended).toMatchObject({ revoked_reason: 'ended_by_provider', provider_subject: `${provider.issuer} ana` })
    const events = await db.selectFrom('event').select('action').where('actor', '=', ana).orderBy('id').execute()
    expect(events.at(-1)).toEqual({ action: 'session.ended_by_provider' })
  })

  it('ends all sessions by the provider for a token with the person alone, and keeps those by password', async () => {
    const browsers = [await enter('s1'), await enter(), await enterByPassword()]
    await expectDone(await provider.logoutToken())
    expect(await Promise.all(browsers.map(isOpen))).toEqual([false, false, true])
  })

  it('ends a session by the session alone', async () => {
    const browsers = [await enter('s1'), await enter('s2'), await enter()]
    await expectDone(await provider.logoutToken({ sub: undefined, sid: 's2' }))
    expect(await Promise.all(browsers.map(isOpen))).toEqual([true, false, true])
  })

  it('ends a session whose name the provider did not send with any of its person', async () => {
    const browser = await enter()
    await expectDone(await provider.logoutToken({ sid: 's9' }))
    expect(await isOpen(browser)).toBe(false)
  })

  it('answers 200 where there is nothing to end', async () => {
    const browser = await enter('s1')
    await expectDone(await provider.logoutToken({ sub: 'berta' }))
    await expectDone(await provider.logoutToken({ sub: undefined, sid: 's8' }))
    expect(await isOpen(browser)).toBe(true)
  })

  it('takes each token once', async () => {
    await enter('s1')
    const token = await provider.logoutToken({ sid: 's1' })
    await expectDone(token)
    const again = await enter('s1')
    await expectRefused(token)
    expect(await isOpen(again)).toBe(true)
    expect(
      (await Promise.all([1, 2, 3].map(async () => (await send(await provider.logoutToken())).status))).toSorted(),
    ).toEqual([200, 200, 200])
    const one = await provider.logoutToken()
    expect((await Promise.all([1, 2, 3].map(async () => (await send(one)).status))).toSorted()).toEqual([200, 400, 400])
  })

  const now = Math.floor(Date.now() / 1000)
  it.each([
    ['signed with another key', {}, { forged: true }],
    ['that is not signed', {}, { unsigned: true }],
    ['of another type', {}, { typ: 'at+jwt' }],
    ['of another issuer', { iss: 'https://otro.example' }, {}],
    ['for another client', { aud: 'otra' }, {}],
    ['without an audience', { aud: undefined }, {}],
    ['with a nonce', { nonce: 'n' }, {}],
    ['without events', { events: undefined }, {}],
    ['about another event', { events: { 'https://otro.example/event': {} } }, {}],
    ['whose event is a text', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'x' } }, {}],
    ['without jti', { jti: undefined }, {}],
    ['without iat', { iat: undefined }, {}],
    ['without exp', { exp: undefined }, {}],
    ['that has expired', { iat: now - 400, exp: now - 300 }, {}],
    ['issued long ago', { iat: now - 3600, exp: now + 3600 }, {}],
    ['issued in the future', { iat: now + 3600, exp: now + 7200 }, {}],
    ['without person and session', { sub: undefined }, {}],
    ['whose session is no text', { sid: 7 }, {}],
  ] as const)('refuses a token %s', async (_, claims, fault) => {
    const browser = await enter('s1')
    await expectRefused(await provider.logoutToken(claims, fault))
    expect(await isOpen(browser)).toBe(true)
  })

  it('refuses the ID token of a sign-in, other text and nothing', async () => {
    await expectRefused('x.y.z')
    await expectRefused('')
    const answer = await fetch(new URL('/api/auth/backchannel-logout', server.origin), { method: 'POST' })
    expect(answer.status).toBe(400)
  })

  it('limits refused tokens, and not those that are right', async () => {
    for (let count = 0; count < 60; count += 1) await expectRefused('x')
    const late = await send(await provider.logoutToken())
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    await db.deleteFrom('throttle').execute()
    for (let count = 0; count < 61; count += 1) await expectDone(await provider.logoutToken())
  })
})
