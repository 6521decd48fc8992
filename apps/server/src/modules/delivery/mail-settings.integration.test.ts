import type { MailSettings } from '@foja/contracts/mail-settings'
import { parseSmtpUrl } from '@foja/mail/smtp-url'
import { startSmtpServer } from '@foja/testing/smtp'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendByEmail, sentId } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, startOffice } from '../../../test/office.ts'
import { everythingWritten, formsOf, readableLog } from '../../../test/traces.ts'
import { loadKeys } from '../../keys.ts'
import { connectMail } from './mail-server.ts'
import { checkMailServer, findMailServer, resealMailPassword } from './mail-settings.ts'

const path = '/api/v1/mail_settings/'
const auth = { user: 'foja', pass: 'Clave-del-correo-41d7ce' }
const log = readableLog()
let disconnect = async () => {}

/** Connects the office's mail again, as a start does, and ends the connection before it. */
async function reconnect(environment: Parameters<typeof connectMail>[1]['environment'] = null): Promise<void> {
  await disconnect()
  disconnect = await connectMail(office.server.deps, { environment, name: undefined })
}

const smtp = await startSmtpServer({ auth })
const office = await startOffice({ logger: log.logger })
afterAll(async () => {
  await disconnect()
  await office.close()
  await smtp.close()
})
beforeEach(async () => {
  const { deps } = office.server
  await deps.db.deleteFrom('throttle').execute()
  await deps.db.deleteFrom('mail_settings').execute()
  await reconnect()
  smtp.behaviour.sender = undefined
  smtp.messages.length = 0
})

const settings = () => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  username: auth.user as string | null,
  password: auth.pass,
  from_name: 'Centro Ñandú',
  from_address: 'foja@oficina.ec',
})
type Change = Partial<Record<keyof ReturnType<typeof settings>, unknown>>

const change = async (more: Change = {}) => await office.admin.put(path, { ...settings(), ...more })
const read = async () => await office.admin.read<MailSettings>(path)
type Tested = { to: string; sent: boolean; reason: string | null; server_reply: string | null }
const test = async () => await bodyOf<Tested>(await office.admin.post('/api/v1/test_mail/', undefined), 200)
const configured = async () => (await office.gestor.read<{ configured: boolean }>('/api/v1/mail_state/')).configured

describe('the mail server of the installation', () => {
  it('is used by the next message, without a restart, until it is removed', async () => {
    const { document } = await createCase(office.usuario)
    const held = await bodyOf<{ status: string }>(await sendByEmail(office.usuario, document), 200)
    expect([held.status, await configured()]).toEqual(['held', false])

    const { password: _password, ...shown } = settings()
    const stored = { ...shown, has_password: true, usable: true }
    expect(await bodyOf(await change(), 200)).toEqual({ source: 'product', settings: stored })
    expect([await configured(), await read()]).toEqual([true, { source: 'product', settings: stored }])
    const { released } = await bodyOf<{ released: number }>(await office.admin.post('/api/v1/release_outbox/', {}), 200)
    expect(released).toBe(1)
    await sentId(await sendByEmail(office.usuario, document, { to: ['rosa@cliente.ec'] }))
    await office.server.jobs.run()
    expect(smtp.messages.map(({ from, to }) => [from, ...to])).toEqual([['foja@oficina.ec', 'rosa@cliente.ec']])
    expect(smtp.messages[0]!.mail.from?.text).toBe('"Centro Ñandú" <foja@oficina.ec>')

    expect(await bodyOf(await office.admin.call(path, { method: 'DELETE' }), 200)).toEqual({
      source: null,
      settings: null,
    })
    expect(await configured()).toBe(false)
  })

  it('is read and changed by admins only', async () => {
    for (const role of ['gestor', 'mediador', 'usuario'] as const) {
      await expectProblem(await office[role].call(path), 403, 'forbidden')
      await expectProblem(await office[role].put(path, settings()), 403, 'forbidden')
      await expectProblem(await office[role].post('/api/v1/test_mail/', undefined), 403, 'forbidden')
    }
    expect(await read()).toEqual({ source: null, settings: null })
  })

  it('cannot be changed while the environment sets another', async () => {
    await bodyOf(await change(), 200)
    const from = { name: '', address: 'otra@oficina.ec' }
    const server = parseSmtpUrl(`smtp://127.0.0.1:${smtp.port}?starttls=never`)!
    await reconnect({ server, from })
    expect(await read()).toMatchObject({ source: 'environment', settings: { from_address: 'otra@oficina.ec' } })
    await expectProblem(await change(), 400, 'mail_in_environment')
    await expectProblem(await office.admin.call(path, { method: 'DELETE' }), 400, 'mail_in_environment')
    expect(office.server.deps.mail?.from).toEqual(from)
  })

  it.each([
    ['validation_failed', { host: 'http://correo' }],
    ['validation_failed', { host: '' }],
    ['validation_failed', { port: 0 }],
    ['validation_failed', { from_address: 'foja' }],
    ['mail_password_missing', { password: undefined }],
    ['mail_password_in_clear', { host: 'correo.oficina.ec' }],
  ] as const)('throws %s for %j', async (code, more) => {
    await expectProblem(await change(more), 400, code)
    expect(await read()).toEqual({ source: null, settings: null })
  })

  it('keeps the password for the same server and user only', async () => {
    await bodyOf(await change(), 200)
    const kept = await bodyOf<MailSettings>(await change({ password: undefined, from_name: 'Otro' }), 200)
    expect(kept.settings).toMatchObject({ has_password: true, from_name: 'Otro' })
    expect((await test()).sent).toBe(true)
    await expectProblem(await change({ password: undefined, host: 'localhost' }), 400, 'mail_password_missing')
    await expectProblem(await change({ password: undefined, username: 'otro' }), 400, 'mail_password_missing')
    const without = await bodyOf<MailSettings>(await change({ password: undefined, username: null }), 200)
    expect(without.settings).toMatchObject({ has_password: false, username: null })
  })

  it('does not send the password to another server written into the database', async () => {
    await bodyOf(await change(), 200)
    const { db, keys } = office.server.deps
    await db.updateTable('mail_settings').set({ host: 'localhost' }).execute()
    expect([await findMailServer(db, keys), await checkMailServer(db, keys)]).toEqual([null, 'locked'])
    expect((await read()).settings).toMatchObject({ usable: false })
    await reconnect()
    expect(await configured()).toBe(false)
  })

  it('keeps its password when the keys of the server are rotated', async () => {
    await bodyOf(await change(), 200)
    const { db, keys } = office.server.deps
    const to = await loadKeys(join(office.server.folder, 'next.json'))
    const moved = await db.transaction().execute(async (trx) => await resealMailPassword(trx, { from: keys, to }))
    expect(moved).toEqual({ moved: 1, unopened: 0 })
    expect([(await findMailServer(db, to))?.server.auth, await findMailServer(db, keys)]).toEqual([auth, null])
    const again = await db.transaction().execute(async (trx) => await resealMailPassword(trx, { from: keys, to }))
    expect(again).toEqual({ moved: 0, unopened: 1 })
  })

  it('writes its password nowhere in the clear, and its change to the history', async () => {
    log.clear()
    const wrong = 'Clave-equivocada-0b93aa'
    const reply = await (await change({ password: wrong })).text()
    await test()
    await bodyOf(await change(), 200)
    await test()
    const written = [reply, JSON.stringify(await read()), ...(await everythingWritten(office.server, log.text()))]
    for (const secret of [auth.pass, wrong]) {
      for (const form of formsOf(Buffer.from(secret))) expect(written.filter((text) => text.includes(form))).toEqual([])
    }
    const events = await office.server.deps.db
      .selectFrom('event')
      .where('action', '=', 'mail.configured')
      .selectAll()
      .execute()
    expect(events.at(-1)).toMatchObject({ actor: office.admin.id, data: { host: '127.0.0.1', security: 'none' } })
  })
})

