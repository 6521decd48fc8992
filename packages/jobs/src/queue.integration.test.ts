import { runForCompany } from '@foja/db/company-scope'
import { createTestDatabase, testDatabaseKind } from '@foja/testing/database'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createPgBossQueue } from './pg-boss-queue.ts'
import type { Queue } from './queue.ts'

const names = ['render', 'sweep', 'fail']

describe(`the queue (${testDatabaseKind})`, async () => {
  let queue: Queue
  const logged: string[] = []
  const note = (_fields: object, message: string): void => void logged.push(message)
  const logger = { warn: note, error: note }

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
    expect(logged).toEqual(['a periodic job failed'])
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
