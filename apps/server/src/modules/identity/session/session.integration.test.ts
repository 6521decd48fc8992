import type { Session } from '@foja/contracts/session'
import { SignJWT, exportJWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addCompany, addPerson, openTestServer, testPassword } from '../../../../test/test-server.ts'
import { readableLog } from '../../../../test/traces.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './start-session.ts'

let people = 0

/** A new user with their own throttle counters. */
async function newPerson(fields: { activo?: boolean } = {}) {
  const email = `persona${(people += 1)}@condorandino.ec`
  const id = await addPerson(server, { email, role: 'usuario', id_company: company, ...fields })
  return { email, id }
}

async function signedIn(fields: Record<string, string> = {}) {
  const person = await newPerson()
  const client = server.client()
  const answer = await client.signIn(person.email, testPassword, fields)
  expect(answer.status).toBe(200)
  return { ...person, client }
}

const me = (token: string) =>
  fetch(`${server.origin}/api/v1/details_users/`, { headers: { authorization: `Bearer ${token}` } })

const forgetTries = () => server.deps.db.deleteFrom('throttle').execute()

const log = readableLog()

const server = await openTestServer({ logger: { ...log.logger, level: 'warn' } })
const company = await addCompany(server, 'Cóndor Andino')

describe('sign-in with a password', () => {
  it('answers {} without a session', async () => {
    const response = await server.client().fetch('/api/auth/session')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({})
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('opens a session with a token that the API accepts', async () => {
    const { client, email, id } = await signedIn()
    const session = await client.json<Session>('/api/auth/session')
    expect(session.user).toMatchObject({ id, email, role: 'usuario', id_company: company, image: null })
    const life = Date.parse(session.accessTokenExpires) - server.deps.clock().getTime()
    expect(life).toBeLessThanOrEqual(15 * 60_000)
    const profile = await me(session.accessToken)
    expect(profile.status).toBe(200)
    expect(await profile.json()).toMatchObject({
      id,
      email,
      company: { nombre: 'Cóndor Andino' },
      has_signature: false,
    })
    const row = await server.deps.db
      .selectFrom('app_user')
      .select('last_login_at')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.last_login_at).not.toBeNull()
  })

  it('ignores the case of the email', async () => {
    const { email } = await newPerson()
    expect((await server.client().signIn(`  ${email.toUpperCase()} `, testPassword)).status).toBe(200)
  })

  it('makes the cookie persistent only on request', async () => {
    const once = await signedIn()
    expect(once.client.jar.lines.get('foja.session')).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(once.client.jar.lines.get('foja.session')).not.toContain('Max-Age')
    const kept = await signedIn({ remember: 'true' })
    expect(kept.client.jar.lines.get('foja.session')).toContain('Max-Age=2592000')
  })

  it('answers wrong passwords and unknown, deactivated and invited users alike', async () => {
    const known = await newPerson()
    const inactive = await newPerson({ activo: false })
    const invited = await newPerson()
    await server.deps.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', invited.id).execute()
    const tries = [
      [known.email, 'no es esta contraseña'],
      ['nadie@condorandino.ec', testPassword],
      [inactive.email, testPassword],
      [invited.email, testPassword],
      ['', ''],
    ] as const
    const answers = []
    for (const [email, password] of tries) {
      const { status, url, detail } = await server.client().signIn(email, password)
      answers.push({ status, path: url.pathname, error: url.searchParams.get('error'), detail: detail !== undefined })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual({ status: 401, path: '/ingresar', error: 'CredentialsSignin', detail: true })
    await forgetTries()
  })

  it('takes about the same CPU time for an unknown account', async () => {
    const { email, id } = await newPerson()
    // The real cost: addPerson stores a cheap hash.
    const password_hash = await hashPassword('test', testPassword)
    await server.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
    const time = async (address: string) => {
      const start = process.cpuUsage()
      await server.client().signIn(address, 'no es esta contraseña')
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    await time(email)
    const known = Math.min(await time(email), await time(email))
    const unknown = Math.min(await time('otro@condorandino.ec'), await time('otra@condorandino.ec'))
    // Without the hash it would take a twentieth of the time.
    expect(unknown).toBeGreaterThan(known / 8)
    await forgetTries()
  })

  it('refuses a form without a CSRF token', async () => {
    const { email } = await newPerson()
    const body = new URLSearchParams({ email, password: testPassword, json: 'true' })
    const client = server.client()
    const bare = await client.fetch('/api/auth/callback/credentials', { method: 'POST', body })
    expect(bare.status).toBe(400)
    const { url } = (await bare.json()) as { url: string }
    expect(new URL(url).searchParams.get('error')).toBe('MissingCSRF')
    await client.json('/api/auth/csrf')
    body.set('csrfToken', 'a'.repeat(64))
    expect((await client.fetch('/api/auth/callback/credentials', { method: 'POST', body })).status).toBe(400)
    client.jar.set('next-auth.csrf-token', `${'a'.repeat(64)}|${'b'.repeat(64)}`)
    expect((await client.fetch('/api/auth/callback/credentials', { method: 'POST', body })).status).toBe(400)
    const cross = await server
      .client()
      .form('/api/auth/callback/credentials', { email, password: testPassword }, { 'sec-fetch-site': 'cross-site' })
    expect(cross.status).toBe(403)
  })

  it('never redirects to another site', async () => {
    const { email } = await newPerson()
    for (const callbackUrl of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '\\\\evil.example']) {
      const { url } = await server.client().signIn(email, testPassword, { callbackUrl })
      expect(url.origin).toBe(server.origin)
    }
    const page = await server.client().fetch('/api/auth/signin?callbackUrl=https://evil.example/')
    expect(page.status).toBe(302)
    expect(page.headers.get('location')).toBe(
      `${server.origin}/ingresar?callbackUrl=${encodeURIComponent(`${server.origin}/`)}`,
    )
  })

  it('redirects a form that does not request JSON', async () => {
    const { email } = await newPerson()
    const response = await server
      .client()
      .form('/api/auth/callback/credentials', { email, password: testPassword, json: '' })
    expect(response.status).toBe(302)
  })
})

describe('a request of another site', () => {
  const cross = { 'sec-fetch-site': 'cross-site' }

  it.each(['callback/credentials', 'callback/passkey', 'passkey/options', 'signout', 'session'])(
    'to POST /api/auth/%s is refused',
    async (path) => {
      const { client } = await signedIn()
      expect((await client.form(`/api/auth/${path}`, {}, cross)).status).toBe(403)
      expect(await client.token()).toBeDefined()
    },
  )

  it('does not read the session', async () => {
    const { client } = await signedIn()
    expect((await client.fetch('/api/auth/session', { headers: cross })).status).toBe(403)
  })
})

describe('the pages of the NextAuth client', () => {
  it.each(['signin', 'signin/credentials', 'signin/oidc', 'error'])(
    '/api/auth/%s leads to the sign-in',
    async (path) => {
      const pageOf = async (query: string) =>
        (await server.client().fetch(`/api/auth/${path}${query}`)).headers.get('location')
      expect(await pageOf('')).toBe(`${server.origin}/ingresar`)
      expect(await pageOf(`?error=${'e'.repeat(70)}`)).toBe(`${server.origin}/ingresar?error=${'e'.repeat(60)}`)
    },
  )

  it('/api/auth/signout leads to the start, and ends no session', async () => {
    const { client } = await signedIn()
    const page = await client.fetch('/api/auth/signout')
    expect([page.status, page.headers.get('location')]).toEqual([302, `${server.origin}/`])
    expect(await client.token()).toBeDefined()
  })
})

describe('sign-in throttling', () => {
  it('blocks an account after ten tries for a quarter of an hour, even with the right password', async () => {
    await forgetTries()
    const { email } = await newPerson()
    const client = server.client()
    const statuses = []
    for (let i = 0; i < 10; i += 1) statuses.push((await client.signIn(email, 'no es esta contraseña')).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    const blocked = await client.signIn(email, testPassword)
    expect(blocked.status).toBe(429)
    expect(blocked.url.searchParams.get('error')).toBe('TooManyAttempts')
    expect(blocked.detail).toContain('15 minutos')
    server.advance(901_000)
    expect((await client.signIn(email, testPassword)).status).toBe(200)
    await forgetTries()
  })

  it('reports the remaining tries when they are few, also for accounts that do not exist', async () => {
    await forgetTries()
    const details = []
    for (let i = 0; i < 10; i += 1) details.push((await server.client().signIn('nadie@x.ec', 'no es esta')).detail)
    expect(details[6]).toBe('Te quedan 3 intentos antes de una pausa de 15 minutos.')
    expect(details[8]).toBe('Te queda 1 intento antes de una pausa de 15 minutos.')
    await forgetTries()
  })

  it('admits at most ten of many parallel guesses', async () => {
    await forgetTries()
    const { email } = await newPerson()
    const answers = await Promise.all(Array.from({ length: 30 }, () => server.client().signIn(email, 'no es esta')))
    const counted = (...of: number[]) => answers.filter(({ status }) => of.includes(status)).length
    // Ten password checks of one account are admitted at a time; refused ones do not count as tries.
    expect(counted(401)).toBe(10)
    expect(counted(429, 503)).toBe(20)
    await forgetTries()
  })

  it('does not count tries from a refused address against the account', async () => {
    await forgetTries()
    const { email } = await newPerson()
    for (let i = 0; i < 10; i += 1) await server.client().signIn('nadie@x.ec', 'no es esta')
    const answers = await Promise.all(Array.from({ length: 12 }, () => server.client().signIn(email, 'no es esta')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    await server.deps.db.deleteFrom('throttle').where('key', 'like', 'sign-in address:%').execute()
    expect((await server.client().signIn(email, testPassword)).status).toBe(200)
    await forgetTries()
  })

  it('does not count successes against the address', async () => {
    const { email } = await newPerson()
    for (let i = 0; i < 12; i += 1) expect((await server.client().signIn(email, testPassword)).status).toBe(200)
  })
})

describe('the refresh cookie', () => {
  const cookie = 'foja.session'
  // The server's clock stands still between calls of `advance`.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is exchanged when due, and stored only as a digest', async () => {
    const { client } = await signedIn()
    const first = client.jar.get(cookie) ?? ''
    await client.token()
    expect(client.jar.get(cookie)).toBe(first)
    server.advance(61_000)
    expect(await client.token()).toBeDefined()
    expect(client.jar.get(cookie)).not.toBe(first)
    const rows = await server.deps.db.selectFrom('refresh_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  it('is exchanged a minute after its creation, and at once on request', async () => {
    const { client } = await signedIn()
    const first = client.jar.get(cookie)
    server.advance(59_999)
    await client.token()
    expect(client.jar.get(cookie)).toBe(first)
    server.advance(1)
    await client.token()
    const second = client.jar.get(cookie)
    expect(second).not.toBe(first)
    const update = await client.form('/api/auth/session', {})
    expect(((await update.json()) as Session).accessToken).toBeDefined()
    expect(client.jar.get(cookie)).not.toBe(second)
  })

  it('is accepted for thirty seconds after its exchange, also when its successor was used', async () => {
    const { client } = await signedIn()
    const tab = server.client()
    tab.jar.set(cookie, client.jar.get(cookie) ?? '')
    server.advance(60_000)
    await client.token()
    await client.form('/api/auth/session', {})
    server.advance(30_000)
    expect(await tab.token()).toBeDefined()
    server.advance(1)
    expect(await tab.token()).toBeUndefined()
  })

  it('works for five tabs that send it together', async () => {
    const { client } = await signedIn()
    server.advance(61_000)
    const tabs = await Promise.all(Array.from({ length: 5 }, () => client.token()))
    expect(tabs.every((token) => token !== undefined)).toBe(true)
    expect(await client.token()).toBeDefined()
  })

  it('ends the session of both parties when an exchanged token is used again', async () => {
    const { client, id } = await signedIn()
    const stolen = client.jar.get(cookie) ?? ''
    server.advance(61_000)
    await client.token()
    server.advance(61_000)
    const token = await client.token()
    const thief = server.client()
    thief.jar.set(cookie, stolen)
    expect(await thief.json('/api/auth/session')).toEqual({})
    expect(await client.json('/api/auth/session')).toEqual({})
    expect((await me(token ?? '')).status).toBe(401)
    const events = await server.deps.db
      .selectFrom('event')
      .select(['action', 'data'])
      .where('actor', '=', id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'session.started', data: { factors: 'password' } },
      { action: 'session.reuse_detected', data: {} },
    ])
  })

  it('survives a lost answer, and then treats the lost token as stolen', async () => {
    const { client } = await signedIn()
    const kept = client.jar.get(cookie) ?? ''
    server.advance(61_000)
    await client.token()
    const lost = client.jar.get(cookie) ?? ''
    client.jar.set(cookie, kept)
    server.advance(61_000)
    expect(await client.token()).toBeDefined()
    const finder = server.client()
    finder.jar.set(cookie, lost)
    expect(await finder.json('/api/auth/session')).toEqual({})
    expect(await client.json('/api/auth/session')).toEqual({})
  })

  it('expires without use and at the end of its total lifetime', async () => {
    const hour = 3_600_000
    for (const [remember, idleHours, uses] of [
      ['false', 12, 3],
      ['true', 14 * 24, 3],
    ] as const) {
      const idle = await signedIn({ remember })
      server.advance(idleHours * hour - 1)
      expect(await idle.client.token()).toBeDefined()
      server.advance(idleHours * hour)
      expect(await idle.client.json('/api/auth/session')).toEqual({})
      const used = await signedIn({ remember })
      const total = (remember === 'true' ? 30 * 24 : 24) * hour
      for (let use = 1; use < uses; use += 1) {
        server.advance(Math.floor(total / uses))
        expect(await used.client.token()).toBeDefined()
      }
      server.advance(Math.ceil(total / uses) - 1)
      expect(await used.client.token()).toBeDefined()
      server.advance(1)
      expect(await used.client.json('/api/auth/session')).toEqual({})
    }
  })

  it('is refused when forged', async () => {
    const client = server.client()
    for (const value of ['x', 'p'.repeat(44), `s${'A'.repeat(43)}`, '%00', 'a|b']) {
      client.jar.set(cookie, value)
      expect(await client.json('/api/auth/session')).toEqual({})
    }
  })
})

describe('ending a session', () => {
  it('invalidates its access tokens immediately', async () => {
    const { client } = await signedIn()
    const token = (await client.token()) ?? ''
    const response = await client.form('/api/auth/signout', {})
    expect(await response.json()).toEqual({ url: `${server.origin}/` })
    expect((await me(token)).status).toBe(401)
    expect(await client.json('/api/auth/session')).toEqual({})
    expect(client.jar.get('foja.session')).toBeUndefined()
  })

  it('takes effect immediately when the user or their company is deactivated', async () => {
    for (const deactivate of [
      (id: string) => server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', id).execute(),
      () => server.deps.db.updateTable('company').set({ activa: false }).where('id', '=', company).execute(),
    ]) {
      const { client, id } = await signedIn()
      const token = (await client.token()) ?? ''
      await deactivate(id)
      expect((await me(token)).status).toBe(401)
      expect(await client.json('/api/auth/session')).toEqual({})
      expect(client.jar.get('foja.session')).toBeUndefined()
    }
    await server.deps.db.updateTable('company').set({ activa: true }).execute()
  })
})

describe('a sign-in during which the account changes', () => {
  it.each([{ activo: false }, { password_hash: 'another' }])('opens no session: %j', async (change) => {
    const { id } = await newPerson()
    const row = await server.deps.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await server.deps.db.updateTable('app_user').set(change).where('id', '=', id).execute()
    const opening = { user: row, checked: row.password_hash, persistent: false, factors: ['password'] as const }
    expect(await startSession(server.deps, opening, { ip: '127.0.0.1', userAgent: null })).toBeUndefined()
    expect(await server.deps.db.selectFrom('session').select('id').where('id_user', '=', id).execute()).toEqual([])
  })
})

describe('access tokens', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('are refused when unsigned, altered, signed with another key or algorithm, or over', async () => {
    const { client, id } = await signedIn()
    const token = (await client.token()) ?? ''
    expect((await me(token)).status).toBe(200)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const publicKey = new TextEncoder().encode(JSON.stringify(await exportJWK(server.deps.keys.session.publicKey)))
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const bad = [
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: id.replace(/.$/, (c) => (c === '0' ? '1' : '0')) })}.${signature}`,
      `${header}.${payload}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(publicKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' }).sign(other.privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .sign(server.deps.keys.session.privateKey),
      await new SignJWT({ ...claims, aud: 'other' })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .sign(server.deps.keys.session.privateKey),
      '',
      'x',
      'x.y.z',
    ]
    for (const candidate of bad) expect((await me(candidate)).status, candidate).toBe(401)
    const [issued, end] = [claims['iat'] as number, claims['exp'] as number]
    expect(end - issued).toBe(600)
    const left = end * 1000 - server.deps.clock().getTime()
    expect(left).toBeLessThanOrEqual(600_000)
    server.advance(left)
    expect((await me(token)).status).toBe(401)
  })

  it('are read from the header only', async () => {
    const { client } = await signedIn()
    const response = await client.fetch('/api/v1/details_users/')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const detail = expect.stringContaining('«Authorization: Bearer foja_…»') as string
    expect(await response.json()).toMatchObject({ code: 'unauthenticated', status: 401, detail })
  })
})

