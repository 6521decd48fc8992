import type { Service, ServiceStatus, SystemStatus } from '@foja/contracts/status'
import { startFakeClamd } from '@foja/testing/fake-clamd'
import { startSmtpServer } from '@foja/testing/smtp'
import { StorageError } from '@foja/storage/errors'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendByEmail } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, startOffice } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { configure, startPki, trustRoot } from '../../../test/signing.ts'
import { readableLog } from '../../../test/traces.ts'
import { usualLimits } from '../../http/limits.ts'
import { createClamd } from '../../lib/antivirus.ts'
import { connectMail } from '../delivery/public.ts'

/** A server that takes connections and never answers. */
async function startSilent() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, sockets, close }
}

let clamd = await startFakeClamd()
const { port: clamdPort } = clamd
const smtp = await startSmtpServer({ auth: { user: 'foja', pass: 'buena' } })
const silent = await startSilent()
const pki = await startPki()
const log = readableLog()
const office = await startOffice({
  antivirus: createClamd({ host: '127.0.0.1', port: clamdPort }),
  logger: { ...log.logger, level: 'warn' },
})
const { deps, jobs } = office.server
// No answer of a busy machine is late.
const patient = { ...deps.limits, serviceMs: 120_000 }
let disconnect = async () => {}
const close = async () => {
  await disconnect()
  await office.close()
  for (const one of [smtp, silent, pki, clamd]) await one.close()
}
afterAll(close)

/** Connects the mail with this password; null: no mail server. */
async function connectAs(pass: string | null): Promise<void> {
  await disconnect()
  const server = { host: '127.0.0.1', port: smtp.port, secure: false, starttls: 'never' as const }
  const from = { name: '', address: 'foja@oficina.ec' }
  const environment = pass === null ? null : { server: { ...server, auth: { user: 'foja', pass } }, from }
  disconnect = await connectMail(deps, { environment, name: undefined })
}

const usual = { diskSpace: deps.diskSpace, store: deps.store }
beforeEach(async () => {
  Object.assign(deps, { ...usual, limits: patient })
  Object.assign(jobs, { counts: async () => [], ping: async () => {} })
  for (const table of ['throttle', 'signing_settings', 'email'] as const) await deps.db.deleteFrom(table).execute()
  await connectAs(null)
})

const read = async (locale = 'es') => {
  const response = await office.admin.call('/api/v1/system_status/', { headers: { 'accept-language': locale } })
  return await bodyOf<SystemStatus>(response, 200)
}
const seen = async (service: Service, locale?: string) =>
  (await read(locale)).services.find((one) => one.service === service)!
const check = async (service: Service) =>
  await bodyOf<ServiceStatus>(await office.admin.post('/api/v1/check_service/', { service }), 200)

