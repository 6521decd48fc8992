import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { type Db, PgBoss } from 'pg-boss'
import { failedJobOf, selectFailed, type FailedRow } from './failed-jobs.ts'
import type {
  EnqueueOptions,
  FailedJob,
  Job,
  JobCount,
  JobHandler,
  Queue,
  QueueLogger,
  SqlConnection,
} from './queue.ts'
import { currentCause, runForJob } from './request-scope.ts'

/** A pool of connections; `Kysely` fits. */
export interface SqlDatabase extends SqlConnection {
  connection: () => { execute: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T> }
}

export interface PgBossQueueOptions {
  database: SqlDatabase
  kind: 'embedded' | 'postgres'
  /** Every queue name in use. */
  names: readonly string[]
  logger: QueueLogger
  /** Runs the work of a job, to measure it. `request`: the id of the request that caused it. */
  around?: ((job: { name: string; request: string | null }, work: () => Promise<void>) => Promise<void>) | undefined
  /** A database role whose transactions may add jobs, besides the login. */
  role?: string | undefined
  /** True if this process also ends jobs whose process died, and deletes old ones. Default true. */
  maintains?: boolean | undefined
  /** Polling interval for jobs that are not periodic, in seconds. Default 2. */
  pollingSeconds?: number | undefined
}

/** The queue over pg-boss (schema `pgboss`), on either database, over the existing connections. */
export function createPgBossQueue(options: PgBossQueueOptions): Queue {
  return new PgBossQueue(options)
}

/** A failed job is retried 5 times over some minutes; a job whose process died, after a minute or two. */
const retries = { retryLimit: 5, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 60, expireInSeconds: 900 }

/** Member of the stored payload with the id of the request that caused the job; handlers do not see it. */
const causeKey = '$request'

/** A job that is due for longer is late; most periodic jobs are looked for every half minute. */
const lateSeconds = 120

/** How long running jobs may take after `stop`; the server stops within 9 or 10 seconds. */
const stopMs = 5000

/** What is done for the jobs of a name. `period`: in seconds, of periodic work. */
type Work = { handler: JobHandler; concurrency: number; period?: number; onRequest?: boolean }

class PgBossQueue implements Queue {
  readonly #options: PgBossQueueOptions
  readonly #boss: PgBoss
  readonly #works = new Map<string, Work>()
  #running = false

