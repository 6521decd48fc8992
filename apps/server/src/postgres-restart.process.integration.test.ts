import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '@foja/db/database-port'
import { openDatabase } from '@foja/db/open-database'
import { createPgBossQueue } from '@foja/jobs/pg-boss-queue'
import type { Queue } from '@foja/jobs/queue'
import { silentLogger } from '@foja/db/silent-logger'
import { startRestartablePostgres, type RestartablePostgres } from '@foja/testing/restartable-postgres'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  mainOf,
  namedKeys,
  pdfFile,
  startOffice,
  storedKeys,
  type Office,
} from '../test/office.ts'
import { testPassword } from '../test/test-server.ts'
import { sweep } from './modules/setup/maintenance/sweep.ts'

let postgres: RestartablePostgres
let database: OpenDatabase
let queue: Queue
let office: Office
const worked: unknown[] = []
beforeAll(async () => {
  postgres = await startRestartablePostgres()
  database = await openDatabase({ url: postgres.url, logger: silentLogger, poolSize: 5 })
  const { kysely } = database
  queue = createPgBossQueue({
    database: kysely,
    kind: 'postgres',
    names: ['note'],
    logger: silentLogger,
    pollingSeconds: 0.5,
  })
  await queue.start()
  await queue.work('note', async (job) => void worked.push(job.payload))
  const checks = { database: database.ping, queue: async () => queue.ping() }
  office = await startOffice({ db: kysely, bus: database, checks })
})
afterAll(async () => {
  await queue.stop()
  await office.close()
  await database.close()
  await postgres.close()
})

const remove = (id_documento: string) =>
  office.usuario.call('/api/v1/delete_document/', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id_documento }),
  })
const share = (id_documento: string, key: string) =>
  office.usuario.post('/api/v1/create_share_document/', { id_documento, key })
const status = async (path: string) => (await fetch(new URL(path, office.server.origin))).status
const countOf = async (table: 'solicitud_main' | 'share' | 'event') =>
  (await database.kysely.selectFrom(table).select(database.kysely.fn.countAll().as('n')).executeTakeFirstOrThrow()).n

describe.each(['fast', 'immediate'] as const)('a database restart (%s)', (how) => {
  it('causes no false success, and the server recovers by itself', async () => {
    const { document, solicitud } = await createCase(office.usuario)
    const { document: loose } = await createCase(office.usuario)
    const before = { mains: await countOf('solicitud_main'), shares: await countOf('share') }
    const key = randomUUID()
    const main = mainOf(1)
    expect(await status('/health/ready')).toBe(200)

    await postgres.stop(how)
    const answers = await Promise.all([
      office.usuario.upload(createPath, [pdfFile()], main),
      remove(document.id_documento),
      share(loose.id_documento, key),
      office.usuario.post(`/api/v1/user_shared/update/${loose.id_documento}/`, { users: [office.colega.id] }),
      office.usuario.call(`/api/v1/details_solicitud/${solicitud.id_solicitud}/`),
    ])
    for (const answer of answers) await expectProblem(answer, 503, 'unavailable')
    await expect(queue.enqueue('note', { how, n: 0 })).rejects.toThrow()
    expect(await status('/health/live')).toBe(200)
    expect(await status('/health/ready')).toBe(503)

    await postgres.start()
    await expect.poll(() => status('/health/ready')).toBe(200)
    // Requests that were answered with an error had no effect.
    expect({ mains: await countOf('solicitud_main'), shares: await countOf('share') }).toEqual(before)
    expect((await share(loose.id_documento, key)).status).toBe(201)
    expect((await share(loose.id_documento, key)).status).toBe(200)
    expect((await office.usuario.upload(createPath, [pdfFile()], main)).status).toBe(201)
    await expectProblem(await remove(document.id_documento), 400, 'last_document')
    await queue.enqueue('note', { how, n: 1 })
    await expect.poll(() => worked).toContainEqual({ how, n: 1 })
    await sweep(office.server.deps, fastify().log, -1000)
    expect(await storedKeys(office)).toEqual(await namedKeys(office))
  })

  it('is reported at the sign-in and on screens, ends no session, and the server recovers by itself', async () => {
    const { server, gestor } = office
    const [inside, outside] = [server.client(), server.client()]
    expect((await inside.signIn(gestor.email, testPassword)).status).toBe(200)
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const forgot = { ...post, body: JSON.stringify({ email: gestor.email }) }
    const credentials = { email: gestor.email, password: testPassword }
    const calls = [
      async () => await outside.form('/api/auth/callback/credentials', credentials),
      async () => await inside.fetch('/api/auth/session'),
      async () => await inside.form('/api/auth/session', {}),
      async () => await inside.form('/api/auth/signout', {}),
      async () => await outside.fetch('/api/v1/forgot_password/', forgot),
      async () => await gestor.call('/api/v1/list_users/?pagination=1'),
      async () => await gestor.call('/api/v1/list_companies/?pagination=1'),
      async () => await gestor.call('/api/v1/list_people/'),
      async () => await gestor.post('/api/v1/create_user/', { email: 'nueva@foja.example', nombre: 'Nueva' }),
    ]

    await postgres.stop(how)
    for (const ask of calls) await expectProblem(await ask(), 503, 'unavailable')
    expect(outside.jar.get('foja.session')).toBeUndefined()

    await postgres.start()
    await expect.poll(() => status('/health/ready')).toBe(200)
    // Neither the session nor the form has to be started over.
    expect(await inside.token()).toBeDefined()
    expect((await outside.form('/api/auth/callback/credentials', credentials)).status).toBe(200)
    const { results } = await gestor.read<{ results: { email: string }[] }>('/api/v1/list_users/?pagination=1')
    expect(results.map(({ email }) => email)).not.toContain('nueva@foja.example')
  })

  it('during many requests leaves each of them done or not done', async () => {
    const mains = Array.from({ length: 20 }, () => mainOf(1))
    const asking = mains.map(async (main) => {
      const answer = await office.usuario.upload(createPath, [pdfFile()], main)
      await answer.body?.cancel()
      return answer.status
    })
    await Promise.race(asking)
    await postgres.stop(how)
    const statuses = await Promise.all(asking)
    await postgres.start()
    await expect.poll(() => status('/health/ready')).toBe(200)
    expect(statuses.every((one) => one === 201 || one === 503)).toBe(true)
    for (const [at, main] of mains.entries()) {
      // Acknowledged requests are stored; repeating a request returns the stored one or does it now.
      const again = await office.usuario.upload(createPath, [pdfFile()], main)
      if (statuses[at] === 201) expect(again.status).toBe(200)
      else expect([200, 201]).toContain(again.status)
      await bodyOf(again, again.status)
    }
    await sweep(office.server.deps, fastify().log, -1000)
    expect(await storedKeys(office)).toEqual(await namedKeys(office))
  })
})
