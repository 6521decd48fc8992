import type { PasskeyRow } from '@foja/contracts/passkeys'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, beginStep, enter, keepMail, post, setUpTotp, tokenIn } from '../../../../test/account.ts'
import { createAuthenticator, otherKey, type Credential, type Faults } from '../../../../test/authenticator.ts'
import { bodyOf, expectProblem } from '../../../../test/office.ts'
import type { TestClient } from '../../../../test/test-client.ts'
import { addCompany, ctxOf, openTestServer, testPassword } from '../../../../test/test-server.ts'
import { confirmTotp } from './enable-totp.ts'
import { beginPasskey, confirmPasskey } from './manage-passkeys.ts'

const { mail, sent } = keepMail()
/** The public origin of the test server (`deps.origin`). */
const site = 'https://foja.example'
const authenticator = createAuthenticator(site)
const own = { current_password: testPassword }

type Options = { challenge: string; rp: { id?: string }; user: { id: string }; excludeCredentials: { id: string }[] }
type RequestOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] }
type State = {
  totp: { enabled_at: string | null; recovery_codes_left: number; owed: boolean }
  passkeys: { available: boolean; required: boolean; keys: PasskeyRow[] }
}
type Step = {
  status: number
  error: string | null
  second: { app: boolean; passkey: RequestOptions | null } | undefined
}

const db = () => server.deps.db
const enterUser = async (id_company = company) => await enter(server, { role: 'usuario', id_company })
const state = async (client: TestClient) => await bodyOf<State>(await client.api('/api/v1/security/'), 200)
const begin = async (client: TestClient, proof: object = own) =>
  await bodyOf<Options>(await post(client, '/api/v1/begin_passkey/', proof), 200)
const confirm = async (client: TestClient, passkey: object, nombre = 'Chrome en Windows') =>
  await post(client, '/api/v1/confirm_passkey/', { nombre, passkey })
const remove = async (client: TestClient, id: string, proof: object) =>
  await post(client, `/api/v1/remove_passkey/${id}/`, proof)

/** Adds a passkey; returns it with its id and the recovery codes. */
async function addPasskey(client: TestClient, proof: object = own, maker = authenticator) {
  const { credential, response } = maker.register(await begin(client, proof))
  const added = await bodyOf<{ id: string; recovery_codes: string[] | null }>(await confirm(client, response), 200)
  return { credential, id: added.id, codes: added.recovery_codes }
}

/** Proof by a passkey, for the caller's own changes. */
async function proofBy(client: TestClient, credential: Credential, faults?: Faults) {
  const options = await bodyOf<RequestOptions>(await post(client, '/api/v1/challenge_passkey/', {}), 200)
  return { passkey: authenticator.answer(credential, options, faults) }
}

/** Sends the password form; `fields` may hold the second step. */
async function signIn(client: TestClient, email: string, fields: Record<string, string> = {}): Promise<Step> {
  const answer = await client.form('/api/auth/callback/credentials', { email, password: testPassword, ...fields })
  const body = (await answer.json()) as { url: string; second_step?: Step['second'] }
  return { status: answer.status, error: new URL(body.url).searchParams.get('error'), second: body.second_step }
}

/** Signs in with a passkey alone. */
async function signInAlone(client: TestClient, credential: Credential, faults?: Faults, maker = authenticator) {
  const { options } = (await (await client.form('/api/auth/passkey/options', {})).json()) as { options: RequestOptions }
  const passkey = JSON.stringify(maker.answer(credential, options, faults))
  return await sendAlone(client, passkey)
}
async function sendAlone(client: TestClient, passkey: string) {
  const answer = await client.form('/api/auth/callback/passkey', { passkey })
  const { url, detail } = (await answer.json()) as { url: string; detail?: string }
  return { status: answer.status, error: new URL(url).searchParams.get('error'), detail }
}
const refused = { status: 401, error: 'PasskeyRefused' }

async function subjectsTo(email: string): Promise<string[]> {
  await server.jobs.run(server.deps.clock())
  return sent.filter(({ to }) => to[0] === email).map(({ subject }) => subject)
}
const eventsOf = async (id: string) =>
  (await db().selectFrom('event').select(['action', 'data']).where('actor', '=', id).orderBy('id').execute()).map(
    ({ action, data }) => ({ action, data }),
  )

const server = await openTestServer({ mail })
const company = await addCompany(server, 'Cóndor Andino')
beforeEach(() => db().deleteFrom('throttle').execute())

