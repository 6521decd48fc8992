import type { CompiledQuery } from 'kysely'

/** A connection or open transaction; Kysely's `Kysely` and `Transaction` fit. */
export interface SqlConnection {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

export interface EnqueueOptions {
  /** While a job of that name and key waits, another is not added. */
  singletonKey?: string | undefined
  startAfter?: Date | undefined
}

/** A job as its handler sees it. `signal` aborts when the queue stops or the job takes too long. */
export interface Job {
  id: string
  payload: unknown
  signal: AbortSignal
}

export type JobHandler = (job: Job) => Promise<void>

/**
 * Work done later, in this process or another. At least once: a job whose process dies is given out again, so handlers
 * are idempotent. A handler that throws is tried again with growing pauses.
 */
export interface Queue {
  /**
   * Adds a job; within `trx` it exists only when that commits. The payload is plain JSON. Returns the job's id, or null
   * when one with the same `singletonKey` waits already.
   */
  enqueue: (name: string, payload: object, options?: EnqueueOptions, trx?: SqlConnection) => Promise<string | null>
  /** Gives the jobs of that name to `handler`, one at a time. Call before or after `start`. */
  work: (name: string, handler: JobHandler) => Promise<void>
  /** Runs `handler` every `seconds` on one of all processes; an error is logged and the next run still comes. */
  every: (name: string, seconds: number, handler: JobHandler) => Promise<void>
  /** Prepares the tables; adding and working are possible from then on. */
  start: () => Promise<void>
  /** Takes no new job and waits for those under way, at most 5 s. */
  stop: () => Promise<void>
  /** Rejects when the queue does not run. */
  ping: () => Promise<void>
}
