import { expect, it } from 'vitest'
import { enter, post } from '../../test/account.ts'
import { openOffice } from '../../test/office.ts'
import { addPerson, testPassword } from '../../test/test-server.ts'
import { createDevices } from '../modules/identity/session/devices.ts'

/** A password check costs a core a tenth of a second: a flood of them must not stop the rest of the server. */
const office = await openOffice({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' }, limits: {} })

it('a flood of sign-ins is queued up to a limit, the rest is refused, and other requests are served', async () => {
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
  // Refused sign-ins do not count as tries.
  const tries = await server.deps.db.selectFrom('throttle').select('key').where('count', '>', 0).execute()
  expect(tries).toHaveLength(3 * looked.length)
})

it('an office of thirty signs in concurrently from one address', async () => {
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

// Last, because it advances the clock beyond the other sessions.
it('password checks of one user are limited to two at a time and per quarter of an hour, so that others can sign in', async () => {
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
  // A stranger elsewhere who knows the password cannot lock the user out of known browsers and open sessions.
  expect((await server.client().signIn(email, testPassword)).status).toBe(200)
  await spend('passwords looked at')
  expect((await server.client().signIn(email, testPassword)).status).toBe(429)
  expect(await ask()).toBe(200)
  expect((await client.signIn(email, testPassword)).status).toBe(200)
  await spend('passwords looked at, known')
  // The error `paused`, because the user is in a dialog.
  expect(await ask()).toBe(400)
  expect((await client.signIn(email, testPassword)).status).toBe(429)
  expect((await post(client, '/api/v1/forgot_password/', { email })).status).toBe(200)
  server.advance(901_000)
  expect((await client.signIn(email, testPassword)).status).toBe(200)
})
