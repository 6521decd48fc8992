import type { SessionRow } from '@foja/contracts/account'
import { currentTransaction } from '@foja/db/named-pool'
import { inTransaction } from '@foja/db/transaction'
import { testDatabaseKind } from '@foja/testing/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginStep, codeOf, enter, keepMail, post, setUpTotp } from '../../../../test/account.ts'
import { bodyOf, expectProblem } from '../../../../test/office.ts'
import { addCompany, ctxOf, openTestServer, testPassword } from '../../../../test/test-server.ts'
import { removeSecondFactorsOf } from './remove-totp.ts'
import { takeCode } from './take-code.ts'

const { mail, sent } = keepMail()

const db = () => server.deps.db
const enterUser = async (id_company = company) => await enter(server, { role: 'usuario', id_company })
const state = async (client: Awaited<ReturnType<typeof enterUser>>['client']) =>
  await bodyOf<{ totp: { enabled_at: string | null; recovery_codes_left: number; required: boolean; owed: boolean } }>(
    await client.api('/api/v1/security/'),
    200,
  )
const signIn = async (email: string, code?: string) => {
  const { status, url } = await server.client().signIn(email, testPassword, code === undefined ? {} : { code })
  return { status, error: url.searchParams.get('error') }
}

const server = await openTestServer({ mail })
const company = await addCompany(server, 'Cóndor Andino')
beforeEach(() => db().deleteFrom('throttle').execute())