describe('the state of the services', () => {
  it('is good where they answer, and names what is not set up', async () => {
    const { services, version } = await read()
    expect(services.map(({ service, state }) => [service, state])).toEqual([
      ['disk', 'ok'],
      ['database', 'ok'],
      ['files', 'ok'],
      ['jobs', 'ok'],
      ['antivirus', 'ok'],
      ['mail', 'off'],
      ['timestamp', 'off'],
      ['sign_in', 'off'],
    ])
    expect(services[0]).toMatchObject({ sentence: 'Quedan 80 GB de 100 GB', next: null, since: null })
    expect(services[1]!.sentence).toMatch(/^(La base incluida|PostgreSQL 1\d) responde en \d+ ms$/)
    expect(version).toEqual({ foja: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string, node: process.versions.node })
    expect((await seen('disk', 'en')).sentence).toBe('80 GB of 100 GB left')
  })

  it.each([
    [9e9, 100e9, 'warning'],
    [4.9e9, 20e9, 'warning'],
    [11e9, 100e9, 'ok'],
    [100e6, 100e9, 'failed'],
  ])('of a disk with %d of %d bytes free is %s', async (free, total, state) => {
    deps.diskSpace = async () => ({ free, total })
    const disk = await check('disk')
    expect(disk.state).toBe(state)
    if (state !== 'ok') expect(disk.next).toContain('Libera espacio')
  })

  it('says that a full disk stores no file, and lists it first', async () => {
    const put = () => Promise.reject(new StorageError('disk_full', 'no space left'))
    deps.store = { ...usual.store, put }
    const [first] = (await read()).services
    expect(first).toMatchObject({ service: 'files', state: 'failed', ms: null })
    expect(first!.sentence).toBe('El disco está lleno y no se guarda ningún archivo')
    deps.store = { ...usual.store, put: () => Promise.reject(new StorageError('forbidden', 'no permission')) }
    expect((await check('files')).next).toContain('permiso de escritura')
  })

  it('leaves no test file behind', async () => {
    const keys = async () => {
      const found: string[] = []
      for await (const { key } of usual.store.list()) found.push(key)
      return found
    }
    const before = await keys()
    expect((await check('files')).state).toBe('ok')
    expect(await keys()).toEqual(before)
  })

  it('counts jobs that are late or failed, and names them', async () => {
    const none = { waiting: 0, late: 0, running: 0, failed: 0, done: 0 }
    const counts = [
      // The check of the mail counts messages.
      { ...none, name: 'email', failed: 9, done: 300 },
      { ...none, name: 'sweep', done: 12 },
      { ...none, name: 'template_batch', failed: 2 },
    ]
    Object.assign(jobs, { counts: async () => counts })
    expect(await check('jobs')).toMatchObject({
      state: 'warning',
      sentence: '2 fallaron en todos sus intentos',
      next: 'Llenar un lote de documentos (2). Reinténtalos o descártalos más abajo.',
    })
    counts[1]!.late = 1
    expect(await check('jobs')).toMatchObject({ state: 'warning', sentence: '1 atrasado' })
    Object.assign(jobs, { ping: () => Promise.reject(new Error('stopped')) })
    expect((await check('jobs')).state).toBe('failed')
  })

  it('of the antivirus follows clamd', async () => {
    await clamd.close()
    expect(await check('antivirus')).toMatchObject({ state: 'failed', ms: null })
    clamd = await startFakeClamd()
    Object.assign(deps, { antivirus: createClamd({ host: '127.0.0.1', port: clamd.port }) })
    expect((await check('antivirus')).state).toBe('ok')
  })
})

describe('the state of the mail', () => {
  it('asks for a mail server when messages wait for one', async () => {
    const { document } = await createCase(office.usuario)
    await bodyOf(await sendByEmail(office.usuario, document), 200)
    expect(await seen('mail')).toMatchObject({ state: 'warning', next: 'Ponlo en Correos: espera 1 mensaje.' })
  })

  it('fails when the server refuses the sign-in, says since when and what waits, and works again after a test', async () => {
    await connectAs('mala')
    const { document } = await createCase(office.usuario)
    await bodyOf(await sendByEmail(office.usuario, document, { to: ['rosa@cliente.ec'] }), 200)
    await jobs.run(deps.clock())
    const failing = await seen('mail')
    expect(failing).toMatchObject({ state: 'failed', sentence: '127.0.0.1 rechaza la contraseña' })
    expect(failing).toMatchObject({
      next: 'Escribe la nueva en Correos y vuelve a probar.',
      effect: 'Espera 1 mensaje y saldrá solo cuando se arregle.',
    })
    expect(Date.parse(failing.since!)).toBeLessThanOrEqual(deps.clock().getTime())

    await connectAs('buena')
    const tested = await check('mail')
    expect(tested).toMatchObject({ state: 'ok', sentence: `127.0.0.1 aceptó una prueba para ${office.admin.email}` })
    expect(smtp.messages.at(-1)!.to).toEqual([office.admin.email])
  })

  it('fails when the server takes connections but refuses every message', async () => {
    await connectAs('buena')
    smtp.behaviour.sender = () => ({ code: 550, text: 'not this sender' })
    const { document } = await createCase(office.usuario)
    await bodyOf(await sendByEmail(office.usuario, document, { to: ['rosa@cliente.ec'] }), 200)
    await jobs.run(deps.clock())
    smtp.behaviour.sender = undefined
    expect(await seen('mail')).toMatchObject({
      state: 'failed',
      sentence: '127.0.0.1 no acepta ese remitente',
      since: expect.any(String) as string,
    })
  })

  it('is asked for at most ten tests in ten minutes', async () => {
    await connectAs('buena')
    for (let sent = 0; sent < 10; sent += 1) expect((await check('mail')).state).toBe('ok')
    await expectProblem(await office.admin.post('/api/v1/check_service/', { service: 'mail' }), 400, 'paused')
  })
})