describe('a passkey', () => {
  it('is added with a recovery code, of which the user is notified', async () => {
    const { client, email } = await enterUser()
    const { codes } = await setUpTotp(server, client)
    await addPasskey(client, { ...own, code: codes[0] })
    expect(await subjectsTo(email)).toContain('Se usó un código de recuperación de tu cuenta')
  })

  it('is added with the password, gives recovery codes with the first one, and is listed without its key', async () => {
    const { client, email, id } = await enterUser()
    await expectProblem(await post(client, '/api/v1/begin_passkey/', {}), 400, 'own_password_required')
    await expectProblem(await post(client, '/api/v1/begin_passkey/', { current_password: 'no' }), 400, 'password_wrong')
    const options = await begin(client)
    expect(options).toMatchObject({
      rp: { id: 'foja.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(id.replaceAll('-', ''))
    const { credential, response } = authenticator.register(options)
    const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(await confirm(client, response), 200)
    expect(recovery_codes).toHaveLength(10)
    const { passkeys } = await state(client)
    expect(passkeys).toMatchObject({ available: true, required: false })
    expect(passkeys.keys).toMatchObject([{ nombre: 'Chrome en Windows', last_used_at: null, suspect: false }])
    expect(JSON.stringify(passkeys)).not.toContain(credential.id)
    // The second one is proven by the first and gives no new codes.
    const next = await begin(client, await proofBy(client, credential))
    expect(next.excludeCredentials.map((known) => known.id)).toEqual([credential.id])
    const added = await confirm(client, authenticator.register(next).response, 'Teléfono')
    expect(await bodyOf(added, 200)).toMatchObject({ recovery_codes: null })
    expect(await subjectsTo(email)).toEqual(
      Array.from({ length: 2 }, () => 'Tu cuenta tiene una llave de acceso nueva'),
    )
    expect((await eventsOf(id)).filter(({ action }) => action === 'passkey.added')).toMatchObject([
      { data: { llave: 'Chrome en Windows' } },
      { data: { llave: 'Teléfono' } },
    ])
  })

  it('is refused with a foreign origin, site, challenge or session, without user verification, and twice', async () => {
    const { client } = await enterUser()
    const faults: Faults[] = [
      { origin: 'https://foja.example.evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'A'.repeat(72) },
      { userVerified: false },
      { type: 'webauthn.get' },
    ]
    for (const fault of faults) {
      const { response } = authenticator.register(await begin(client), fault)
      await expectProblem(await confirm(client, response), 400, 'passkey_wrong')
    }
    // A challenge for a proof, of another session, or an expired one does not register.
    const other = await enterUser()
    const { response: foreign } = authenticator.register(await begin(other.client))
    await expectProblem(await confirm(client, foreign), 400, 'passkey_wrong')
    const late = authenticator.register(await begin(client)).response
    server.advance(301_000)
    await expectProblem(await confirm(client, late), 400, 'passkey_wrong')
    const { credential, response } = authenticator.register(await begin(client))
    const answers = await Promise.all(Array.from({ length: 4 }, async () => await confirm(client, response)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    // Another user cannot claim the same credential.
    const options = await begin(other.client)
    const copy = authenticator.register(options)
    const stolen = { ...copy.response, id: credential.id, rawId: credential.id }
    const claimed = await confirm(other.client, stolen)
    expect(claimed.status).toBe(200)
    const stored = await db().selectFrom('passkey').select('credential_id').execute()
    expect(stored.filter((row) => row.credential_id === credential.id)).toHaveLength(1)
  })

  it('is renamed, and removed with a passkey or with password and recovery code', async () => {
    const { client, email, id } = await enterUser()
    const stranger = await enterUser()
    const { credential, id: key, codes } = await addPasskey(client)
    const rename = async (by: TestClient, nombre: string) =>
      await by.api(`/api/v1/rename_passkey/${key}/`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ nombre }),
      })
    await expectProblem(await rename(stranger.client, 'Mía'), 404, 'not_found')
    expect((await rename(client, 'Mi portátil')).status).toBe(200)
    expect((await state(client)).passkeys.keys[0]!.nombre).toBe('Mi portátil')
    await expectProblem(await remove(stranger.client, key, own), 404, 'not_found')
    await expectProblem(await remove(client, key, {}), 400, 'own_password_required')
    await expectProblem(await remove(client, key, own), 400, 'own_code_required')
    await expectProblem(await remove(client, key, { ...own, code: '123456' }), 400, 'totp_wrong')
    const wrong = await proofBy(client, credential, { key: otherKey() })
    await expectProblem(await remove(client, key, wrong), 400, 'passkey_wrong')
    expect((await remove(client, key, { ...own, code: codes![0] })).status).toBe(200)
    expect(await state(client)).toMatchObject({ totp: { recovery_codes_left: 0 }, passkeys: { keys: [] } })
    const again = await addPasskey(client)
    expect((await remove(client, again.id, await proofBy(client, again.credential))).status).toBe(200)
    expect((await signIn(server.client(), email)).status).toBe(200)
    expect(await signInAlone(server.client(), again.credential)).toMatchObject(refused)
    expect((await eventsOf(id)).map(({ action }) => action)).toContain('passkey.removed')
    expect(await subjectsTo(email)).toContain('Se quitó una llave de acceso de tu cuenta')
  })

  it('is one of twenty at most, which is checked again when it is added', async () => {
    const { client, id } = await enterUser()
    await expectProblem(await post(client, '/api/v1/challenge_passkey/', {}), 400, 'passkey_none')
    const [first, second] = [authenticator.register(await begin(client)), authenticator.register(await begin(client))]
    const stored = () => ({ id: randomUUID(), id_user: id, credential_id: randomUUID(), nombre: 'Llave' })
    const key = { public_key: 'pQ', counter: 0, transports: '', synced: false }
    const others = Array.from({ length: 19 }, () => ({ ...stored(), ...key }))
    await db().insertInto('passkey').values(others).execute()
    await bodyOf(await confirm(client, first.response), 200)
    await expectProblem(await confirm(client, second.response), 400, 'passkey_limit')
    const proof = await proofBy(client, first.credential)
    await expectProblem(await post(client, '/api/v1/begin_passkey/', proof), 400, 'passkey_limit')
    expect((await state(client)).passkeys.keys).toHaveLength(20)
  })

  it('is not added to a second account', async () => {
    const { client } = await enterUser()
    const { id } = await enterUser()
    const { credential, response } = authenticator.register(await begin(client))
    const key = { credential_id: credential.id, public_key: 'pQ', counter: 0, transports: '', synced: false }
    await db()
      .insertInto('passkey')
      .values({ id: randomUUID(), id_user: id, nombre: 'Llave', ...key })
      .execute()
    await expectProblem(await confirm(client, response), 400, 'passkey_exists')
  })

  it('proves a change once, in the session that asked for it', async () => {
    const { client, email } = await enterUser()
    const { credential, codes } = await addPasskey(client)
    const proof = await proofBy(client, credential)
    const elsewhere = server.client()
    expect((await signIn(elsewhere, email, { code: codes![0]! })).status).toBe(200)
    const renew = async (by: TestClient) => await post(by, '/api/v1/renew_recovery_codes/', proof)
    await expectProblem(await renew(elsewhere), 400, 'passkey_wrong')
    expect((await renew(client)).status).toBe(200)
    await expectProblem(await renew(client), 400, 'passkey_wrong')
  })

  it('is neither begun nor added by a request whose session has just ended', async () => {
    const { client, id } = await enterUser()
    const live = await db().selectFrom('session').select('id').where('id_user', '=', id).executeTakeFirstOrThrow()
    const ctx = ctxOf(server, { id, role: 'usuario', id_company: company, session: live.id })
    const { response: passkey } = authenticator.register(await beginPasskey(ctx, own))
    await post(client, '/api/v1/begin_totp/', own)
    await db().updateTable('session').set({ revoked_at: server.deps.clock() }).where('id', '=', live.id).execute()
    const ended = { code: 'unauthenticated' }
    await expect(beginPasskey(ctx, own)).rejects.toMatchObject(ended)
    await expect(confirmPasskey(ctx, { nombre: 'Tardía', passkey })).rejects.toMatchObject(ended)
    await expect(confirmTotp(ctx, '000000')).rejects.toMatchObject(ended)
    expect(await db().selectFrom('passkey').select('id').where('id_user', '=', id).execute()).toEqual([])
  })

  it('proves the change to an app, whose codes then stand beside it', async () => {
    const { client, email } = await enterUser()
    const { credential } = await addPasskey(client)
    await expectProblem(await post(client, '/api/v1/begin_totp/', own), 400, 'own_code_required')
    const begun = await post(client, '/api/v1/begin_totp/', await proofBy(client, credential))
    const { secret } = await bodyOf<{ secret: string }>(begun, 200)
    beginStep(server)
    expect((await post(client, '/api/v1/confirm_totp/', { code: codeOf(server, secret) })).status).toBe(200)
    server.advance(30_000)
    expect((await signIn(server.client(), email, { code: codeOf(server, secret) })).status).toBe(200)
    const off = await post(client, '/api/v1/remove_totp/', await proofBy(client, credential))
    expect(off.status).toBe(200)
    // The recovery codes stay for the passkey.
    expect(await state(client)).toMatchObject({ totp: { enabled_at: null, recovery_codes_left: 10 } })
    expect(await subjectsTo(email)).toContain('Tu cuenta ya no pide códigos de la aplicación')
  })
})

describe('the second step with a passkey', () => {
  it('follows the password, once per challenge, and the session records it', async () => {
    const { client, email, id } = await enterUser()
    const { credential, codes } = await addPasskey(client)
    const browser = server.client()
    const asked = await signIn(browser, email)
    expect(asked).toMatchObject({ status: 401, error: 'TotpRequired', second: { app: false } })
    const options = asked.second!.passkey!
    expect(options.allowCredentials!.map((known) => known.id)).toEqual([credential.id])
    const passkey = JSON.stringify(authenticator.answer(credential, options, { userHandle: undefined }))
    // The challenge belongs to that browser and to the password's account.
    expect((await signIn(server.client(), email, { passkey })).error).toBe('PasskeyWrong')
    expect((await signIn(browser, email, { passkey })).status).toBe(200)
    expect((await signIn(browser, email, { passkey })).error).toBe('PasskeyWrong')
    const wrong = await signIn(browser, email, {
      passkey: JSON.stringify(authenticator.answer(credential, options, { key: otherKey() })),
    })
    expect(wrong).toMatchObject({ status: 401, error: 'PasskeyWrong' })
    // Each refusal has a fresh challenge, and a recovery code always works.
    expect(wrong.second!.passkey!.challenge).not.toBe(options.challenge)
    expect((await signIn(browser, email, { code: codes![0]! })).status).toBe(200)
    const started = (await eventsOf(id)).filter(({ action }) => action === 'session.started')
    expect(started.slice(-2).map(({ data }) => data)).toEqual([
      { factors: 'password,passkey' },
      { factors: 'password,recovery_code' },
    ])
    const sessions = await db().selectFrom('session').select('by_passkey').where('id_user', '=', id).execute()
    expect(sessions.filter(({ by_passkey }) => by_passkey)).toHaveLength(1)
  })

  it('does not take the passkey of another user, and a wrong password reveals nothing', async () => {
    const [ana, eva] = [await enterUser(), await enterUser()]
    await addPasskey(ana.client)
    const theirs = await addPasskey(eva.client)
    const browser = server.client()
    const { second } = await signIn(browser, ana.email)
    const passkey = JSON.stringify(authenticator.answer(theirs.credential, second!.passkey!))
    expect((await signIn(browser, ana.email, { passkey })).error).toBe('PasskeyWrong')
    const answer = await browser.form('/api/auth/callback/credentials', {
      email: ana.email,
      password: 'no es',
      passkey,
    })
    expect(await answer.json()).not.toHaveProperty('second_step')
  })

  it('counts wrong answers like wrong passwords', async () => {
    const { client, email } = await enterUser()
    const { credential } = await addPasskey(client)
    const browser = server.client()
    const { second } = await signIn(browser, email)
    const passkey = JSON.stringify(authenticator.answer(credential, second!.passkey!, { key: otherKey() }))
    for (let i = 0; i < 10; i += 1) expect((await signIn(browser, email, { passkey })).error).toBe('PasskeyWrong')
    expect((await signIn(browser, email, { passkey })).status).toBe(429)
  })
})

describe('a sign-in with a passkey alone', () => {
  it('opens a session that counts as two factors, and remembers the browser', async () => {
    const { client, id } = await enterUser()
    const { credential } = await addPasskey(client)
    const browser = server.client()
    expect(await signInAlone(browser, credential)).toMatchObject({ status: 200, error: null })
    expect((await state(browser)).passkeys.keys[0]!.last_used_at).not.toBeNull()
    expect(browser.jar.get('foja.device')).toBeDefined()
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'session.started', data: { factors: 'passkey' } })
  })

  it('answers alike for unknown, wrong, replayed, unverified and foreign answers, and for users who may not', async () => {
    const { client, id } = await enterUser()
    const { credential } = await addPasskey(client)
    const unknown = { ...credential, id: 'A'.repeat(43) }
    const answers = [await signInAlone(server.client(), unknown)]
    const faults: Faults[] = [
      { key: otherKey() },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { userHandle: undefined },
      { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
      { challenge: 'A'.repeat(72) },
    ]
    for (const fault of faults) answers.push(await signInAlone(server.client(), credential, fault))
    // A challenge for a second step, of another browser, an expired one, and one that was used.
    const browser = server.client()
    const { options } = (await (await browser.form('/api/auth/passkey/options', {})).json()) as {
      options: RequestOptions
    }
    const passkey = JSON.stringify(authenticator.answer(credential, options))
    answers.push(await sendAlone(server.client(), passkey))
    expect((await sendAlone(browser, passkey)).status).toBe(200)
    answers.push(await sendAlone(browser, passkey), await sendAlone(browser, 'nada'), await sendAlone(browser, '{}'))
    const proof = await proofBy(client, credential)
    answers.push(await sendAlone(client, JSON.stringify(proof.passkey)))
    const change = async (values: object) =>
      await db().updateTable('app_user').set(values).where('id', '=', id).execute()
    await change({ activo: false })
    answers.push(await signInAlone(server.client(), credential))
    await change({ activo: true })
    await db().updateTable('company').set({ activa: false }).where('id', '=', company).execute()
    answers.push(await signInAlone(server.client(), credential))
    await db().updateTable('company').set({ activa: true }).where('id', '=', company).execute()
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject(refused)
    expect((await signInAlone(server.client(), credential)).status).toBe(200)
  })

  it('needs the CSRF token and the own site, and is limited per address', async () => {
    const { client } = await enterUser()
    const { credential } = await addPasskey(client)
    const browser = server.client()
    const foreign = await browser.form('/api/auth/passkey/options', {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    for (const path of ['passkey/options', 'callback/passkey']) {
      const forged = await browser.form(`/api/auth/${path}`, { csrfToken: '0'.repeat(64), passkey: '{}' })
      expect(forged.status).toBe(400)
    }
    for (let i = 0; i < 30; i += 1) expect((await sendAlone(browser, '{}')).status).toBe(401)
    expect((await signInAlone(browser, credential)).status).toBe(429)
    const refusal = await browser.form('/api/auth/callback/passkey', {})
    expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(600)
  })

  it('does not count successes, so that an office behind one address signs in together', async () => {
    const { client } = await enterUser()
    const { credential } = await addPasskey(client)
    for (let i = 0; i < 35; i += 1) expect((await signInAlone(server.client(), credential)).status).toBe(200)
  })

  it('refuses a counter that goes back, tells the user once, and accepts that passkey no more', async () => {
    const { client, email, id } = await enterUser()
    const counting = createAuthenticator(site, { counts: true })
    const { credential } = await addPasskey(client, own, counting)
    expect((await signInAlone(server.client(), credential, undefined, counting)).status).toBe(200)
    expect((await signInAlone(server.client(), credential, undefined, counting)).status).toBe(200)
    expect(await signInAlone(server.client(), credential, { counter: 1 }, counting)).toMatchObject(refused)
    expect(await signInAlone(server.client(), credential, { counter: 100 }, counting)).toMatchObject(refused)
    expect((await state(client)).passkeys.keys).toMatchObject([{ suspect: true }])
    await subjectsTo(email)
    const letters = sent.filter(({ to, subject }) => to[0] === email && subject.includes('copia de tu llave'))
    // In an order that works too where the company requires a passkey: the last one cannot be removed.
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Agrega otra en Mi perfil, en Seguridad, y después quita esa/),
    ])
    expect((await eventsOf(id)).filter(({ action }) => action === 'passkey.copy_suspected')).toHaveLength(1)
    // It still asks for a second step: the password alone does not suffice.
    expect((await signIn(server.client(), email)).error).toBe('TotpRequired')
  })

  it('is absent where browsers have no passkeys: an IP address or plain http', async () => {
    const { client } = await enterUser()
    const manager = await enter(server, { role: 'gestor', id_company: company })
    const before = server.deps.origin
    try {
      for (const origin of ['http://192.168.1.7:3000', 'https://192.168.1.7', 'http://foja.example']) {
        server.deps.origin = () => origin
        expect((await state(client)).passkeys.available, origin).toBe(false)
        await expectProblem(await post(client, '/api/v1/begin_passkey/', own), 400, 'passkey_unavailable')
        // A company cannot require what no user can have.
        const path = `/api/v1/update_companies/${company}/`
        const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ exige_passkey: true })]
        const asked = await manager.client.api(path, { method: 'PUT', headers, body })
        await expectProblem(asked, 400, 'passkey_unavailable')
      }
      server.deps.origin = () => 'http://127.0.0.1:3000'
      expect(await begin(client)).toMatchObject({ rp: { id: 'localhost' } })
    } finally {
      server.deps.origin = before
    }
  })
})

