import { runForCompany } from '@foja/db/company-scope'
import { createTestDatabase, testDatabaseKind } from '@foja/testing/database'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createPgBossQueue } from './pg-boss-queue.ts'
import type { Job, Queue } from './queue.ts'
import { currentCause, runForRequest } from './request-scope.ts'

const names = ['render', 'sweep', 'fail']

describe(`the queue (${testDatabaseKind})`, async () => {
  let queue: Queue
  const logged: string[] = []
  const note = (_fields: object, message: string): void => void logged.push(message)
  const logger = { info: () => {}, warn: note, error: note }

  const start = async (): Promise<Queue> => {
    const kind = testDatabaseKind
    queue = createPgBossQueue({
      database: database.kysely,
      kind,
      names,
      logger,
      role: database.companyRole,
      pollingSeconds: 0.5,
    })
    await queue.start()
    return queue
  }

  const database = await createTestDatabase()
  afterEach(() => queue.stop())
  afterAll(() => database.close())

  it('hands a job to its handler', async () => {
    const seen: unknown[] = []
    await start()
    await queue.work('render', async (job) => void seen.push(job.payload))
    await queue.enqueue('render', { id_documento: 'a', pages: [1, 2] })
    await expect.poll(() => seen).toEqual([{ id_documento: 'a', pages: [1, 2] }])
    await queue.ping()
  })

  it('adds a job in a transaction that is limited to one company', async () => {
    const seen: unknown[] = []
    await start()
    await runForCompany(randomUUID(), () =>
      inTransaction(database.kysely, (trx) => queue.enqueue('render', { n: 1 }, { singletonKey: 'one' }, trx)),
    )
    await queue.work('render', async (job) => void seen.push(job.payload))
    await expect.poll(() => seen).toEqual([{ n: 1 }])
  })

  it('adds a job on commit, and none on rollback', async () => {
    const seen: unknown[] = []
    await start()
    await inTransaction(database.kysely, async (trx) => {
      await queue.enqueue('render', { n: 'undone' }, {}, trx)
      throw new Error('undo')
    }).catch(() => {})
    await inTransaction(database.kysely, (trx) => queue.enqueue('render', { n: 'kept' }, {}, trx))
    await queue.work('render', async (job) => void seen.push(job.payload))
    await expect.poll(() => seen).toEqual([{ n: 'kept' }])
  })

  it('keeps one waiting job per key, and any number without a key', async () => {
    await start()
    expect(await queue.enqueue('sweep', { n: 1 }, { singletonKey: 'k' })).toBeTypeOf('string')
    expect(await queue.enqueue('sweep', { n: 2 }, { singletonKey: 'k' })).toBeNull()
    expect(await queue.enqueue('sweep', { n: 3 }, { singletonKey: 'l' })).toBeTypeOf('string')
    expect(await queue.enqueue('sweep', { n: 4 })).toBeTypeOf('string')
    expect(await queue.enqueue('sweep', { n: 5 })).toBeTypeOf('string')
    const seen: number[] = []
    await queue.work('sweep', async (job) => void seen.push((job.payload as { n: number }).n))
    await expect.poll(() => seen.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5])
  })

  it('starts a job only at its scheduled time', async () => {
    await start()
    const seen: unknown[] = []
    await queue.work('render', async (job) => void seen.push((job.payload as { n: number }).n))
    await queue.enqueue('render', { n: 1 }, { startAfter: new Date(Date.now() + 3_600_000) })
    await queue.enqueue('render', { n: 2 })
    await expect.poll(() => seen).toEqual([2])
  })

  it('retries a failed job and logs the failure', async () => {
    logged.length = 0
    await start()
    let tries = 0
    await queue.work('fail', async () => {
      tries += 1
      if (tries === 1) throw new Error('once')
    })
    const id = await queue.enqueue('fail', {})
    await expect.poll(() => tries).toBe(1)
    const retryNow = sql`update pgboss.job set start_after = now() where id = ${id} and state = 'retry'`
    await expect.poll(async () => Number((await retryNow.execute(database.kysely)).numAffectedRows)).toBe(1)
    await expect.poll(() => tries).toBe(2)
    expect(logged).toEqual(['a job failed'])
  })

  it('runs periodic work immediately and then again, also after an error', async () => {
    logged.length = 0
    let runs = 0
    await start()
    await queue.every('sweep', 1, async () => {
      runs += 1
      if (runs === 1) throw new Error('first')
    })
    await expect.poll(() => runs).toBeGreaterThanOrEqual(3)
    expect(logged).toEqual(['a job failed'])
  })

  it('keeps the last failure of periodic work until it succeeds', async () => {
    let runs = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await start()
    await queue.every('sweep', 1, async () => {
      runs += 1
      if (runs < 3) throw new TypeError(`number ${runs}`)
      if (runs < 5) await gates[runs - 3]!.promise
    })
    await expect.poll(() => runs).toBe(3)
    expect(await queue.failed()).toMatchObject([{ name: 'sweep', error: 'TypeError', tries: 1 }])
    gates[0]!.resolve()
    await expect.poll(() => runs).toBe(4)
    expect(await queue.failed()).toEqual([])
    gates[1]!.resolve()
  })

  it('runs periodic work that a person asks for without waiting for its period', async () => {
    let runs = 0
    await start()
    await queue.every('sweep', 3600, async () => void (runs += 1), { onRequest: true })
    await expect.poll(() => runs).toBe(1)
    await queue.enqueue('sweep', {}, { singletonKey: 'asked' })
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(2)
  })

  it('runs as many jobs of a name at once as its handler allows, those of a higher priority first', async () => {
    const begun: number[] = []
    const gate = Promise.withResolvers<void>()
    await start()
    for (const n of [1, 2, 3]) await queue.enqueue('render', { n })
    await queue.enqueue('render', { n: 4 }, { priority: 1 })
    const handler = async ({ payload }: Job) => {
      begun.push((payload as { n: number }).n)
      await gate.promise
    }
    await queue.work('render', handler, { concurrency: 2 })
    await expect.poll(() => begun).toHaveLength(2)
    expect(begun).toContain(4)
    gate.resolve()
    await expect.poll(() => begun.toSorted()).toEqual([1, 2, 3, 4])
  })

  it('hands the request that caused a job to its handler, and to the jobs that it adds', async () => {
    const seen: unknown[] = []
    await start()
    await queue.work('render', async (job) => {
      seen.push([job.payload, currentCause()])
      await queue.enqueue('fail', {})
    })
    await queue.work('fail', async (job) => void seen.push([job.payload, currentCause().request]))
    const id = await runForRequest('REQUEST-1', () => queue.enqueue('render', { n: 1 }))
    const first = [{ n: 1 }, { request: 'REQUEST-1', job: { name: 'render', id } }]
    await expect.poll(() => seen).toEqual([first, [{}, 'REQUEST-1']])
    expect(currentCause()).toEqual({ request: null, job: null })
  })

  it('counts the jobs of each name', async () => {
    await start()
    // Jobs of the other tests.
    await sql`delete from pgboss.job`.execute(database.kysely)
    await queue.enqueue('sweep', { n: 1 })
    await queue.enqueue('sweep', { n: 2 }, { startAfter: new Date(Date.now() - 600_000) })
    await queue.enqueue('sweep', { n: 3 }, { startAfter: new Date(Date.now() + 600_000) })
    const none = { waiting: 0, late: 0, running: 0, failed: 0, done: 0 }
    expect(await queue.counts()).toEqual([
      { name: 'render', ...none },
      { name: 'sweep', ...none, waiting: 2, late: 1 },
      { name: 'fail', ...none },
    ])
    await sql`update pgboss.job set state = 'failed', completed_on = now()`.execute(database.kysely)
    expect(await queue.counts()).toContainEqual({ name: 'sweep', ...none, failed: 3 })
  })

  it('keeps a job that failed for good, without the words of its error, and runs it again', async () => {
    let fails = true
    await start()
    await sql`delete from pgboss.job`.execute(database.kysely)
    const id = (await runForRequest('REQUEST-2', () => queue.enqueue('fail', { email: 'ana@oficina.ec' })))!
    await sql`update pgboss.job set retry_limit = 0 where id = ${id}`.execute(database.kysely)
    await queue.work('fail', async () => {
      if (fails) throw Object.assign(new Error('secret of ana@oficina.ec'), { code: 'ECONNREFUSED' })
    })
    await expect.poll(() => queue.failed()).toHaveLength(1)
    const [job] = await queue.failed()
    expect(job).toEqual({
      id,
      name: 'fail',
      request: 'REQUEST-2',
      tries: 1,
      error: 'ECONNREFUSED',
      createdAt: expect.any(Date) as Date,
      failedAt: expect.any(Date) as Date,
    })
    expect((await queue.counts()).find(({ name }) => name === 'fail')).toMatchObject({ failed: 1, done: 0 })
    fails = false
    const retry = () => inTransaction(database.kysely, (trx) => queue.retry(id, trx))
    expect(await retry()).toBe('fail')
    await expect.poll(async () => (await queue.counts()).find(({ name }) => name === 'fail')).toMatchObject({ done: 1 })
    expect(await retry()).toBeNull()
    expect(await queue.failed()).toEqual([])
  })

  it('discards failed jobs only, within a transaction', async () => {
    await start()
    const failedId = (await queue.enqueue('render', { n: 1 }))!
    const waitingId = (await queue.enqueue('render', { n: 2 }))!
    await sql`update pgboss.job set state = 'failed', completed_on = now(),
      output = '{"value": {"message": "job timed out"}}' where id = ${failedId}`.execute(database.kysely)
    expect((await queue.failed())[0]).toMatchObject({ id: failedId, error: 'job_timeout' })
    const discard = (id: string) => inTransaction(database.kysely, (trx) => queue.discard(id, trx))
    await inTransaction(database.kysely, async (trx) => {
      await queue.discard(failedId, trx)
      throw new Error('undo')
    }).catch(() => {})
    expect(await queue.failed()).toHaveLength(1)
    expect(await discard(waitingId)).toBeNull()
    expect(await discard(failedId)).toBe('render')
    expect(await queue.failed()).toEqual([])
    await sql`delete from pgboss.job`.execute(database.kysely)
  })

  it('runs jobs that were added before a restart', async () => {
    await start()
    await queue.enqueue('render', { n: 'before' })
    await queue.stop()
    await expect(queue.ping()).rejects.toThrow('does not run')
    await start()
    const seen: unknown[] = []
    await queue.work('render', async (job) => void seen.push(job.payload))
    await expect.poll(() => seen).toEqual([{ n: 'before' }])
  })
})
