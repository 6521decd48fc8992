import { afterEach, describe, expect, it } from 'vitest'
import { enter, keepMail, post, setUpTotp, tokenIn } from '../../../../test/account.ts'
import { hashPassword } from './passwords.ts'
import { addPerson, openTestServer, testPassword } from '../../../../test/test-server.ts'
import type { TestClient } from '../../../../test/test-client.ts'

/** Strangers cannot lock users out, neither by guessing passwords nor by requesting links. */
const { mail, sent } = keepMail()
const wrong = 'no es esta contraseña'
let people = 0

const server = await openTestServer({ mail })
afterEach(() => server.deps.db.deleteFrom('throttle').execute())

/** A user, and a browser in which they signed in and out. */
async function enterUser() {
  const email = `duena${(people += 1)}@foja.example`
  const id = await addPerson(server, { email })
  const browser = server.client()
  expect((await browser.signIn(email, testPassword)).status).toBe(200)
  await browser.form('/api/auth/signout', {})
  return { id, email, browser }
}
const statusOf = async (client: TestClient, email: string, password: string) =>
  (await client.signIn(email, password)).status
async function guess(client: TestClient, email: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push(await statusOf(client, email, wrong))
  return statuses
}
/** Same effect as ten wrong passwords in one browser. */
async function spend(client: TestClient, email: string): Promise<void> {
  await guess(client, email, 1)
  const one = server.deps.db.updateTable('throttle').where('key', 'like', 'sign-in%').where('count', '=', 1)
  await one.set({ count: 10 }).execute()
}
const tenThenWait = [...Array<number>(10).fill(401), 429]

describe('a browser in which the user signed in before', () => {
  it('can sign in while strangers guess at the account or share its address', async () => {
    const { email, browser } = await enterUser()
    const stranger = server.client()
    expect(await guess(stranger, email, 11)).toEqual(tenThenWait)
    expect(await statusOf(browser, email, testPassword)).toBe(200)
    // This success does not reset the counter of the strangers.
    expect(await statusOf(stranger, email, testPassword)).toBe(429)
  })

  it('has ten tries of its own, which do not count elsewhere', async () => {
    const { email, browser } = await enterUser()
    expect(await guess(browser, email, 11)).toEqual(tenThenWait)
    expect(await statusOf(browser, email, testPassword)).toBe(429)
    expect(await statusOf(server.client(), email, testPassword)).toBe(200)
    server.advance(901_000)
    expect(await statusOf(browser, email, testPassword)).toBe(200)
  })

  it('is not known for another account and opens none', async () => {
    const { browser } = await enterUser()
    const other = await enterUser()
    await spend(browser, other.email)
    expect(await statusOf(server.client(), other.email, testPassword)).toBe(429)
    expect(await browser.token()).toBeUndefined()
  })

  it('cannot be forged and is known only after a sign-in', async () => {
    const { email, browser } = await enterUser()
    const cookie = browser.jar.get('foja.device') ?? ''
    expect(browser.jar.lines.get('foja.device')).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(decodeURIComponent(cookie)).not.toContain('foja.example')
    const forger = server.client()
    forger.jar.set(
      'foja.device',
      cookie.replace(/\.(.)/, (_, letter) => (letter === 'A' ? '.B' : '.A')),
    )
    await spend(server.client(), email)
    expect(await statusOf(forger, email, testPassword)).toBe(429)
    expect(forger.jar.lines.has('foja.device')).toBe(false)
  })

  it('is known by account, not by the typed address', async () => {
    const { id, email } = await enterUser()
    const password_hash = await hashPassword('test', 'zorro morado trepa 77')
    await server.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
    // Truncated to the longest address, this text would equal the address of the second account.
    const typed = email.padStart(255, ' ')
    await addPerson(server, { email: email.slice(0, -1) })
    const forger = server.client()
    expect(await statusOf(forger, typed, testPassword)).toBe(401)
    expect(forger.jar.get('foja.device')).toBeUndefined()
    await server.deps.db.deleteFrom('throttle').execute()
    await spend(server.client(), email)
    expect(await statusOf(forger, email, wrong)).toBe(429)
    expect(await statusOf(forger, typed, wrong)).toBe(429)
    expect(await statusOf(forger, ` ${email.toUpperCase()}\u00a0`, wrong)).toBe(429)
  })

  it('is not known for a later owner of its user’s address', async () => {
    const { id, email, browser } = await enterUser()
    await server.deps.db
      .updateTable('app_user')
      .set({ email: `antes.${email}` })
      .where('id', '=', id)
      .execute()
    await addPerson(server, { email })
    await spend(server.client(), email)
    expect(await statusOf(browser, email, wrong)).toBe(429)
    expect(await statusOf(browser, `antes.${email}`, testPassword)).toBe(200)
  })

  it('gets new tries after a password change', async () => {
    const { email, browser } = await enterUser()
    await spend(browser, email)
    expect(await statusOf(browser, email, testPassword)).toBe(429)
    await post(server.client(), '/api/v1/forgot_password/', { email })
    await deliver()
    const password = 'cinco gatos leen el diario'
    const token = tokenIn(sent.at(-1)!.text)
    expect((await post(server.client(), '/api/v1/set_password/', { token, password })).status).toBe(200)
    expect(await statusOf(browser, email, password)).toBe(200)
  })
})