describe('the state of the timestamp authority', () => {
  it('is good when it answers, a warning while it is not trusted, and its result is kept for the next view', async () => {
    await bodyOf(await configure(office.admin, { tsa_url: pki.tsaUrl }), 200)
    expect(await seen('timestamp')).toMatchObject({ state: 'warning' })
    const before = pki.requests.length
    await trustRoot(office.admin)
    expect((await seen('timestamp')).state).toBe('warning')
    expect(pki.requests.length).toBe(before)
    expect(await check('timestamp')).toMatchObject({ state: 'ok', next: null })
  })

  it('fails within five seconds when it takes the request and never answers', async () => {
    await bodyOf(await configure(office.admin, { tsa_url: `http://127.0.0.1:${silent.port}/tsa` }), 200)
    deps.limits = { ...patient, serviceMs: usualLimits.serviceMs }
    const found = await check('timestamp')
    expect(found).toMatchObject({
      state: 'failed',
      ms: null,
      sentence: `127.0.0.1:${silent.port} no respondió en 5 segundos`,
    })
    // It is still waiting, so the answer did not come from its end.
    expect(silent.sockets.some((socket) => !socket.destroyed)).toBe(true)
  })
})

describe('the provider of the sign-in', () => {
  it('fails when it is not there, and passwords are named as the way in', async () => {
    const { config } = deps
    const oidc = {
      issuer: 'http://127.0.0.1:9',
      clientId: 'foja',
      clientSecret: 'x',
      name: 'Keycloak',
      emailDomains: [],
      groupsClaim: 'groups',
    }
    deps.config = { ...config, oidc }
    const found = await check('sign_in')
    deps.config = config
    expect(found).toMatchObject({ state: 'failed', sentence: 'Keycloak no responde como debe' })
    expect(found.next).toContain('contraseña')
  })
})

it('lists certificates that end within 60 days, of active users only', async () => {
  await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
  await giveSigner(office.mediador, 'Mario Mediador')
  const inDays = (days: number) => new Date(deps.clock().getTime() + days * 24 * 3_600_000)
  const set = async (user: string, days: number) =>
    await deps.db
      .updateTable('signer')
      .set({ not_after: inDays(days) })
      .where('id_user', '=', user)
      .execute()
  await set(office.usuario.id, 61)
  await set(office.mediador.id, 12)
  const ids = async () => (await read()).certificates.map(({ id_user }) => id_user)
  expect(await ids()).toEqual([office.mediador.id])
  await set(office.usuario.id, 3)
  expect(await ids()).toEqual([office.usuario.id, office.mediador.id])
  await deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', office.mediador.id).execute()
  expect(await ids()).toEqual([office.usuario.id])
  await deps.db.updateTable('app_user').set({ activo: true }).where('id', '=', office.mediador.id).execute()
})

it('is for administrators only, and knows no other service', async () => {
  await expectProblem(await office.gestor.call('/api/v1/system_status/'), 403, 'forbidden')
  await expectProblem(await office.gestor.post('/api/v1/check_service/', { service: 'disk' }), 403, 'forbidden')
  await expectProblem(
    await office.admin.post('/api/v1/check_service/', { service: randomUUID() }),
    400,
    'validation_failed',
  )
})

it('shows no password and no token, whatever fails', async () => {
  await connectAs('mala-clave-9c1d')
  const shown = JSON.stringify([await read(), await check('mail')])
  for (const text of [shown, log.text()]) expect(text).not.toContain('mala-clave-9c1d')
})
