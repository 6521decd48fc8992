import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter, post } from '../../test/account.ts'
import { bodyOf, createCase, expectProblem, startOffice, type Office } from '../../test/office.ts'
import { addPerson, testPassword } from '../../test/test-server.ts'
import { createDevices } from '../modules/identity/session/devices.ts'

/** Passwords cost a tenth of a second of a core each: nobody makes this one work on nothing else. */
let office: Office
beforeAll(async () => {
  office = await startOffice({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
})
afterAll(() => office.close())

it('of sign-ins that come all at once few wait, the others are told to come back, and the rest is served', async () => {
  const { server } = office
  await server.deps.db.deleteFrom('throttle').execute()
  const client = server.client()
  const { csrfToken } = await client.json<{ csrfToken: string }>('/api/auth/csrf')
  const signIn = async (_: unknown, i: number) => {
    const fields = { csrfToken, json: 'true', email: `persona${i}@foja.example`, password: 'no es esta' }
    return await client.fetch('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': `198.51.100.${i}` },
    })
  }
  const all = Promise.all(Array.from({ length: 80 }, signIn))
  const ready = await fetch(`${server.origin}/health/ready`)
  expect(ready.status).toBe(200)
  const answers = await all
  const counted = (status: number) => answers.filter((answer) => answer.status === status)
  const [looked, refused] = [counted(401), counted(503)]
  expect(looked.length + refused.length).toBe(80)
  expect(looked.length).toBeGreaterThanOrEqual(34)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]!.json()).toEqual({
    url: 'https://foja.example/ingresar?error=Busy',
    detail: 'Hay muchas personas ingresando a la vez. Espera unos segundos y vuelve a intentarlo.',
  })
  // What was not looked at counts as no try.
  const tries = await server.deps.db.selectFrom('throttle').select('key').where('count', '>', 0).execute()
  expect(tries).toHaveLength(3 * looked.length)
})

it('an office of thirty comes in at once from one address', async () => {
  const { server, company } = office
  const devices = createDevices(server.deps.keys.derive('devices'))
  const arrive = async (_: unknown, i: number) => {
    const email = `nueve${i}@foja.example`
    const id = await addPerson(server, { email, role: 'usuario', id_company: company })
    const browser = server.client()
    browser.jar.set('__Host-foja.device', devices.remember(undefined, id))
    return (await browser.signIn(email, testPassword)).status
  }
  const statuses = await Promise.all(Array.from({ length: 30 }, arrive))
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200))
})

it('a person makes so many links with a password in a quarter of an hour, and any number without', async () => {
  const { usuario, server } = office
  const { document } = await createCase(usuario)
  const share = async (more: Record<string, unknown>) =>
    await usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento, ...more })
  await bodyOf(await share({ password: 'una clave' }), 201)
  const row = server.deps.db.updateTable('throttle').where('key', 'like', 'share password:%')
  await row.set({ count: 29 }).execute()
  await bodyOf(await share({ password: 'una clave' }), 201)
  await expectProblem(await share({ password: 'una clave' }), 429, 'too_many_attempts')
  await bodyOf(await share({}), 201)
})

// Last, as it moves the clock beyond the sessions of the others.
it('one person keeps nobody from signing in: of theirs two are worked on, right or not, and so many in a quarter of an hour', async () => {
  const { server, company } = office
  const { client, email } = await enter(server, { role: 'usuario', id_company: company })
  const token = await client.token()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` }
  const body = JSON.stringify({ current_password: testPassword })
  const ask = async () => {
    const answer = await fetch(`${server.origin}/api/v1/begin_totp/`, { method: 'POST', headers, body })
    return answer.status
  }
  const asking = Promise.all(Array.from({ length: 24 }, ask))
  expect((await server.client().signIn(office.gestor.email, testPassword)).status).toBe(200)
  expect(await asking).toContain(200)
  const spend = async (name: string) =>
    await server.deps.db.updateTable('throttle').set({ count: 120 }).where('key', 'like', `${name}:%`).execute()
  // Somebody who knows the password, elsewhere, keeps them out of no browser and no session of their own.
  expect((await server.client().signIn(email, testPassword)).status).toBe(200)
  await spend('passwords looked at')
  expect((await server.client().signIn(email, testPassword)).status).toBe(429)
  expect(await ask()).toBe(200)
  expect((await client.signIn(email, testPassword)).status).toBe(200)
  await spend('passwords looked at, known')
  expect(await ask()).toBe(429)
  expect((await client.signIn(email, testPassword)).status).toBe(429)
  expect((await post(client, '/api/v1/forgot_password/', { email })).status).toBe(200)
  server.advance(901_000)
  expect((await client.signIn(email, testPassword)).status).toBe(200)
})
