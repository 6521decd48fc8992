import { beforeEach, expect, it } from 'vitest'
import { codeOf, enter, keepMail, post, setUpTotp, tokenIn } from '../../../../test/account.ts'
import { openTestServer, testPassword } from '../../../../test/test-server.ts'
import type { TestClient } from '../../../../test/test-client.ts'

const { mail, sent } = keepMail()

const server = await openTestServer({ mail })
beforeEach(async () => {
  await server.deps.db.deleteFrom('throttle').execute()
  sent.length = 0
})

async function enterWithTotp() {
  const person = await enter(server, { role: 'admin' })
  return { ...person, ...(await setUpTotp(server, person.client)) }
}
type Person = Awaited<ReturnType<typeof enterWithTotp>>

async function deliver(): Promise<void> {
  await server.jobs.run(server.deps.clock())
  await server.jobs.run(server.deps.clock())
}
const warnings = ({ email }: Person) =>
  sent.filter(({ to, subject }) => to[0] === email && /prueba códigos/.test(subject))

async function say(client: TestClient, { email }: Person, code: string) {
  const { status, url, detail } = await client.signIn(email, testPassword, { code })
  return { status, error: url.searchParams.get('error'), detail }
}

/** Sets the counter to `count` wrong codes and sends the last one. */
async function tryCodes(person: Person, count: number): Promise<void> {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeOf(server, person.secret, seconds))
  const code = ['111111', '222222', '333333', '444444', '555555', '666666'].find((one) => !right.includes(one))!
  const send = async () => expect((await say(server.client(), person, code)).error).toBe('TotpWrong')
  const { db } = server.deps
  const rows = db.updateTable('throttle').where('key', 'like', 'sign-in codes:%')
  const { numUpdatedRows } = await rows.set({ count: count - 1 }).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n && count > 1) {
    await send()
    await rows.set({ count: count - 1 }).execute()
  }
  await send()
  await db.deleteFrom('throttle').where('key', 'not like', 'sign-in codes%').execute()
}

it('warns the user by email at the tenth wrong second-factor code, once a day', async () => {
  const person = await enterWithTotp()
  await tryCodes(person, 9)
  await deliver()
  expect(warnings(person)).toEqual([])
  await tryCodes(person, 10)
  await tryCodes(person, 11)
  await deliver()
  expect(warnings(person)).toHaveLength(1)
  const { text } = warnings(person)[0]!
  expect(text).toContain('127.0.0.1')
  expect(text).toContain('https://foja.example/olvide')
  server.advance(24 * 3_600_000 + 1000)
  await server.deps.db.deleteFrom('throttle').where('key', 'like', 'sign-in codes:%').execute()
  await tryCodes(person, 10)
  await deliver()
  expect(warnings(person)).toHaveLength(2)
})

it('stops checking authenticator codes of unknown browsers after fifty a day without locking the user out', async () => {
  const person = await enterWithTotp()
  await tryCodes(person, 50)
  const spent = await say(server.client(), person, codeOf(server, person.secret, 30))
  expect(spent).toEqual({ status: 429, error: 'TooManyAttempts', detail: expect.stringContaining('recuperación') })
  // The user's own browser,
  await person.client.form('/api/auth/signout', {})
  expect((await say(person.client, person, codeOf(server, person.secret, 30))).status).toBe(200)
  // a recovery code anywhere,
  expect((await say(server.client(), person, person.codes[0]!)).status).toBe(200)
  expect((await say(server.client(), person, codeOf(server, person.secret, 60))).status).toBe(429)
  // and a new password still work.
  await post(server.client(), '/api/v1/forgot_password/', { email: person.email })
  await deliver()
  const token = tokenIn(sent.findLast(({ text }) => text.includes('#token='))!.text)
  const password = 'cinco gatos leen el diario'
  expect((await post(server.client(), '/api/v1/set_password/', { token, password })).status).toBe(200)
  server.advance(60_000)
  const { status } = await server.client().signIn(person.email, password, { code: codeOf(server, person.secret) })
  expect(status).toBe(200)
})