  constructor(options: PgBossQueueOptions) {
    this.#options = options
    this.#boss = new PgBoss({
      db: overConnections(options.database),
      backend: options.kind === 'embedded' ? 'pglite' : 'postgres',
      // pg-boss's cron clock polls all the time; `every` needs no clock.
      schedule: false,
      supervise: options.maintains ?? true,
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
    await this.#alone(async () => this.#prepare())
    this.#running = true
    for (const [name, work] of this.#works) await this.#give(name, work)
  }

  /** Servers that start together create the schema one after the other; the embedded database has one server. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const { database, kind } = this.#options
    if (kind === 'embedded') return await work()
    await database.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('select pg_advisory_lock(7043)'))
      try {
        await work()
      } finally {
        await connection.executeQuery(CompiledQuery.raw('select pg_advisory_unlock(7043)'))
      }
    })
  }

  async #prepare(): Promise<void> {
    await this.#boss.start()
    const present = new Set((await this.#boss.getQueues()).map((queue) => queue.name))
    for (const name of this.#options.names) {
      // short: at most one waiting job per key
      if (!present.has(name)) await this.#boss.createQueue(name, { policy: 'short', ...retries })
      // Marked as known, so that adding within a transaction queries nothing outside of it.
      await this.#boss.findJobs(name, { id: randomUUID() })
    }
    await this.#grant()
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

  async counts(): Promise<JobCount[]> {
    const { rows } = await this.#options.database.executeQuery(CompiledQuery.raw(countJobs, [lateSeconds]))
    const found = new Map((rows as JobCount[]).map((row) => [row.name, row]))
    return this.#options.names.map(
      (name) => found.get(name) ?? { name, waiting: 0, late: 0, running: 0, failed: 0, done: 0 },
    )
  }

  async failed(): Promise<FailedJob[]> {
    const { database, names } = this.#options
    const { rows } = await database.executeQuery(CompiledQuery.raw(selectFailed, [causeKey, names]))
    return (rows as FailedRow[]).map(failedJobOf)
  }

  async retry(id: string, trx: SqlConnection): Promise<string | null> {
    const name = await nameOf(trx, `select name from pgboss.job where id = $1 and state = 'failed' for update`, id)
    if (name !== null) await this.#boss.retry(name, id, { db: overTransaction(trx) })
    return name
  }

  async discard(id: string, trx: SqlConnection): Promise<string | null> {
    return await nameOf(trx, `delete from pgboss.job where id = $1 and state = 'failed' returning name`, id)
  }

  enqueue(name: string, payload: object, options: EnqueueOptions = {}, trx?: SqlConnection): Promise<string | null> {
    const { request } = currentCause()
    return this.#boss.send(name, request === null ? payload : { ...payload, [causeKey]: request }, {
      singletonKey: options.singletonKey ?? randomUUID(),
      ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      ...(options.priority === undefined ? {} : { priority: options.priority }),
      ...(trx === undefined ? {} : { db: overTransaction(trx) }),
    })
  }

  async work(name: string, handler: JobHandler, { concurrency } = { concurrency: 1 }): Promise<void> {
    await this.#add(name, { handler, concurrency })
  }

  async #add(name: string, work: Work): Promise<void> {
    this.#works.set(name, work)
    if (this.#running) await this.#give(name, work)
  }

  async every(name: string, seconds: number, handler: JobHandler, { onRequest } = { onRequest: false }): Promise<void> {
    const handlePeriodic = async (job: Job) => {
      try {
        await handler(job)
        await this.#keepLastFailure(name)
      } catch (error) {
        if (job.signal.aborted) return
        await this.#keepLastFailure(name, job.id)
        throw error
      } finally {
        await this.#enqueueNext(name, new Date(Date.now() + seconds * 1000))
      }
    }
    await this.#add(name, { handler: handlePeriodic, concurrency: 1, period: seconds, onRequest })
  }

  /** Of periodic work at most the last failure is kept, until it succeeds. It is not retried: its next turn comes. */
  async #keepLastFailure(name: string, id?: string): Promise<void> {
    const { database } = this.#options
    await database.executeQuery(
      CompiledQuery.raw(`delete from pgboss.job where name = $1 and state = 'failed'`, [name]),
    )
    if (id === undefined) return
    await database.executeQuery(
      CompiledQuery.raw(`update pgboss.job set retry_limit = retry_count where name = $1 and id = $2`, [name, id]),
    )
  }

  async #give(name: string, work: Work): Promise<void> {
    const { concurrency, period, onRequest } = work
    // Work that runs every minute or hour, without a person who waits, needs less polling.
    const pollingIntervalSeconds =
      period === undefined || onRequest ? (this.#options.pollingSeconds ?? 2) : Math.max(0.5, Math.min(30, period / 2))
    const options = { pollingIntervalSeconds, batchSize: 1, localConcurrency: concurrency }
    await this.#boss.work<object>(name, options, async (jobs) => {
      for (const { id, data, signal } of jobs) {
        const { [causeKey]: request, ...payload } = data as Record<string, unknown>
        const job = { id, payload, signal, log: this.#options.logger }
        const cause = typeof request === 'string' ? request : null
        const run = () => this.#run(work, job)
        const { around } = this.#options
        await runForJob({ name, id }, cause, () => around?.({ name, request: cause }, run) ?? run())
      }
    })
    if (period !== undefined) await this.#enqueueNext(name, new Date())
  }

  /** The logger adds the name and the id of the job, and the request (`currentCause`). */
  async #run({ handler, period }: Work, job: Job): Promise<void> {
    const { logger } = this.#options
    const began = performance.now()
    try {
      await handler(job)
      if (period === undefined) logger.info({ ms: Math.round(performance.now() - began) }, 'a job is done')
    } catch (error) {
      logger.error({ err: error, ms: Math.round(performance.now() - began) }, 'a job failed')
      throw error
    }
  }

  async #enqueueNext(name: string, startAfter: Date): Promise<void> {
    await this.enqueue(name, {}, { singletonKey: 'periodic', startAfter })
  }
}

const countJobs = `
  select name,
    (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as waiting,
    (count(*) filter (where state in ('created', 'retry')
      and start_after < now() - make_interval(secs => $1)))::int as late,
    (count(*) filter (where state = 'active'))::int as running,
    (count(*) filter (where state = 'failed'))::int as failed,
    (count(*) filter (where state = 'completed' and completed_on > now() - interval '1 day'))::int as done
  from pgboss.job group by name`

async function nameOf(trx: SqlConnection, query: string, id: string): Promise<string | null> {
  const { rows } = await trx.executeQuery(CompiledQuery.raw(query, [id]))
  return (rows as { name: string }[])[0]?.name ?? null
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