describe('a company that requires a passkey', () => {
  const require = async (id: string, values: object) =>
    await db().updateTable('company').set(values).where('id', '=', id).execute()

  it('restricts the session until there is one, and then refuses codes of the app at the sign-in', async () => {
    const strict = await addCompany(server, 'Notaría con Llave')
    const { client, email } = await enterUser(strict)
    const { secret, codes } = await setUpTotp(server, client)
    await require(strict, { exige_totp: true, exige_passkey: true })
    await expectProblem(await client.api('/api/v1/metrics/'), 400, 'totp_setup_required')
    expect(await state(client)).toMatchObject({ totp: { owed: true }, passkeys: { required: true } })
    const { credential, id } = await addPasskey(client, { ...own, code: codes[0] })
    expect((await client.api('/api/v1/metrics/')).status).toBe(200)
    expect(await state(client)).toMatchObject({ totp: { owed: false } })
    server.advance(60_000)
    const browser = server.client()
    const asked = await signIn(browser, email, { code: codeOf(server, secret) })
    expect(asked).toMatchObject({ error: 'TotpWrong', second: { app: false } })
    // Nor do they prove a change.
    const byApp = { ...own, code: codeOf(server, secret) }
    await expectProblem(await post(client, '/api/v1/renew_recovery_codes/', byApp), 400, 'totp_wrong')
    const passkey = JSON.stringify(authenticator.answer(credential, asked.second!.passkey!))
    expect((await signIn(browser, email, { passkey })).status).toBe(200)
    expect((await signIn(server.client(), email, { code: codes[1]! })).status).toBe(200)
    await expectProblem(await remove(client, id, await proofBy(client, credential)), 400, 'passkey_required_by_company')
    // The app's codes may go: the passkey is what the company asks for.
    expect((await post(client, '/api/v1/remove_totp/', await proofBy(client, credential))).status).toBe(200)
  })

  it('does not count a passkey that may be a copy', async () => {
    const strict = await addCompany(server, 'Notaría con Copias')
    const { client } = await enterUser(strict)
    await require(strict, { exige_totp: true, exige_passkey: true })
    const copied = await addPasskey(client)
    await db().updateTable('passkey').set({ suspect_at: server.deps.clock() }).where('id', '=', copied.id).execute()
    await expectProblem(await client.api('/api/v1/metrics/'), 400, 'totp_setup_required')
    const { credential, id } = await addPasskey(client, { ...own, code: copied.codes![0] })
    expect((await client.api('/api/v1/metrics/')).status).toBe(200)
    await expectProblem(await remove(client, id, await proofBy(client, credential)), 400, 'passkey_required_by_company')
    expect((await remove(client, copied.id, await proofBy(client, credential))).status).toBe(200)
  })

  it('accepts any second factor where it requires one of either kind', async () => {
    const strict = await addCompany(server, 'Notaría de Dos Pasos')
    const { client } = await enterUser(strict)
    await require(strict, { exige_totp: true })
    await expectProblem(await client.api('/api/v1/metrics/'), 400, 'totp_setup_required')
    const { credential, id } = await addPasskey(client)
    expect((await client.api('/api/v1/metrics/')).status).toBe(200)
    await expectProblem(await remove(client, id, await proofBy(client, credential)), 400, 'totp_required_by_company')
  })

  it('is set by the company’s managers, together with the second factor', async () => {
    const office = await addCompany(server, 'Notaría que Decide')
    const { client } = await enter(server, { role: 'gestor', id_company: office })
    const update = async (body: object) =>
      await bodyOf<object>(
        await client.api(`/api/v1/update_companies/${office}/`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        200,
      )
    await addPasskey(client)
    expect(await update({ exige_passkey: true })).toMatchObject({ exige_totp: true, exige_passkey: true })
    expect(await update({ exige_totp: false })).toMatchObject({ exige_totp: false, exige_passkey: false })
  })
})

describe('passkeys of a user whose account changes', () => {
  it('go when the user replaces a password that a manager chose, who could have added one', async () => {
    const { client, email, id } = await enterUser()
    const { credential } = await addPasskey(client)
    await db().updateTable('app_user').set({ password_given: true }).where('id', '=', id).execute()
    const next = 'tucán paralelo bisagra 47'
    const changed = await post(client, '/api/v1/change_password/', { ...own, new_password: next })
    expect(changed.status).toBe(200)
    expect(await signInAlone(server.client(), credential)).toMatchObject(refused)
    expect((await state(client)).passkeys.keys).toEqual([])
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'passkey.removed' })
    await server.jobs.run(server.deps.clock())
    const letter = sent.findLast(({ to }) => to[0] === email)!
    expect(letter.subject).toBe('Tu contraseña cambió')
    expect(letter.text).toContain('También se quitaron tus llaves de acceso')
    expect(letter.text).toContain('Chrome en Windows')
  })

  it('go, and are recorded, when the user replaces such a password by a mailed link', async () => {
    const { client, email, id } = await enterUser()
    await addPasskey(client)
    await db().updateTable('app_user').set({ password_given: true }).where('id', '=', id).execute()
    await bodyOf(await post(server.client(), '/api/v1/forgot_password/', { email }), 200)
    // The job queues the message.
    for (let i = 0; i < 2; i += 1) await server.jobs.run(server.deps.clock())
    const token = tokenIn(sent.findLast(({ to }) => to[0] === email)!.text)
    await bodyOf(
      await post(server.client(), '/api/v1/set_password/', { token, password: 'tucán paralelo bisagra 47' }),
      200,
    )
    expect((await eventsOf(id)).slice(-2)).toMatchObject([
      { action: 'password.reset' },
      { action: 'passkey.removed', data: { llave: 'Chrome en Windows' } },
    ])
  })

  it('go, recorded and told by mail, when a password that a manager chose ends', async () => {
    const { client, email, id } = await enterUser()
    await addPasskey(client)
    await db().updateTable('app_user').set({ password_given: true }).where('id', '=', id).execute()
    const admin = await enter(server, { role: 'admin' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ role: 'mediador' })
    await bodyOf(await admin.client.api(`/api/v1/update_user/${id}/`, { method: 'PUT', headers, body }), 200)
    expect((await eventsOf(admin.id)).filter(({ action }) => action === 'passkey.removed')).toMatchObject([
      { data: { id_user: id, llave: 'Chrome en Windows' } },
    ])
    expect(await subjectsTo(email)).toContain('Se quitó una llave de acceso de tu cuenta')
  })

  it('stay after a new password and go when an admin removes the second factor', async () => {
    const { client, email, id } = await enterUser()
    const { credential } = await addPasskey(client)
    const next = 'tucán paralelo bisagra 47'
    const changed = await post(client, '/api/v1/change_password/', { ...own, new_password: next })
    expect(changed.status).toBe(200)
    expect((await signInAlone(server.client(), credential)).status).toBe(200)
    const manager = await enter(server, { role: 'gestor', nombre: 'Gael Gestor', id_company: company })
    const listed = await bodyOf<{ id: string; has_totp: boolean; has_passkey: boolean }[]>(
      await manager.client.api('/api/v1/list_users/'),
      200,
    )
    expect(listed.find((one) => one.id === id)).toMatchObject({ has_totp: true, has_passkey: true })
    const body = JSON.stringify({ quitar_totp: true, ...own })
    const headers = { 'content-type': 'application/json' }
    await bodyOf(await manager.client.api(`/api/v1/update_user/${id}/`, { method: 'PUT', headers, body }), 200)
    expect(await signInAlone(server.client(), credential)).toMatchObject(refused)
    expect(await subjectsTo(email)).toContain('Tu cuenta ya no tiene verificación en dos pasos')
    expect(await db().selectFrom('recovery_code').where('id_user', '=', id).selectAll().execute()).toEqual([])
  })
})
