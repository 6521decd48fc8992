import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from './schema.ts'

/** Logger of the database; pino's loggers fit. */
export interface DatabaseLogger {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type NotificationHandler = (payload: string) => void

export interface OpenDatabase {
  readonly kysely: Kysely<Database>
  readonly kind: 'embedded' | 'postgres'
  /** Names of the migrations applied on opening. */
  readonly migrated: readonly string[]
  /** The role of queries on behalf of one company: see row-security.ts. */
  readonly companyRole: string
  /** True if queries of `runForCompany` see the rows of that company only; false if the login may not create the role. */
  readonly rowSecurity: boolean
  /**
   * Calls `handler` for each `pg_notify` on `channel` (lower-case word) committed by any node; returns the unsubscribe
   * function.
   */
  listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>
  /**
   * Makes this process visible to `isInUse` until it closes the database. The embedded database needs no announcement:
   * it refuses a second process.
   */
  announce: () => Promise<void>
  /** Sends `payload` (at most 8000 bytes) to every listener, on commit when `executor` is a transaction. */
  notify: (channel: string, payload: string, executor?: Kysely<Database>) => Promise<void>
  /** Connections of this process; `waiting`: queries that wait for one. */
  connections: () => { used: number; idle: number; waiting: number; most: number }
  /**
   * Copies the embedded database as it is at this moment into an existing folder, which `openDatabase` then opens;
   * statements wait meanwhile. Null: PostgreSQL, which has snapshots.
   */
  copyTo: ((folder: string) => Promise<void>) | null
  /** Resolves when the database answers, and rejects with its error otherwise. */
  ping: () => Promise<void>
  close: () => Promise<void>
}

/** The differences between the two databases. */
export interface Backend {
  readonly kind: OpenDatabase['kind']
  readonly pool: pg.Pool
  listen: OpenDatabase['listen']
  announce: OpenDatabase['announce']
  /** Ends the work that uses the pool; called before the pool ends. */
  settle: () => Promise<void>
  copyTo: OpenDatabase['copyTo']
  close: () => Promise<void>
}
