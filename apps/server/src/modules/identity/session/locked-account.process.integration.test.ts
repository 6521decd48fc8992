import { verify } from '@node-rs/argon2'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { beginStep, codeOf, setUpTotp } from '../../../../test/account.ts'
import { addPerson, startTestServer, testPassword } from '../../../../test/test-server.ts'

// In the process round, whose files have their own modules.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<Record<string, unknown> & { verify: typeof verify }>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

let addresses = 0

const server = await startTestServer({ config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
beforeEach(() => server.deps.db.deleteFrom('throttle').execute())
afterAll(() => server.close())

/** Status of a try from an address of its own, and the number of passwords compared in it. */
async function trySignIn(email: string, fields: { password: string; code?: string }): Promise<[number, number]> {
  vi.mocked(verify).mockClear()
  const from = { 'x-forwarded-for': `203.0.113.${(addresses += 1)}`, 'x-forwarded-proto': 'https' }
  const { status } = await server.client().form('/api/auth/callback/credentials', { email, ...fields }, from)
  return [status, vi.mocked(verify).mock.calls.length]
}

it('compares one password at a locked account for each code, right or wrong, and without an account', async () => {
  const email = 'prudente@foja.example'
  await addPerson(server, { email })
  const client = server.client()
  expect((await client.signIn(email, testPassword)).status).toBe(200)
  const { secret, codes } = await setUpTotp(server, client)
  beginStep(server)
  await server.deps.db.deleteFrom('throttle').execute()
  const unknown = 'nadie@foja.example'
  for (const one of [email, unknown]) {
    for (let i = 0; i < 10; i += 1) expect(await trySignIn(one, { password: 'no es esta' })).toEqual([401, 1])
  }
  const code = codeOf(server, secret)
  expect(await trySignIn(email, { password: 'no es esta', code })).toEqual([429, 1])
  expect(await trySignIn(email, { password: 'no es esta', code: codes[0]! })).toEqual([429, 1])
  expect(await trySignIn(email, { password: testPassword, code: '000 000' })).toEqual([429, 1])
  expect(await trySignIn(email, { password: testPassword, code: 'AAAAA-AAAAA' })).toEqual([429, 1])
  expect(await trySignIn(unknown, { password: testPassword, code })).toEqual([429, 1])
  // Without a code there is nothing to tell.
  expect(await trySignIn(email, { password: testPassword })).toEqual([429, 0])
  expect(await trySignIn(email, { password: testPassword, code })).toEqual([200, 1])
})
