import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { freePort } from '@foja/testing/postgres-server'
import { mkdtemp, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { startServer } from './start-server.ts'

it('two servers that start together on a new database, with the administrator of the environment, both run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-two-'))
  const { url, name } = await createPostgresDatabase(async () => {}, 'empty')
  const config = readConfig({
    FOJA_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    FOJA_ADMIN_EMAIL: 'ana@b.ec',
    FOJA_ADMIN_PASSWORD: 'seis gatos leen el diario',
  })
  const started = await Promise.allSettled([startServer({ config }), startServer({ config })])
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    expect(started.map((one) => (one.status === 'rejected' ? String(one.reason) : one.status))).toEqual([
      'fulfilled',
      'fulfilled',
    ])
    for (const server of servers) expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const database = await openDatabase({ url, logger: silentLogger, migrate: false })
    const rows = await database.kysely.selectFrom('app_user').select('email').execute()
    await database.close()
    expect(rows).toEqual([{ email: 'ana@b.ec' }])
  } finally {
    for (const server of servers) await server.close()
    await dropPostgresDatabase(name)
    await rm(folder, { recursive: true, force: true })
  }
})

it('a server with the role http runs no background jobs, and one with the role worker serves only its state', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-roles-'))
  const { url, name } = await createPostgresDatabase(async () => {}, 'empty')
  const start = async (role: string, port: number) => {
    const config = readConfig({
      FOJA_ROLE: role,
      FOJA_DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: 'http://127.0.0.1',
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: 'un-secreto-de-prueba',
      DATABASE_URL: url,
    })
    return { ...(await startServer({ config })), at: `http://127.0.0.1:${port}` }
  }
  const servers = [await start('http', await freePort())]
  const database = await openDatabase({ url, logger: silentLogger, migrate: false })
  const jobs = async () => (await sql`select name from pgboss.job`.execute(database.kysely)).rows
  try {
    const statusOf = async (at: string, path: string) => (await fetch(at + path)).status
    // Every periodic job is queued by the start of a process that runs it.
    expect(await jobs()).toEqual([])
    expect(servers[0]!.setup).toBeDefined()
    expect(await statusOf(servers[0]!.at, '/api/v1/setup/')).toBe(200)
    const worker = await start('worker', await freePort())
    servers.push(worker)
    await worker.working
    expect(await jobs()).not.toEqual([])
    expect(worker.setup).toBeUndefined()
    expect(await statusOf(worker.at, '/health/ready')).toBe(200)
    for (const path of ['/', '/api/v1/setup/', '/api/docs', '/api/auth/session']) {
      expect(await statusOf(worker.at, path), path).toBe(404)
    }
    const headers = { authorization: 'Bearer un-secreto-de-prueba' }
    expect(await (await fetch(`${worker.at}/metrics`, { headers })).text()).toContain('foja_jobs{')
  } finally {
    await database.close()
    for (const server of servers) await server.close()
    await dropPostgresDatabase(name)
    await rm(folder, { recursive: true, force: true })
  }
})
