import type { FailedJobs } from '@foja/contracts/status'
import { createPgBossQueue } from '@foja/jobs/pg-boss-queue'
import { runForRequest } from '@foja/jobs/request-scope'
import { testDatabaseKind } from '@foja/testing/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, startOffice } from '../../../test/office.ts'

const office = await startOffice()
const { deps, database } = office.server
const quiet = () => {}
const queue = createPgBossQueue({
  database: deps.db,
  kind: testDatabaseKind,
  names: ['template_batch', 'email', 'confirm_signatures'],
  logger: { info: quiet, warn: quiet, error: quiet },
  role: database.companyRole,
  pollingSeconds: 0.5,
})
await queue.start()
deps.queue = queue
afterAll(async () => {
  await queue.stop()
  await office.close()
})

/** What the handler of `template_batch` throws; null: it succeeds. */
let thrown: Error | null = null
await queue.work('template_batch', async () => {
  if (thrown !== null) throw thrown
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(deps.db)
})

const list = async (locale = 'es') =>
  await bodyOf<FailedJobs>(
    await office.admin.call('/api/v1/failed_jobs/', { headers: { 'accept-language': locale } }),
    200,
  )
const act = async (what: 'retry' | 'discard', id: string) =>
  await bodyOf<FailedJobs>(await office.admin.post(`/api/v1/${what}_job/${id}/`, undefined), 200)
const events = async () =>
  await deps.db
    .selectFrom('event')
    .where('action', 'in', ['job.retried', 'job.discarded'])
    .select(['action', 'actor', 'data'])
    .orderBy('seq')
    .execute()

/** Adds a job that fails for good; returns its id. */
async function fail(error: Error): Promise<string> {
  thrown = error
  const id = await runForRequest('PEDIDO-77', () =>
    deps.db.transaction().execute(async (trx) => {
      const added = await queue.enqueue('template_batch', { id: 'clave-secreta-9c1d' }, {}, trx)
      await sql`update pgboss.job set retry_limit = 0 where id = ${added}`.execute(trx)
      return added!
    }),
  )
  await expect.poll(async () => (await queue.failed()).map((job) => job.id)).toContain(id)
  return id
}

describe('the jobs that failed for good', () => {
  it('are listed with what they do, why they failed and the request that caused them', async () => {
    const id = await fail(Object.assign(new Error('clave-secreta-9c1d of ana@oficina.ec'), { code: 'ECONNREFUSED' }))
    const found = await list()
    expect(found.results).toEqual([
      {
        id,
        title: 'Llenar un lote de documentos',
        reason: 'Un servicio externo no respondió',
        code: 'ECONNREFUSED',
        tries: 1,
        request_id: 'PEDIDO-77',
        created_at: expect.any(String) as string,
        failed_at: expect.any(String) as string,
      },
    ])
    expect((await list('en')).results[0]!.title).toBe('Fill a batch of documents')
  })

  it('show no word of their payload or error', async () => {
    for (const error of [
      new Error('clave-secreta-9c1d'),
      Object.assign(new Error('x'), { code: 'clave-secreta-9c1d of ana', detail: 'clave-secreta-9c1d' }),
      Object.assign(new Error('clave-secreta-9c1d'), { name: 'clave-secreta-9c1d: broken' }),
    ])
      await fail(error)
    const text = JSON.stringify(await list())
    expect(text).not.toContain('secreta')
    expect(text).toContain('Un error inesperado')
  })

  it.each([
    ['53100', 'El disco está lleno'],
    ['23505', 'La base de datos no respondió o no aceptó el cambio'],
    ['ERR_WORKER_OUT_OF_MEMORY', 'Faltó memoria o se detuvo el proceso que hace el trabajo'],
    ['ENOENT', 'Falta un archivo guardado'],
  ])('are explained in words: %s', async (code, reason) => {
    await fail(Object.assign(new Error('x'), { code }))
    expect((await list()).results[0]).toMatchObject({ code, reason })
  })

  it('leave messages to their own page', async () => {
    const id = await queue.enqueue('email', { id: randomUUID() })
    await sql`update pgboss.job set state = 'failed', completed_on = now() where id = ${id}`.execute(deps.db)
    expect((await list()).results).toEqual([])
  })

  it('are retried once, which is in the history', async () => {
    const id = await fail(new Error('x'))
    thrown = null
    const before = (await events()).length
    expect((await act('retry', id)).results).toEqual([])
    await expect.poll(async () => (await queue.counts())[0]).toMatchObject({ done: 1, failed: 0 })
    await act('retry', id)
    expect((await events()).slice(before)).toEqual([
      { action: 'job.retried', actor: office.admin.id, data: { job: 'template_batch', id } },
    ])
  })

  it('are discarded once, which is in the history', async () => {
    const id = await fail(new Error('x'))
    const before = (await events()).length
    expect((await act('discard', id)).results).toEqual([])
    await act('discard', id)
    await act('retry', id)
    expect((await events()).slice(before)).toEqual([
      { action: 'job.discarded', actor: office.admin.id, data: { job: 'template_batch', id } },
    ])
    expect((await queue.counts())[0]).toMatchObject({ failed: 0, waiting: 0, running: 0 })
  })

  it('are for administrators only', async () => {
    const id = await fail(new Error('x'))
    await expectProblem(await office.gestor.call('/api/v1/failed_jobs/'), 403, 'forbidden')
    for (const what of ['retry', 'discard'])
      await expectProblem(await office.gestor.post(`/api/v1/${what}_job/${id}/`, undefined), 403, 'forbidden')
    expect((await list()).results).toHaveLength(1)
  })
})
