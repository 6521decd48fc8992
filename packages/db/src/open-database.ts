import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Backend, DatabaseLogger, OpenDatabase } from './database-port.ts'
import { migrateToLatest } from './migrate.ts'
import { embeddedBackend } from './embedded-backend.ts'
import { namedPool } from './named-pool.ts'
import { postgresBackend } from './postgres-backend.ts'
import type { Database } from './schema.ts'

export interface OpenDatabaseOptions {
  /** URL of PostgreSQL 15 to 18; without it, the embedded database in `folder`. */
  url?: string | undefined
  folder?: string | undefined
  logger: DatabaseLogger
  /** Connections to PostgreSQL; the embedded database has one. Default 10. */
  poolSize?: number | undefined
  /** false: leaves the schema unchanged, for read-only tools. Default true. */
  migrate?: boolean | undefined
}

/**
 * Opens the database and brings its schema up to date. Throws a `DatabaseProblem`: `database_in_use`,
 * `database_folder_unwritable`, `database_unreachable`, `database_from_newer_version`.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { url, folder, logger } = options
  if (url !== undefined) return openBackend(await postgresBackend(url, options.poolSize ?? 10, logger), options.migrate)
  if (folder === undefined) throw new TypeError('openDatabase needs a url or a folder')
  return openBackend(await embeddedBackend({ folder, dump: null }, logger), options.migrate)
}

/** The same with a given backend: a database in memory, for tests. */
export async function openBackend(backend: Backend, migrate = true): Promise<OpenDatabase> {
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namedPool(backend.pool) }) })
  let closing: Promise<void> | null = null
  const close = async (): Promise<void> => {
    await kysely.destroy()
    await backend.close()
  }
  try {
    const migrated = migrate ? await migrateToLatest(kysely) : []
    return {
      kysely,
      kind: backend.kind,
      migrated,
      listen: backend.listen,
      announce: backend.announce,
      notify: async (channel, payload, executor = kysely) => {
        await sql`select pg_notify(${channel}, ${payload})`.execute(executor)
      },
      ping: async () => {
        await sql`select 1`.execute(kysely)
      },
      close: () => (closing ??= close()),
    }
  } catch (error) {
    await close()
    throw error
  }
}
