import type { CompiledQuery } from 'kysely'

/** A connection or open transaction; Kysely's `Kysely` and `Transaction` fit. */
export interface SqlConnection {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

export interface EnqueueOptions {
  /** While a job with this name and key waits, no other is added. */
  singletonKey?: string | undefined
  startAfter?: Date | undefined
  /** Of the waiting jobs of a name, those with a higher one go first. Default 0. */
  priority?: number | undefined
}

/** A logger; those of pino fit. */
export interface QueueLogger {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** A job for its handler. `signal` aborts when the queue stops or the job times out. `log`: that of the queue. */
export interface Job {
  id: string
  payload: unknown
  signal: AbortSignal
  log: QueueLogger
}

/** The jobs of one name. `late`: due for more than two minutes; `failed`: see `FailedJob`; `done`: of the last day. */
export interface JobCount {
  name: string
  waiting: number
  late: number
  running: number
  failed: number
  done: number
}

/** A job that failed at every try. It is kept for a week, until it is retried or discarded. */
export interface FailedJob {
  id: string
  name: string
  /** Request that caused it. */
  request: string | null
  tries: number
  createdAt: Date
  failedAt: Date
  /**
   * `code` or `name` of the last error, never its message, which may quote data. `job_timeout`: it took too long;
   * `job_interrupted`: its process ended.
   */
  error: string
}

export type JobHandler = (job: Job) => Promise<void>

/**
 * Work for later, in this process or another. At least once: a job whose process dies runs again, so handlers are
 * idempotent. A handler that throws is retried with growing pauses. A job carries the id of the request that caused it
 * (`request-scope.ts`).
 */
export interface Queue {
  /**
   * Adds a job; within `trx` it exists only after the commit. The payload is plain JSON. Returns the job's id, or null
   * when one with the same `singletonKey` already waits.
   */
  enqueue: (name: string, payload: object, options?: EnqueueOptions, trx?: SqlConnection) => Promise<string | null>
  /**
   * Runs `handler` for the jobs of that name, in each process as many at a time as `concurrency` (default 1) says. Call
   * before or after `start`.
   */
  work: (name: string, handler: JobHandler, options?: { concurrency: number }) => Promise<void>
  /**
   * Runs `handler` every `seconds` in one of all processes. An error does not stop it: the job counts as failed until
   * one succeeds. `onRequest`: a person may add the job too, and waits for it.
   */
  every: (name: string, seconds: number, handler: JobHandler, options?: { onRequest: boolean }) => Promise<void>
  /** Prepares the tables; required before adding and working. */
  start: () => Promise<void>
  /** Takes no new job and waits at most 5 s for the running ones. */
  stop: () => Promise<void>
  /** Rejects when the queue does not run. */
  ping: () => Promise<void>
  /** A row for each job name, also without jobs. */
  counts: () => Promise<JobCount[]>
  /** The jobs that failed for good, the last first, 100 at most. */
  failed: () => Promise<FailedJob[]>
  /** Runs a failed job once more; returns its name, or null if it is not failed. */
  retry: (id: string, trx: SqlConnection) => Promise<string | null>
  /** Deletes a failed job; returns its name, or null if it is not failed. */
  discard: (id: string, trx: SqlConnection) => Promise<string | null>
}