/** Runs the due jobs, and then the messages they queued. */
async function deliver(): Promise<void> {
  await server.jobs.run(server.deps.clock())
  await server.jobs.run(server.deps.clock())
}

describe('a forgotten password and known browsers', () => {
  const ask = async (client: TestClient, email: string) =>
    (await post(client, '/api/v1/forgot_password/', { email })).status

  it('lets a known browser request a reset although strangers used up their requests', async () => {
    const { email, browser } = await enterUser()
    const stranger = server.client()
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push(await ask(stranger, email))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let i = 0; i < 5; i += 1) expect(await ask(browser, email)).toBe(200)
    expect(await ask(browser, email)).toBe(429)
  })

  it('keeps an earlier link valid when another is requested', async () => {
    const { email } = await enterUser()
    await ask(server.client(), email)
    await deliver()
    const first = tokenIn(sent.at(-1)!.text)
    await ask(server.client(), email)
    await deliver()
    const second = tokenIn(sent.at(-1)!.text)
    expect(second).not.toBe(first)
    const password = 'cinco gatos leen el diario'
    const set = async (token: string) =>
      (await post(server.client(), '/api/v1/set_password/', { token, password })).status
    expect(await set(first)).toBe(200)
    expect(await set(second)).toBe(400)
  })

  it('lets the user sign in where the link was used although the network is throttled', async () => {
    const email = `perdida${(people += 1)}@foja.example`
    await addPerson(server, { email })
    const browser = server.client()
    expect(await guess(browser, email, 11)).toEqual(tenThenWait)
    await ask(browser, email)
    await deliver()
    const password = 'seis gatos leen el diario'
    const chosen = await post(browser, '/api/v1/set_password/', { token: tokenIn(sent.at(-1)!.text), password })
    expect(chosen.status).toBe(200)
    expect(browser.jar.lines.get('foja.device')).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(await statusOf(browser, email, password)).toBe(200)
    // The cookie equals that of a sign-in: it grants access to no other account.
    expect(await statusOf(server.client(), email, password)).toBe(429)
  })

  it('makes no browser known for users with a second factor before a code was entered there', async () => {
    await server.deps.db.deleteFrom('throttle').execute()
    const { client, email } = await enter(server, { role: 'admin' })
    const { codes } = await setUpTotp(server, client)
    const browser = server.client()
    await ask(browser, email)
    await deliver()
    const password = 'siete gatos leen el diario'
    await post(browser, '/api/v1/set_password/', { token: tokenIn(sent.at(-1)!.text), password })
    expect(browser.jar.get('foja.device')).toBeUndefined()
    expect((await browser.signIn(email, password, { code: codes[0]! })).status).toBe(200)
    expect(browser.jar.get('foja.device')).toBeDefined()
  })
})
