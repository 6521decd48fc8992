import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from './schema.ts'

/** What the database tells about itself; pino's loggers fit. */
export interface DatabaseLogger {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type NotificationHandler = (payload: string) => void

export interface OpenDatabase {
  readonly kysely: Kysely<Database>
  readonly kind: 'embedded' | 'postgres'
  /** Names of the migrations that opening applied. */
  readonly migrated: readonly string[]
  /** Calls `handler` for each `pg_notify` on `channel` (lower-case word) committed by any node; returns how to stop. */
  listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>
  /**
   * From now on `isInUse` finds this process, until it closes the database. The embedded database needs no such thing:
   * it is not opened for a second process.
   */
  announce: () => Promise<void>
  /** Sends `payload` (at most 8000 bytes) to every listener, on commit when `executor` is a transaction. */
  notify: (channel: string, payload: string, executor?: Kysely<Database>) => Promise<void>
  /** Resolves when the database answers; rejects with what it says otherwise. */
  ping: () => Promise<void>
  close: () => Promise<void>
}

/** What differs between the two databases. */
export interface Backend {
  readonly kind: OpenDatabase['kind']
  readonly pool: pg.Pool
  listen: OpenDatabase['listen']
  announce: OpenDatabase['announce']
  close: () => Promise<void>
}
