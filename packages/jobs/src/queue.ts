import type { CompiledQuery } from 'kysely'

/** A connection or open transaction; Kysely's `Kysely` and `Transaction` fit. */
export interface SqlConnection {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

export interface EnqueueOptions {
  /** While a job with this name and key waits, no other is added. */
  singletonKey?: string | undefined
  startAfter?: Date | undefined
}

/** A job for its handler. `signal` aborts when the queue stops or the job times out. */
export interface Job {
  id: string
  payload: unknown
  signal: AbortSignal
}

export type JobHandler = (job: Job) => Promise<void>

/**
 * Work for later, in this process or another. At least once: a job whose process dies runs again, so handlers are
 * idempotent. A handler that throws is retried with growing pauses.
 */
export interface Queue {
  /**
   * Adds a job; within `trx` it exists only after the commit. The payload is plain JSON. Returns the job's id, or null
   * when one with the same `singletonKey` already waits.
   */
  enqueue: (name: string, payload: object, options?: EnqueueOptions, trx?: SqlConnection) => Promise<string | null>
  /** Runs `handler` for the jobs of that name, one at a time. Call before or after `start`. */
  work: (name: string, handler: JobHandler) => Promise<void>
  /** Runs `handler` every `seconds` in one of all processes; errors are logged and do not stop it. */
  every: (name: string, seconds: number, handler: JobHandler) => Promise<void>
  /** Prepares the tables; required before adding and working. */
  start: () => Promise<void>
  /** Takes no new job and waits at most 5 s for the running ones. */
  stop: () => Promise<void>
  /** Rejects when the queue does not run. */
  ping: () => Promise<void>
}
