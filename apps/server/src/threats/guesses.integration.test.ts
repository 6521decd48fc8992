import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addPerson, startTestServer, testPassword, type TestServer } from '../../test/test-server.ts'
import type { TestClient } from '../../test/test-client.ts'

/** Short form of ten thousand guesses: after the tenth no guess is checked, wherever it comes from. */
let server: TestServer
const email = 'ana@condorandino.ec'
beforeAll(async () => {
  // Behind a proxy on this computer, whose X-Forwarded-For is trusted.
  server = await startTestServer({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
  await addPerson(server, { email })
})
afterAll(() => server.close())
afterEach(() => server.deps.db.deleteFrom('throttle').execute())

async function guess(client: TestClient, csrf: string, address: string, who: string, password: string) {
  const body = new URLSearchParams({ csrfToken: csrf, json: 'true', email: who, password })
  const headers = { 'x-forwarded-for': address }
  return (await client.fetch('/api/auth/callback/credentials', { method: 'POST', body, headers })).status
}

type Guess = { address: string; who: string }

/** Sends `count` wrong guesses and then the right password. */
async function guesses(count: number, each: (index: number) => Guess, at = server): Promise<number[]> {
  const client = at.client()
  const { csrfToken } = await client.json<{ csrfToken: string }>('/api/auth/csrf')
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { address, who } = each(index)
    statuses.push(await guess(client, csrfToken, address, who, `intento número ${index}`))
  }
  const last = each(count)
  statuses.push(await guess(client, csrfToken, last.address, last.who, testPassword))
  return statuses
}

const lookedAt = (statuses: number[]) => statuses.filter((status) => status !== 429).length

it('checks ten of five hundred guesses at one account, and then not even the right password', async () => {
  const statuses = await guesses(500, () => ({ address: '203.0.113.7', who: email }))
  expect(lookedAt(statuses)).toBe(10)
  expect(statuses).not.toContain(200)
})

it('checks ten guesses at one account from a hundred addresses', async () => {
  const statuses = await guesses(200, (index) => ({ address: `198.51.100.${index % 100}`, who: email }))
  expect(lookedAt(statuses)).toBe(10)
  expect(statuses).not.toContain(200)
})

it('checks ten guesses from one address at many accounts', async () => {
  const statuses = await guesses(100, (index) => ({ address: '192.0.2.9', who: `persona${index}@condorandino.ec` }))
  expect(lookedAt(statuses)).toBe(10)
})

it('checks ten guesses from all addresses of one IPv6 line at many accounts', async () => {
  const statuses = await guesses(40, (index) => ({
    address: `2001:db8:7:9:${index}::${index}`,
    who: `persona${index}@condorandino.ec`,
  }))
  expect(lookedAt(statuses)).toBe(10)
})

it('ignores addresses that clients claim in X-Forwarded-For', async () => {
  // Claimed before what the proxy appends, and claimed without a proxy.
  const forged = await guesses(30, (index) => ({
    address: `198.51.100.${index}, 192.0.2.10`,
    who: `a${index}@foja.ec`,
  }))
  expect(lookedAt(forged)).toBe(10)
  const open = await startTestServer()
  try {
    const direct = await guesses(30, (index) => ({ address: `198.51.100.${index}`, who: `b${index}@foja.ec` }), open)
    expect(lookedAt(direct)).toBe(10)
  } finally {
    await open.close()
  }
})
