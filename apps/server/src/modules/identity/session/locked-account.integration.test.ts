import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, beginStep, keepMail, setUpTotp } from '../../../../test/account.ts'
import { addPerson, openTestServer, testPassword } from '../../../../test/test-server.ts'
import type { TestClient } from '../../../../test/test-client.ts'

/** Strangers at other addresses lock an account; its owner signs in with a second factor in a new browser. */
const { mail, sent } = keepMail()
let people = 0
let addresses = 0

// Behind a proxy, whose header names the address of each browser.
const server = await openTestServer({ mail, config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
beforeEach(() => server.deps.db.deleteFrom('throttle').execute())

const newAddress = () => `203.0.113.${(addresses += 1)}`

async function trySignIn(email: string, fields: { password: string; code?: string }, ip = newAddress()) {
  const client: TestClient = server.client()
  const answer = await client.form(
    '/api/auth/callback/credentials',
    { email, ...fields },
    { 'x-forwarded-for': ip, 'x-forwarded-proto': 'https' },
  )
  return { status: answer.status, body: (await answer.json()) as { url: string; second_step?: object } }
}

/** Ten wrong passwords, each from another address. */
async function lock(email: string): Promise<void> {
  for (let i = 0; i < 10; i += 1) expect((await trySignIn(email, { password: 'no es esta' })).status).toBe(401)
}

/** Pretends that this many wrong codes were sent to the one locked account. */
async function setWrongCodes(count: number): Promise<void> {
  const { numUpdatedRows } = await server.deps.db
    .updateTable('throttle')
    .where('key', 'like', 'sign-in codes at lock:%')
    .set({ count })
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
}

/** A user with a second factor. */
async function careful() {
  const email = `prudente${(people += 1)}@foja.example`
  const id = await addPerson(server, { email })
  const client = server.client()
  expect((await client.signIn(email, testPassword)).status).toBe(200)
  const { secret, codes } = await setUpTotp(server, client)
  beginStep(server)
  await server.deps.db.deleteFrom('throttle').execute()
  return { email, id, secret, codes }
}

describe('an account that strangers have locked', () => {
  it('opens in a new browser with password and code together, of the app or of recovery', async () => {
    const { email, secret, codes } = await careful()
    await lock(email)
    expect(await trySignIn(email, { password: testPassword })).toMatchObject({
      status: 429,
      body: { second_step: { app: true, passkey: null } },
    })
    expect((await trySignIn(email, { password: testPassword, code: codeOf(server, secret) })).status).toBe(200)
    // A right code does not count.
    const wrongCodes = server.deps.db
      .selectFrom('throttle')
      .select('count')
      .where('key', 'like', 'sign-in codes at lock:%')
    expect(await wrongCodes.execute()).toEqual([{ count: 0 }])
    await lock(email)
    expect((await trySignIn(email, { password: testPassword, code: codes[0]! })).status).toBe(200)
  })

  it('answers alike for a wrong password, a wrong or used code, no second factor and no account', async () => {
    const { email, secret, codes } = await careful()
    const plain = `sencilla${(people += 1)}@foja.example`
    await addPerson(server, { email: plain })
    const unknown = 'nadie@foja.example'
    for (const one of [email, plain, unknown]) await lock(one)
    const code = codeOf(server, secret)
    const answers = [
      await trySignIn(email, { password: testPassword }),
      await trySignIn(email, { password: 'no es esta', code }),
      await trySignIn(email, { password: 'no es esta', code: codes[0]! }),
      await trySignIn(email, { password: testPassword, code: codeOf(server, secret, 3600) }),
      await trySignIn(email, { password: testPassword, code: 'AAAAA-AAAAA' }),
      await trySignIn(plain, { password: testPassword, code }),
      await trySignIn(unknown, { password: testPassword, code }),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.status).toBe(429)
    // A code with a wrong password was not taken.
    expect((await trySignIn(email, { password: testPassword, code })).status).toBe(200)
    await lock(email)
    expect((await trySignIn(email, { password: testPassword, code })).status).toBe(429)
  })

  it('stays open for its owner however many wrong codes strangers send', async () => {
    const { email, secret } = await careful()
    await lock(email)
    const wrong = { password: 'no es esta', code: '000 000' }
    expect((await trySignIn(email, wrong)).status).toBe(429)
    await setWrongCodes(60)
    expect((await trySignIn(email, wrong)).status).toBe(429)
    // Nor do they count as passwords looked at, which are limited too.
    const { db } = server.deps
    const looked = await db.selectFrom('throttle').where('key', 'like', 'passwords looked at, known:%').execute()
    expect(looked).toEqual([])
    expect((await trySignIn(email, { password: testPassword, code: codeOf(server, secret) })).status).toBe(200)
  })

  it('stops checking codes of the app after five hundred wrong ones in a day, and takes a recovery code', async () => {
    const { email, secret, codes } = await careful()
    await lock(email)
    const wrong = { password: testPassword, code: '000 000' }
    await trySignIn(email, wrong)
    await setWrongCodes(499)
    await trySignIn(email, wrong)
    const right = { password: testPassword, code: codeOf(server, secret) }
    const [spent, other] = [await trySignIn(email, right), await trySignIn(email, wrong)]
    expect(spent.status).toBe(429)
    expect(spent).toEqual(other)
    expect((await trySignIn(email, { password: testPassword, code: codes[0]! })).status).toBe(200)
  })

  it('notifies its owner of the tenth wrong code, once a day', async () => {
    const { email } = await careful()
    await lock(email)
    const warnings = async () => {
      await server.jobs.run(server.deps.clock())
      return sent.filter(({ to, subject }) => to[0] === email && subject.includes('prueba códigos'))
    }
    const wrong = { password: 'no es esta', code: '000 000' }
    for (let i = 0; i < 9; i += 1) await trySignIn(email, wrong)
    expect(await warnings()).toEqual([])
    await trySignIn(email, wrong)
    expect(await warnings()).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) await trySignIn(email, wrong)
    expect(await warnings()).toHaveLength(1)
  })

  it('still limits each address', async () => {
    const { email, secret } = await careful()
    const ip = newAddress()
    for (let i = 0; i < 10; i += 1) await trySignIn(email, { password: 'no es esta' }, ip)
    const answer = await trySignIn(email, { password: testPassword, code: codeOf(server, secret) }, ip)
    expect(answer.status).toBe(429)
    expect(answer.body).not.toHaveProperty('second_step')
  })
})