describe('the session client log (_log)', () => {
  it('accepts browser reports as form or JSON', async () => {
    const client = server.client()
    const body = new URLSearchParams({ level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'x'.repeat(5000) })
    const response = await client.fetch('/api/auth/_log', { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({})
    const big = await client.fetch('/api/auth/_log', {
      method: 'POST',
      body: new URLSearchParams({ message: 'x'.repeat(20_000) }),
    })
    expect(big.status).toBe(413)
  })

  it('writes sixty reports a minute, each shortened to one line, and counts the others', async () => {
    server.advance(61_000)
    const report = async (message: string) => {
      const body = new URLSearchParams({ message, code: 'X', other: 'ignored' })
      expect((await server.client().fetch('/api/auth/_log', { method: 'POST', body })).status).toBe(200)
    }
    log.clear()
    await report(`a\n\r\tb${'c'.repeat(600)}`)
    for (let i = 0; i < 61; i += 1) await report('d')
    server.advance(61_000)
    await report('e')
    const lines = () =>
      log
        .text()
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { client?: object; leftOut?: number }]))
    await expect.poll(() => lines().length).toBe(62)
    expect(lines()[0]!.client).toEqual({ code: 'X', message: `a b${'c'.repeat(497)}` })
    expect(
      lines()
        .map(({ leftOut }) => leftOut)
        .filter((count) => count !== undefined),
    ).toEqual([2])
  })
})
