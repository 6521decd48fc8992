import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { type Db, PgBoss } from 'pg-boss'
import type { EnqueueOptions, JobHandler, Queue, SqlConnection } from './queue.ts'

/** A pool of connections; `Kysely` fits. */
export interface SqlDatabase extends SqlConnection {
  connection: () => { execute: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T> }
}

export interface QueueLogger {
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export interface PgBossQueueOptions {
  database: SqlDatabase
  kind: 'embedded' | 'postgres'
  /** Every queue name in use. */
  names: readonly string[]
  logger: QueueLogger
  /** A database role whose transactions may add jobs, besides the login. */
  role?: string | undefined
  /** Polling interval for jobs that are not periodic, in seconds. Default 2. */
  pollingSeconds?: number | undefined
}

/** The queue over pg-boss (schema `pgboss`), on either database, over the existing connections. */
export function createPgBossQueue(options: PgBossQueueOptions): Queue {
  return new PgBossQueue(options)
}

/** A failed job is retried 5 times over some minutes; a job whose process died, after a minute or two. */
const retries = { retryLimit: 5, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 60, expireInSeconds: 900 }

/** How long running jobs may take after `stop`; the server stops within 9 or 10 seconds. */
const stopMs = 5000

class PgBossQueue implements Queue {
  readonly #options: PgBossQueueOptions
  readonly #boss: PgBoss
  readonly #handlers = new Map<string, JobHandler>()
  readonly #periods = new Map<string, number>()
  #running = false

  constructor(options: PgBossQueueOptions) {
    this.#options = options
    this.#boss = new PgBoss({
      db: overConnections(options.database),
      backend: options.kind === 'embedded' ? 'pglite' : 'postgres',
      // pg-boss's cron clock polls all the time; `every` needs no clock.
      schedule: false,
      // Saves idle work: no job depends on another, and no index grows large.
      flowIntervalSeconds: 3600,
      bamIntervalSeconds: 3600,
      reindex: false,
      monitorVacuum: false,
    })
    this.#boss.on('error', (error) => options.logger.error({ err: error }, 'the job queue failed'))
    this.#boss.on('warning', (warning) => options.logger.warn({ warning }, 'the job queue warns'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
    const present = new Set((await this.#boss.getQueues()).map((queue) => queue.name))
    for (const name of this.#options.names) {
      // short: at most one waiting job per key
      if (!present.has(name)) await this.#boss.createQueue(name, { policy: 'short', ...retries })
      // Marked as known, so that adding within a transaction queries nothing outside of it.
      await this.#boss.findJobs(name, { id: randomUUID() })
    }
    await this.#grant()
    this.#running = true
    for (const name of this.#handlers.keys()) await this.#give(name)
  }

  async #grant(): Promise<void> {
    const { database, role } = this.#options
    if (role === undefined) return
    await database.executeQuery(CompiledQuery.raw(`grant usage on schema pgboss to ${role}`))
    await database.executeQuery(
      CompiledQuery.raw(`grant select, insert, update, delete on all tables in schema pgboss to ${role}`),
    )
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#boss.stop({ graceful: true, timeout: stopMs, close: false })
  }

  ping(): Promise<void> {
    return this.#running ? Promise.resolve() : Promise.reject(new Error('the job queue does not run'))
  }

  enqueue(name: string, payload: object, options: EnqueueOptions = {}, trx?: SqlConnection): Promise<string | null> {
    return this.#boss.send(name, payload, {
      singletonKey: options.singletonKey ?? randomUUID(),
      ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      ...(trx === undefined ? {} : { db: overTransaction(trx) }),
    })
  }

  async work(name: string, handler: JobHandler): Promise<void> {
    this.#handlers.set(name, handler)
    if (this.#running) await this.#give(name)
  }

  async every(name: string, seconds: number, handler: JobHandler): Promise<void> {
    this.#periods.set(name, seconds)
    await this.work(name, async (job) => {
      try {
        await handler(job)
      } catch (error) {
        this.#options.logger.error({ err: error, job: name }, 'a periodic job failed')
      } finally {
        await this.#enqueueNext(name, new Date(Date.now() + seconds * 1000))
      }
    })
  }

  async #give(name: string): Promise<void> {
    const handler = this.#handlers.get(name)
    if (handler === undefined) return
    const period = this.#periods.get(name)
    // Work that runs every minute or hour needs less polling.
    const pollingIntervalSeconds =
      period === undefined ? (this.#options.pollingSeconds ?? 2) : Math.max(0.5, Math.min(30, period / 2))
    const options = { pollingIntervalSeconds, batchSize: 1 }
    await this.#boss.work<object>(name, options, async (jobs) => {
      for (const { id, data, signal } of jobs) await this.#run(name, handler, { id, payload: data, signal })
    })
    if (this.#periods.has(name)) await this.#enqueueNext(name, new Date())
  }

  async #run(name: string, handler: JobHandler, job: Parameters<JobHandler>[0]): Promise<void> {
    try {
      await handler(job)
    } catch (error) {
      this.#options.logger.error({ err: error, job: name, id: job.id }, 'a job failed')
      throw error
    }
  }

  async #enqueueNext(name: string, startAfter: Date): Promise<void> {
    await this.enqueue(name, {}, { singletonKey: 'periodic', startAfter })
  }
}

/** pg-boss's scripts begin and commit by themselves; roll back a transaction that a failed script left open. */
function overConnections(database: SqlDatabase): Db {
  const run = (text: string, values: unknown[]): Promise<{ rows: unknown[] }> =>
    database.connection().execute(async (connection) => {
      try {
        return await connection.executeQuery(CompiledQuery.raw(text, values))
      } catch (error) {
        if (/^\s*begin\b/i.test(text)) await connection.executeQuery(CompiledQuery.raw('rollback'))
        throw error
      }
    })
  return { executeSql: async (text, values = []) => run(text, values) }
}

function overTransaction(trx: SqlConnection): Db {
  return { executeSql: (text, values = []) => trx.executeQuery(CompiledQuery.raw(text, values)) }
}