/** A port with a service that answers each connection with `line`, and closes it if that is null. */
async function startOther(line: string | null) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (line === null) socket.destroy()
    else socket.write(line)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((done) => void server.close(done)) }
}

describe('the test message', () => {
  it('goes to the admin who asks for it', async () => {
    await expectProblem(await office.admin.post('/api/v1/test_mail/', undefined), 400, 'mail_not_configured')
    await bodyOf(await change(), 200)
    expect(await test()).toEqual({ to: office.admin.email, sent: true, reason: null, server_reply: null })
    expect(smtp.messages.map(({ to, mail }) => [...to, mail.subject])).toEqual([
      [office.admin.email, 'El correo de Foja funciona'],
    ])
  })

  it('says that the sign-in was refused, in the words of the server too', async () => {
    await bodyOf(await change({ password: 'otra' }), 200)
    const { sent, reason, server_reply } = await test()
    expect([sent, server_reply]).toEqual([false, '535 bad credentials'])
    expect(reason).toContain('no acepta el usuario o la contraseña')
  })

  it('says that the sender was refused', async () => {
    await bodyOf(await change(), 200)
    smtp.behaviour.sender = () => ({ code: 550, text: 'not yours' })
    expect((await test()).reason).toContain('no deja enviar con ese remitente')
  })

  it('says that the host does not exist, that the port is closed, and that TLS failed', async () => {
    await bodyOf(await change({ host: 'no-existe.invalid', username: null, security: 'starttls' }), 200)
    expect((await test()).reason).toContain('no existe o no se encuentra')
    const closed = await startOther(null)
    await closed.close()
    await bodyOf(await change({ port: closed.port }), 200)
    expect((await test()).reason).toContain('no atiende en ese puerto')
    await bodyOf(await change({ security: 'starttls' }), 200)
    expect((await test()).reason).toContain('La conexión segura no se pudo establecer')
  })

  it('does not show what a service other than a mail server answers', async () => {
    const other = await startOther('secret of another service\r\n')
    await bodyOf(await change({ port: other.port }), 200)
    const { sent, server_reply } = await test()
    expect([sent, server_reply]).toEqual([false, null])
    await other.close()
  })

  it('is limited to ten in ten minutes', async () => {
    await bodyOf(await change(), 200)
    for (let sent = 0; sent < 10; sent += 1) expect((await test()).sent).toBe(true)
    await expectProblem(await office.admin.post('/api/v1/test_mail/', undefined), 400, 'paused')
  })
})
