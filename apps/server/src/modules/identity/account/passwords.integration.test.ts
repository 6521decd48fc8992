import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '@foja/db/transaction'
import { enter, keepMail, post, tokenIn } from '../../../../test/account.ts'
import { bodyOf, expectProblem } from '../../../../test/office.ts'
import { addCompany, addPerson, openTestServer, startTestServer, testPassword } from '../../../../test/test-server.ts'
import { createLink } from './create-link.ts'
import { queueAccountMail } from './queue-account-mail.ts'

const { mail, sent } = keepMail()
const other = 'cinco gatos leen el diario'

const db = () => server.deps.db
/** Runs the due jobs, and then the messages they queued. */
const deliver = async () => {
  await server.jobs.run(server.deps.clock())
  await server.jobs.run(server.deps.clock())
}
const send = async (path: string, body: unknown) => await post(server.client(), `/api/v1/${path}/`, body)
const forgot = async (email: string) => await send('forgot_password', { email })
const eventsOf = async (actor: string) =>
  (await db().selectFrom('event').select(['action', 'data']).where('actor', '=', actor).orderBy('at').execute()).map(
    ({ action }) => action,
  )

/** A user who has received a reset link. */
async function withReset() {
  const person = await enter(server, { role: 'usuario', id_company: company })
  await bodyOf(await forgot(person.email), 200)
  await deliver()
  return { ...person, token: tokenIn(sent.at(-1)!.text) }
}

const server = await openTestServer({ mail })
const company = await addCompany(server, 'Cóndor Andino')
beforeEach(async () => {
  sent.length = 0
  await db().deleteFrom('throttle').execute()
})

describe('forgotten password', () => {
  it('answers and works alike for every address, and mails only users who may sign in', async () => {
    const known = await enter(server, { role: 'usuario', id_company: company })
    const inactive = await addPerson(server, { email: 'baja@foja.example', activo: false })
    const invited = await addPerson(server, { email: 'invitada@foja.example' })
    await db().updateTable('app_user').set({ password_hash: null }).where('id', '=', invited).execute()
    const answers = []
    for (const email of [known.email, 'nadie@foja.example', 'baja@foja.example', 'invitada@foja.example']) {
      const response = await forgot(email)
      answers.push({ status: response.status, body: await response.text() })
      expect(server.jobs.waiting('reset-password')).toHaveLength(answers.length)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, body: '{"by_mail":true}' })]),
    )
    expect(sent).toEqual([])
    await deliver()
    expect(sent.map(({ to }) => to)).toEqual([[known.email]])
    const links = await db().selectFrom('one_time_link').select('id_user').execute()
    expect(links.map((link) => link.id_user)).not.toContain(inactive)
  })

  it('limits reset requests per address, known or not', async () => {
    const { email } = await enter(server, { role: 'usuario', id_company: company })
    for (const address of [email, 'nadie@foja.example']) {
      for (let i = 0; i < 5; i += 1) expect((await forgot(address)).status).toBe(200)
      const refused = await forgot(address)
      await expectProblem(refused, 429, 'too_many_attempts')
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeLessThanOrEqual(3600)
      expect(wait).toBeGreaterThan(3000)
    }
  })

  it('limits the work of one address to twenty resets and thirty links in a quarter of an hour', async () => {
    await db().deleteFrom('throttle').execute()
    const expectPause = async (answer: Response) => {
      const wait = Number(answer.headers.get('retry-after'))
      await expectProblem(answer, 429, 'too_many_attempts')
      expect(wait).toBeLessThanOrEqual(900)
      expect(wait).toBeGreaterThan(600)
    }
    for (let i = 0; i < 20; i += 1) expect((await forgot(`nadie${i}@foja.example`)).status).toBe(200)
    await expectPause(await forgot('nadie20@foja.example'))
    const check = async () => await send('check_link', { token: 'x'.repeat(43) })
    for (let i = 0; i < 30; i += 1) await expectProblem(await check(), 400, 'link_expired')
    await expectPause(await check())
    await db().deleteFrom('throttle').execute()
  })

  it('answers by_mail false where no mail is configured', async () => {
    const silent = await startTestServer()
    await addPerson(silent, { email: 'ana@foja.example' })
    const answer = await post(silent.client(), '/api/v1/forgot_password/', { email: 'ana@foja.example' })
    expect(await bodyOf(answer, 200)).toEqual({ by_mail: false })
    expect(silent.jobs.waiting('reset-password')).toEqual([])
    await silent.close()
  })
})

