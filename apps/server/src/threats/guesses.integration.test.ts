import { afterEach, describe, expect, it } from 'vitest'
import type { Share } from '@foja/contracts/shares'
import { bodyOf, createCase, expectProblem, openOffice } from '../../test/office.ts'
import { hashPassword } from '../modules/identity/public.ts'
import { addPerson, openTestServer, startTestServer, testPassword } from '../../test/test-server.ts'
import type { TestClient } from '../../test/test-client.ts'

/** Short form of ten thousand guesses: after the tenth no guess is checked, wherever it comes from. */
const email = 'ana@condorandino.ec'
// Behind a proxy on this computer, whose X-Forwarded-For is trusted.
const server = await openTestServer({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
await addPerson(server, { email })
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

describe('the password of a shared link', async () => {
  const password = 'los gatos leen'
  const office = await openOffice({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
  const { document } = await createCase(office.usuario)
  const wanted = { id_documento: document.id_documento, password }
  const answer = await office.usuario.post('/api/v1/create_share_document/', wanted)
  const share = (await bodyOf<Share & { share: string }>(answer, 201)).share
  afterEach(() => office.server.deps.db.deleteFrom('throttle').execute())

  const open = (from: string, given: string) =>
    fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share}`, {
      headers: { 'x-share-password': given, 'x-forwarded-for': from },
    })

  it('stays open for everyone else after guesses, up to a thousand a day', async () => {
    for (let index = 0; index < 24; index += 1) await open(`192.0.2.${index % 2}`, `intento ${index}`)
    await expectProblem(await open('192.0.2.1', password), 429, 'too_many_attempts')
    expect((await open('198.51.100.1', password)).status).toBe(200)
    const ofLink = office.server.deps.db.updateTable('throttle').where('key', 'like', 'share password by link:%')
    const { numUpdatedRows } = await ofLink.where('count', '=', 20).set({ count: 999 }).executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    await expectProblem(await open('198.51.100.2', 'mal'), 400, 'password_wrong')
    for (let index = 0; index < 11; index += 1) {
      await expectProblem(await open('198.51.100.3', password), 429, 'too_many_attempts')
    }
    // The closed link has not used up the tries of that address at others.
    await ofLink.set({ count: 0 }).execute()
    expect((await open('198.51.100.3', password)).status).toBe(200)
  })

  it('is accepted from thirty people behind one address at once, some after a typing error', async () => {
    const enter = async (given: string) => {
      const opened = await open('203.0.113.31', given)
      await opened.arrayBuffer()
      return opened.status
    }
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => [
        index % 6 === 0 ? await enter('mal') : 400,
        await enter(password),
      ]),
    )
    expect(statuses).toEqual(statuses.map(() => [400, 200]))
    const counts = office.server.deps.db.selectFrom('throttle').select('count').where('key', 'like', 'share:%')
    expect(await counts.execute()).toEqual([{ count: 5 }])
  })
})

it('lets thirty people of one office behind one address sign in at once, some after a typing error', async () => {
  // At its real cost, so that the tries take as long as in an office.
  const password_hash = await hashPassword('office', testPassword)
  const people = Array.from({ length: 30 }, (_, index) => `oficina${index}@condorandino.ec`)
  for (const one of people) await addPerson(server, { email: one })
  await server.deps.db.updateTable('app_user').set({ password_hash }).where('email', 'in', people).execute()
  const statuses = await Promise.all(
    people.map(async (who, index) => {
      const client = server.client()
      const { csrfToken } = await client.json<{ csrfToken: string }>('/api/auth/csrf')
      const enter = (password: string) => guess(client, csrfToken, '203.0.113.30', who, password)
      const typed = index % 6 === 0 ? await enter('caballo correcto') : 200
      return [typed, await enter(testPassword)]
    }),
  )
  expect(statuses.map(([, status]) => status)).toEqual(people.map(() => 200))
  expect(statuses.filter(([typed]) => typed === 401)).toHaveLength(5)
})