describe('the second factor', () => {
  it('is set up with the password and a first code', async () => {
    const { client, id, email } = await enterUser()
    const begin = async (current_password: string) => await post(client, '/api/v1/begin_totp/', { current_password })
    const confirm = async (code: string) => await post(client, '/api/v1/confirm_totp/', { code })
    await expectProblem(await confirm('123456'), 400, 'totp_not_begun')
    await expectProblem(await begin('no es esta'), 400, 'password_wrong')
    const { secret, url } = await bodyOf<{ secret: string; url: string }>(await begin(testPassword), 200)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(url).toMatch(/^otpauth:\/\/totp\/Foja:/)
    // It does not count before it is confirmed.
    expect((await signIn(email)).status).toBe(200)
    const wrong = codeOf(server, secret, 3600)
    await expectProblem(await confirm(wrong), 400, 'totp_wrong')
    const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(
      await confirm(` ${codeOf(server, secret).replace(/^(...)/, '$1 ')}`),
      200,
    )
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await state(client)).toMatchObject({ totp: { recovery_codes_left: 10, required: false } })
    await expectProblem(await confirm(codeOf(server, secret)), 400, 'totp_already_on')
    await expectProblem(await begin(testPassword), 400, 'totp_already_on')
    const row = await db().selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    // Sealed for this user: it does not open in the row of another.
    const stranger = await enterUser()
    const { totp_secret, totp_enabled_at } = row
    await db().updateTable('app_user').set({ totp_secret, totp_enabled_at }).where('id', '=', stranger.id).execute()
    expect((await signIn(stranger.email, codeOf(server, secret))).status).not.toBe(200)
  })

  it('is required at the sign-in, and each code works once', async () => {
    const { client, email, id } = await enterUser()
    const { secret, codes, code: confirmed } = await setUpTotp(server, client)
    expect(await signIn(email)).toEqual({ status: 401, error: 'TotpRequired' })
    // The code that confirmed it was already used.
    expect(await signIn(email, confirmed)).toEqual({ status: 401, error: 'TotpWrong' })
    beginStep(server)
    const code = codeOf(server, secret)
    const attempts = await Promise.all(Array.from({ length: 6 }, async () => await signIn(email, code)))
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    await db().deleteFrom('throttle').execute()
    server.advance(90_000)
    beginStep(server)
    expect((await signIn(email, codeOf(server, secret, -30))).status).toBe(200)
    expect((await signIn(email, codeOf(server, secret, 30))).status).toBe(200)
    expect((await signIn(email, codeOf(server, secret))).error).toBe('TotpWrong')
    expect((await signIn(email, codeOf(server, secret, 90))).error).toBe('TotpWrong')
    expect((await signIn(email, codes[0]!.toLowerCase())).status).toBe(200)
    expect((await signIn(email, codes[0])).error).toBe('TotpWrong')
    const started = db().selectFrom('event').select('data').where('actor', '=', id)
    const sessions = await started.where('action', '=', 'session.started').orderBy('id').execute()
    expect(sessions[0]).toEqual({ data: { factors: 'password' } })
    expect(sessions.slice(-2)).toEqual([
      { data: { factors: 'password,totp' } },
      { data: { factors: 'password,recovery_code' } },
    ])
    expect((await state(client)).totp.recovery_codes_left).toBe(9)
    // A wrong password does not reveal that there is a second factor.
    expect((await server.client().signIn(email, 'no es esta contraseña')).url.searchParams.get('error')).toBe(
      'CredentialsSignin',
    )
  })

  it.runIf(testDatabaseKind === 'postgres')(
    'takes a code while another transaction references the user (PostgreSQL: needs two connections)',
    async () => {
      const { client, id } = await enterUser()
      const { codes } = await setUpTotp(server, client)
      await inTransaction(db(), async (trx) => {
        const session = { id: randomUUID(), id_user: id, expires_at: server.deps.clock() }
        await trx.insertInto('session').values(session).execute()
        // In parallel, on a connection of its own: a query inside this transaction would be refused here.
        const taken = await currentTransaction.exit(async () => {
          return await inTransaction(db(), async (beside) => {
            await sql`set local lock_timeout = '5s'`.execute(beside)
            return await takeCode(beside, server.deps.keys, id, codes[0]!, server.deps.clock())
          })
        })
        expect(taken).toBe('recovery_code')
      })
    },
  )

  it('counts wrong codes like wrong passwords, and a missing code not at all', async () => {
    const { client, email } = await enterUser()
    const { secret } = await setUpTotp(server, client)
    server.advance(30_000)
    for (let i = 0; i < 3; i += 1) expect((await signIn(email)).error).toBe('TotpRequired')
    for (let i = 0; i < 10; i += 1) {
      expect((await signIn(email, '000 000')).error).toBe('TotpWrong')
      // A missing code in between does not reset the counter.
      if (i % 4 === 0) expect((await signIn(email)).error).toBe('TotpRequired')
    }
    expect(await signIn(email, codeOf(server, secret))).toEqual({ status: 429, error: 'TooManyAttempts' })
  })

  it('replaces recovery codes and is removed with password and code', async () => {
    const { client, email, id } = await enterUser()
    const withCode = (code: string) => ({ current_password: testPassword, code })
    await expectProblem(await post(client, '/api/v1/renew_recovery_codes/', withCode('123456')), 400, 'totp_not_on')
    await expectProblem(await post(client, '/api/v1/remove_totp/', withCode('123456')), 400, 'totp_not_on')
    const { codes } = await setUpTotp(server, client)
    await expectProblem(await post(client, '/api/v1/renew_recovery_codes/', withCode('AAAAA-AAAAA')), 400, 'totp_wrong')
    const renewed = await post(client, '/api/v1/renew_recovery_codes/', withCode(codes[0]!))
    const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(renewed, 200)
    expect((await signIn(email, codes[1])).error).toBe('TotpWrong')
    await expectProblem(await post(client, '/api/v1/remove_totp/', withCode(codes[1]!)), 400, 'totp_wrong')
    expect(await bodyOf(await post(client, '/api/v1/remove_totp/', withCode(recovery_codes[0]!)), 200)).toEqual({
      removed: true,
    })
    expect((await signIn(email)).status).toBe(200)
    const events = await db().selectFrom('event').select('action').where('actor', '=', id).execute()
    const actions = events.map(({ action }) => action)
    for (const one of ['totp.enabled', 'totp.codes_renewed', 'totp.removed']) expect(actions).toContain(one)
    await server.jobs.run(server.deps.clock())
    expect(sent.at(-1)).toMatchObject({ to: [email], subject: 'Tu cuenta ya no tiene verificación en dos pasos' })
  })

  it('moves to another phone with password and code; the old one counts until the new one is confirmed', async () => {
    const { client, email, id } = await enterUser()
    const withCode = (code?: string) => ({ current_password: testPassword, code })
    const begin = async (code?: string) => await post(client, '/api/v1/begin_totp/', withCode(code))
    const { secret, codes } = await setUpTotp(server, client)
    await expectProblem(await begin(), 400, 'totp_already_on')
    await expectProblem(await begin(codeOf(server, secret, 3600)), 400, 'totp_wrong')
    await expectProblem(
      await post(client, '/api/v1/begin_totp/', { ...withCode(codes[0]), current_password: 'no es esta' }),
      400,
      'password_wrong',
    )
    beginStep(server)
    const given = codeOf(server, secret)
    const next = await bodyOf<{ secret: string }>(await begin(given), 200)
    expect(next.secret).not.toBe(secret)
    // The code was already used.
    await expectProblem(await begin(given), 400, 'totp_wrong')
    expect((await signIn(email, codeOf(server, next.secret))).error).toBe('TotpWrong')
    expect((await signIn(email, codes[0])).status).toBe(200)
    const confirm = async (code: string) => await post(client, '/api/v1/confirm_totp/', { code })
    await expectProblem(await confirm(codeOf(server, secret, 30)), 400, 'totp_wrong')
    const confirmed = codeOf(server, next.secret)
    const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(await confirm(confirmed), 200)
    expect(await state(client)).toMatchObject({ totp: { recovery_codes_left: 10 } })
    beginStep(server)
    expect((await signIn(email, codeOf(server, secret))).error).toBe('TotpWrong')
    expect((await signIn(email, codes[1])).error).toBe('TotpWrong')
    expect((await signIn(email, codeOf(server, next.secret))).status).toBe(200)
    await expectProblem(await confirm(codeOf(server, next.secret, 30)), 400, 'totp_already_on')
    // Without the phone a recovery code is enough; the user is notified of it.
    const another = await bodyOf<{ secret: string }>(await begin(recovery_codes[0]), 200)
    await bodyOf(await confirm(codeOf(server, another.secret)), 200)
    const events = db().selectFrom('event').select('action').where('actor', '=', id)
    expect(await events.where('action', '=', 'totp.moved').execute()).toHaveLength(2)
    await server.jobs.run(server.deps.clock())
    const subjects = sent.filter(({ to }) => to[0] === email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Tu verificación en dos pasos pasó a otro teléfono')).toHaveLength(
      2,
    )
    // At the sign-in above, and now.
    expect(subjects.filter((subject) => subject === 'Se usó un código de recuperación de tu cuenta')).toHaveLength(2)
  })

  it('keeps the active secret when the one for another phone is not confirmed within an hour', async () => {
    const { client, email } = await enterUser()
    const { codes } = await setUpTotp(server, client)
    const body = { current_password: testPassword, code: codes[0] }
    const { secret } = await bodyOf<{ secret: string }>(await post(client, '/api/v1/begin_totp/', body), 200)
    server.advance(3_601_000)
    const confirm = await post(client, '/api/v1/confirm_totp/', { code: codeOf(server, secret) })
    await expectProblem(confirm, 400, 'totp_not_begun')
    expect((await signIn(email, codes[1])).status).toBe(200)
  })

  it('must be confirmed within an hour, else it starts over', async () => {
    const { client } = await enterUser()
    const begin = async () =>
      await bodyOf<{ secret: string }>(
        await post(client, '/api/v1/begin_totp/', { current_password: testPassword }),
        200,
      )
    // The server's clock stands still between calls of `advance`.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { secret } = await begin()
      server.advance(3_600_001)
      const confirm = async (code: string) => await post(client, '/api/v1/confirm_totp/', { code })
      await expectProblem(await confirm(codeOf(server, secret)), 400, 'totp_not_begun')
      const again = await begin()
      server.advance(3_600_000)
      expect((await confirm(codeOf(server, again.secret))).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('discards the pending secret for another phone when it is removed', async () => {
    const { client, id } = await enterUser()
    const { codes } = await setUpTotp(server, client)
    const body = { current_password: testPassword, code: codes[0] }
    const { secret } = await bodyOf<{ secret: string }>(await post(client, '/api/v1/begin_totp/', body), 200)
    const manager = await enter(server, { role: 'gestor', nombre: 'Gael Gestor', id_company: company })
    const ctx = ctxOf(server, { id: manager.id, role: 'gestor', id_company: company })
    await inTransaction(db(), async (trx) => await removeSecondFactorsOf(trx, ctx, id, ctx.clock()))
    const confirm = await post(client, '/api/v1/confirm_totp/', { code: codeOf(server, secret) })
    await expectProblem(confirm, 400, 'totp_not_begun')
  })

  it('emails the user on each change and when a recovery code was used', async () => {
    const { client, email } = await enterUser()
    const { secret, codes } = await setUpTotp(server, client)
    const body = { current_password: testPassword, code: codes[0] }
    const renewed = await post(client, '/api/v1/renew_recovery_codes/', body)
    const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(renewed, 200)
    // Neither a code of the app nor a wrong one causes an email.
    server.advance(30_000)
    expect((await signIn(email, codeOf(server, secret))).status).toBe(200)
    expect((await signIn(email, codes[1])).error).toBe('TotpWrong')
    await server.client().signIn(email, testPassword, { code: recovery_codes[0]! })
    await server.jobs.run(server.deps.clock())
    const mails = sent.filter(({ to }) => to[0] === email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Tu cuenta tiene ahora verificación en dos pasos',
      'Tienes códigos de recuperación nuevos',
      'Se usó un código de recuperación de tu cuenta',
    ])
    for (const { text } of mails) {
      expect(text).toContain('127.0.0.1')
      for (const code of [...codes, ...recovery_codes]) expect(text).not.toContain(code)
    }
    expect(mails[2]!.text).toContain('Códigos que te quedan: 9')
  })

  it('can be removed by an admin of the office, whose name the user gets', async () => {
    const { client, email, id } = await enterUser()
    await setUpTotp(server, client)
    const manager = await enter(server, { role: 'gestor', nombre: 'Gael Gestor', id_company: company })
    const by = { id: manager.id, nombre: 'Gael Gestor', role: 'gestor' as const, id_company: company }
    const ctx = ctxOf(server, by, { ip: '10.0.0.7' })
    const remove = async () =>
      await inTransaction(db(), async (trx) => await removeSecondFactorsOf(trx, ctx, id, ctx.clock()))
    expect(await remove()).toBe(true)
    expect(await remove()).toBe(false)
    expect((await signIn(email)).status).toBe(200)
    await server.jobs.run(server.deps.clock())
    expect(sent.at(-1)!.text).toContain('Gael Gestor')
    expect(sent.at(-1)!.text).not.toContain('10.0.0.7')
  })

  it('must be set up before everything else if the company requires it', async () => {
    const strict = await addCompany(server, 'Notaría Estricta')
    const { client } = await enterUser(strict)
    await db().updateTable('company').set({ exige_totp: true }).where('id', '=', strict).execute()
    const refused = ['metrics', 'list_template', 'list_sessions', 'history/AAAA-BBBB-CCCC-DDDD', 'live']
    for (const path of refused) {
      await expectProblem(await client.api(`/api/v1/${path}/`), 400, 'totp_setup_required')
    }
    for (const path of ['details_users', 'security', 'mail_state', 'setup']) {
      expect((await client.api(`/api/v1/${path}/`)).status, path).toBe(200)
    }
    expect(await state(client)).toMatchObject({ has_password: true, totp: { required: true, owed: true } })
    const { codes } = await setUpTotp(server, client)
    expect((await client.api('/api/v1/metrics/')).status).toBe(200)
    expect((await state(client)).totp).toMatchObject({ required: true, owed: false })
    const body = { current_password: testPassword, code: codes[0] }
    await expectProblem(await post(client, '/api/v1/remove_totp/', body), 400, 'totp_required_by_company')
    expect((await post(client, '/api/v1/begin_totp/', body)).status).toBe(200)
  })

  it('must be set up again if the company requires it and an admin removed it', async () => {
    const strict = await addCompany(server, 'Notaría Exigente')
    const { client, email, id } = await enterUser(strict)
    const { secret, codes } = await setUpTotp(server, client)
    const manager = await enter(server, { role: 'gestor', nombre: 'Gael Gestor', id_company: strict })
    await setUpTotp(server, manager.client)
    await db().updateTable('company').set({ exige_totp: true }).where('id', '=', strict).execute()
    const path = `/api/v1/update_user/${id}/`
    const body = JSON.stringify({ quitar_totp: true, current_password: testPassword })
    const headers = { 'content-type': 'application/json' }
    await bodyOf(await manager.client.api(path, { method: 'PUT', headers, body }), 200)
    for (const one of ['metrics', 'list_sessions', 'list_template']) {
      await expectProblem(await client.api(`/api/v1/${one}/`), 400, 'totp_setup_required')
    }
    // Neither the old app nor the old codes are asked for; every other endpoint stays closed.
    expect((await signIn(email)).status).toBe(200)
    const fresh = server.client()
    await fresh.signIn(email, testPassword, { code: codes[0]! })
    await expectProblem(await fresh.api('/api/v1/metrics/'), 400, 'totp_setup_required')
    const again = await setUpTotp(server, fresh)
    expect(again.secret).not.toBe(secret)
    expect((await client.api('/api/v1/metrics/')).status).toBe(200)
    server.advance(60_000)
    expect((await signIn(email, codes[1])).error).toBe('TotpWrong')
    expect((await signIn(email, codeOf(server, secret))).error).toBe('TotpWrong')
    expect((await signIn(email, again.codes[0])).status).toBe(200)
  })
})

describe('open sessions', () => {
  const list = async (client: Awaited<ReturnType<typeof enterUser>>['client']) =>
    (await bodyOf<{ sessions: SessionRow[] }>(await client.api('/api/v1/list_sessions/'), 200)).sessions

  it('are listed, the current one first, and ended one by one or all others together', async () => {
    const { client, email } = await enterUser()
    const browsers = [server.client(), server.client(), server.client()]
    for (const browser of browsers) await browser.signIn(email, testPassword)
    server.advance(60_000)
    await browsers[1]!.token()
    const sessions = await list(client)
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false, false])
    const [lastUsed] = await list(browsers[1]!)
    expect(sessions[1]!.id).toBe(lastUsed!.id)
    expect(sessions.every(({ ip }) => ip === '127.0.0.1')).toBe(true)
    const [own] = await list(browsers[0]!)
    const end = async (id: string) => await client.api(`/api/v1/end_session/${id}/`, { method: 'DELETE' })
    expect(await bodyOf(await end(own!.id), 200)).toEqual({ id: own!.id })
    expect(await browsers[0]!.token()).toBeUndefined()
    expect(await browsers[1]!.token()).toBeDefined()
    await expectProblem(await end(own!.id), 404, 'not_found')
    expect(await bodyOf(await post(client, '/api/v1/end_other_sessions/', {}), 200)).toEqual({ ended: 2 })
    expect(await browsers[1]!.token()).toBeUndefined()
    expect(await list(client)).toHaveLength(1)
  })

  it('are listed until their last token expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { client, email } = await enterUser()
    const other = server.client()
    await other.signIn(email, testPassword)
    const count = async () => (await list(client)).length
    // Renews the token of the current session.
    server.advance(11 * 3_600_000)
    expect(await count()).toBe(2)
    server.advance(3_600_000)
    expect(await count()).toBe(1)
    expect(await other.token()).toBeUndefined()
    vi.useRealTimers()
  })

  it('tell their user once when another kind of browser uses the token, and go on', async () => {
    const { email, id } = await enterUser()
    const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36'
    const newer = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36'
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const browser = server.client()
    const credentials = { email, password: testPassword }
    await browser.form('/api/auth/callback/credentials', credentials, { 'user-agent': chrome })
    const use = async (userAgent: string) =>
      await browser.json<{ accessToken?: string }>('/api/auth/session', { headers: { 'user-agent': userAgent } })
    const other = async () => {
      const row = db().selectFrom('session').select('other_user_agent').where('user_agent', '=', chrome)
      return (await row.executeTakeFirstOrThrow()).other_user_agent
    }
    const subject = 'Otro navegador usa una de tus sesiones'
    const letters = async () => {
      await server.jobs.run(server.deps.clock())
      return sent.filter(({ to, subject: said }) => to[0] === email && said === subject)
    }
    // A newer version of the same browser, and the site as for a desktop, are the same kind.
    await use(newer)
    expect([await other(), await letters()]).toEqual([null, []])
    const answers = await Promise.all(Array.from({ length: 3 }, async () => await use(firefox)))
    expect(answers.every(({ accessToken }) => accessToken !== undefined)).toBe(true)
    expect(await other()).toBe(firefox)
    await use('curl/8.0')
    expect((await letters()).map(({ text }) => text.includes('Firefox, Windows'))).toEqual([true])
    const events = db().selectFrom('event').select('data').where('actor', '=', id)
    expect(await events.where('action', '=', 'session.other_browser').execute()).toEqual([
      { data: { browser: 'Firefox, Windows' } },
    ])
  })

  it('of another user answer not_found', async () => {
    const { client } = await enterUser()
    const stranger = await enterUser()
    const [theirs] = await list(stranger.client)
    const answer = await client.api(`/api/v1/end_session/${theirs!.id}/`, { method: 'DELETE' })
    await expectProblem(answer, 404, 'not_found')
    expect(await stranger.client.token()).toBeDefined()
  })
})