describe('one-time link', () => {
  it('names its user and sets a password that signs in', async () => {
    const { token, email, id, client } = await withReset()
    const link = await bodyOf(await send('check_link', { token }), 200)
    expect(link).toMatchObject({ kind: 'reset', email, nombre: 'Ana Prueba', company: 'Cóndor Andino' })
    for (let i = 0; i < 10; i += 1) await server.client().signIn(email, 'no es esta contraseña')
    await db().deleteFrom('throttle').where('key', 'like', 'sign-in address%').execute()
    expect(await bodyOf(await send('set_password', { token, password: other }), 200)).toEqual({ email })
    expect(await client.token()).toBeUndefined()
    expect((await server.client().signIn(email, testPassword)).status).toBe(401)
    expect((await server.client().signIn(email, other)).status).toBe(200)
    expect(await eventsOf(id)).toContain('password.reset')
    await deliver()
    expect(sent.at(-1)).toMatchObject({ to: [email], subject: 'Tu contraseña cambió' })
    await expectProblem(await send('check_link', { token }), 400, 'link_expired')
  })

  it('works once, even with twenty concurrent requests', async () => {
    const { token, id } = await withReset()
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) => (await send('set_password', { token, password: `${other} ${i}` })).status,
      ),
    )
    // At most ten requests of one user are admitted: the others are refused or find the link used.
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => status === 400 || status === 503)).toHaveLength(19)
    expect((await eventsOf(id)).filter((action) => action === 'password.reset')).toHaveLength(1)
  })

  it('sets at most five passwords a day, and the next link stays valid', async () => {
    const { token, email } = await withReset()
    const choose = async (link: string, i: number) =>
      await send('set_password', { token: link, password: `${other} ${i}` })
    await bodyOf(await choose(token, 0), 200)
    const next = async () => {
      await forgot(email)
      await deliver()
      return tokenIn(sent.findLast(({ subject }) => subject === 'Elige otra contraseña')!.text)
    }
    for (let i = 1; i < 5; i += 1) await bodyOf(await choose(await next(), i), 200)
    server.advance(3_601_000)
    const last = await next()
    const { detail } = await expectProblem(await choose(last, 5), 429, 'too_many_attempts')
    expect(detail).toBe('Espera 23 horas y vuelve a intentarlo.')
    expect((await server.client().signIn(email, `${other} 4`)).status).toBe(200)
    await db().deleteFrom('throttle').where('key', 'like', 'password by link:%').execute()
    await bodyOf(await choose(last, 5), 200)
  })

  it('stays valid after a weak password was refused', async () => {
    const { token, email } = await withReset()
    for (const password of ['Superman2024', `${email.split('@')[0]!}${email.split('@')[0]!}`]) {
      await expectProblem(await send('set_password', { token, password }), 400, 'weak_password')
    }
    await bodyOf(await send('set_password', { token, password: other }), 200)
  })

  it('expires with time or when its user is deactivated, but not when a newer one is created', async () => {
    const { token, email, id } = await withReset()
    await bodyOf(await forgot(email), 200)
    await deliver()
    const newer = tokenIn(sent.at(-1)!.text)
    for (const good of [token, newer]) await bodyOf(await send('check_link', { token: good }), 200)
    await db().updateTable('app_user').set({ activo: false }).where('id', '=', id).execute()
    await expectProblem(await send('set_password', { token: newer, password: other }), 400, 'link_expired')
    await db().updateTable('app_user').set({ activo: true }).where('id', '=', id).execute()
    server.advance(3_600_000)
    await expectProblem(await send('set_password', { token: newer, password: other }), 400, 'link_expired')
    await expectProblem(await send('check_link', { token: 'x'.repeat(43) }), 400, 'link_expired')
  })

  it('as an invitation, is valid for a week and until a password exists', async () => {
    const id = await addPerson(server, { email: 'nueva@foja.example', id_company: company, role: 'usuario' })
    await db().updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute()
    const user = { id, email: 'nueva@foja.example', nombre: 'Nuria Nueva', id_company: company }
    const { link, status } = await inTransaction(db(), async (trx) => {
      const created = await createLink(trx, server.deps, {
        user,
        kind: 'invitation',
        by: null,
        at: server.deps.clock(),
      })
      const mailed = {
        kind: 'invitation' as const,
        user,
        company: 'Cóndor Andino',
        link: created,
        locale: 'es' as const,
      }
      return { link: created, ...(await queueAccountMail(trx, server.deps, mailed)) }
    })
    expect(status).toBe('queued')
    server.advance(6 * 24 * 3_600_000)
    await deliver()
    const { text, html } = sent.find(({ to }) => to[0] === user.email)!
    expect(tokenIn(text)).toBe(link.token)
    expect(html).toContain(`href="https://foja.example/elegir-clave#token=${link.token}"`)
    await bodyOf(await send('set_password', { token: link.token, password: other }), 200)
    expect((await server.client().signIn(user.email, other)).status).toBe(200)
  })

  it('does not appear in the outbox and goes to no other address', async () => {
    const admin = await enter(server, { role: 'admin' })
    const { email } = await enter(server, { role: 'usuario', id_company: company })
    await forgot(email)
    // The job of the forgotten password, and not yet that of its message.
    const before = await db().selectFrom('email').select('id').where('kind', '=', 'account').execute()
    server.deps.mail!.mailer.send = async () => await Promise.reject(new Error('down'))
    await deliver()
    const row = await db()
      .selectFrom('email')
      .selectAll()
      .where('kind', '=', 'account')
      .where(
        'id',
        'not in',
        before.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    const shown = await (await admin.client.api(`/api/v1/details_email/${row.id}/`)).text()
    expect(shown).toContain('el enlace va solo en el correo')
    expect(shown).not.toMatch(/token=|\{\{enlace/)
    const retry = async (body: unknown) => await post(admin.client, `/api/v1/retry_email/${row.id}/`, body)
    await expectProblem(await retry({ to: [admin.email] }), 400, 'validation_failed')
    await bodyOf(await retry({}), 200)
    // Recipients changed in the database row itself get no link either.
    const recipients = JSON.stringify({ to: [admin.email], cc: [] })
    await db().updateTable('email').set({ recipients }).where('id', '=', row.id).execute()
    await deliver()
    expect(await db().selectFrom('email').select('reason').where('id', '=', row.id).executeTakeFirst()).toEqual({
      reason: 'link_closed',
    })
  })
})

describe('changing the own password', () => {
  it('ends the other sessions and emails the user when and from where', async () => {
    const { mail: again, sent: received } = keepMail()
    server.deps.mail!.mailer.send = again.mailer.send
    const { client, email, id } = await enter(server, { role: 'usuario', id_company: company })
    const phone = server.client()
    await phone.signIn(email, testPassword)
    const answer = await client.api('/api/v1/change_password/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' },
      body: JSON.stringify({ current_password: testPassword, new_password: other }),
    })
    expect(await bodyOf(answer, 200)).toEqual({ ended_sessions: 1 })
    expect(await client.token()).toBeDefined()
    expect(await phone.token()).toBeUndefined()
    expect((await server.client().signIn(email, other)).status).toBe(200)
    expect(await eventsOf(id)).toContain('password.changed')
    await deliver()
    const { text } = received.find(({ to }) => to[0] === email)!
    expect(text).toContain('Firefox, Windows')
    expect(text).toContain('127.0.0.1')
    expect(text).toContain('https://foja.example/olvide')
  })

  it('requires the current password, limits attempts and refuses weak passwords', async () => {
    const { client } = await enter(server, { role: 'usuario', id_company: company })
    const change = async (current_password: string, new_password: string) =>
      await post(client, '/api/v1/change_password/', { current_password, new_password })
    // Weakness is checked first, as a password check costs a tenth of a second: the answer does not reveal if it was
    // right.
    for (const current of [testPassword, 'no es esta']) {
      await expectProblem(await change(current, 'unbelievable'), 400, 'weak_password')
    }
    expect(await db().selectFrom('throttle').select('key').where('key', 'like', 'own password:%').execute()).toEqual([])
    for (let i = 0; i < 10; i += 1) await expectProblem(await change('no es esta', other), 400, 'password_wrong')
    const paused = await change(testPassword, other)
    await expectProblem(paused, 400, 'paused')
    const wait = Number(paused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(900)
    expect(wait).toBeGreaterThan(600)
  })

  it('succeeds once among concurrent requests', async () => {
    const { client, id } = await enter(server, { role: 'usuario', id_company: company })
    const token = await client.token()
    const change = async (_: unknown, i: number) =>
      await fetch(`${server.origin}/api/v1/change_password/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ current_password: testPassword, new_password: `${other} ${i}` }),
      })
    const statuses = (await Promise.all(Array.from({ length: 8 }, change))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await eventsOf(id)).filter((action) => action === 'password.changed')).toHaveLength(1)
  })
})
