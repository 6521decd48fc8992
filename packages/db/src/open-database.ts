import type pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { Backend, DatabaseLogger, OpenDatabase } from './database-port.ts'
import { refuseEarlierServers } from './in-use.ts'
import { migrateToLatest } from './migrate.ts'
import { namedPool, type RowSecurity } from './named-pool.ts'
import { postgresBackend } from './postgres-backend.ts'
import { applyRowSecurity, readCompanyRole } from './row-security.ts'
import type { Database } from './schema.ts'
import { Channels } from './channels.ts'
import { columnTypes } from './column-types.ts'
import { type EmbeddedServer, startEmbedded } from './embedded-connection.ts'
import type { EmbeddedStart } from './embedded-messages.ts'

const mebibyte = 1024 * 1024

/** Bytes of write-ahead log between two runs of each, and how often they are measured; tests lower them. */
export const upkeepLimits = {
  checkpoint: 32 * mebibyte,
  vacuum: 64 * mebibyte,
  analyze: 8 * mebibyte,
  lookMillis: 10_000,
}

export type Upkeep = 'checkpoint' | 'vacuum' | 'analyze'

/**
 * Replaces the background processes of a PostgreSQL server, which PGlite lacks: checkpointer and autovacuum. Skips an
 * idle database. Returns the stop function.
 */
function startMaintenance(pool: pg.Pool, server: EmbeddedServer, logger: DatabaseLogger): () => Promise<void> {
  const look = (): Promise<unknown> => asOwner(pool, upkeep)
  const upkeep = createUpkeep()
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    // One look at a time: it waits for the only connection, which a long transaction may hold.
    if (running !== null || !server.takeActivity()) return
    running = look()
      .catch((error: unknown) => logger.warn({ err: error }, 'database maintenance failed'))
      .finally(() => (running = null))
  }, upkeepLimits.lookMillis)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Runs `work` with the role of the login, and gives the connection its role back: see named-pool.ts. */
async function asOwner<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ role: string }>(`select current_setting('role') as role`)
    await client.query('reset role')
    const result = await work(client)
    await client.query(`select set_config('role', $1, false)`, [rows[0]?.role])
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Returns a function that measures the write-ahead log, runs what is due, and returns what it ran. */
export function createUpkeep(): (db: Pick<pg.Pool, 'query'>) => Promise<Upkeep[]> {
  // Statistics may be old in an opened database and are missing in a new one: analyze early.
  const since = { vacuum: null as number | null, analyze: 0 }
  return async (db) => {
    const { written, redo } = await position(db)
    const done: Upkeep[] = []
    since.vacuum ??= written
    if (written - since.vacuum > upkeepLimits.vacuum) done.push('vacuum')
    else if (written - since.analyze > upkeepLimits.analyze) done.push('analyze')
    if (written - redo > upkeepLimits.checkpoint) done.push('checkpoint')
    for (const work of done) await db.query(work === 'vacuum' ? 'vacuum (analyze)' : work)
    // Measured again: log written by the maintenance itself does not count.
    if (done[0] === 'vacuum') since.vacuum = since.analyze = (await position(db)).written
    if (done[0] === 'analyze') since.analyze = (await position(db)).written
    return done
  }
}

/** Bytes of write-ahead log since the database was created: all of them, and the part before the last checkpoint. */
async function position(db: Pick<pg.Pool, 'query'>): Promise<{ written: number; redo: number }> {
  const { rows } = await db.query<{ written: string; redo: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as written, redo_lsn - '0/0' as redo from pg_control_checkpoint()`,
  )
  return { written: Number(rows[0]?.written), redo: Number(rows[0]?.redo) }
}

export interface EmbeddedBackend extends Backend {
  readonly server: EmbeddedServer
}

/** PGlite in its own thread, behind a pool of one connection. */
export async function embeddedBackend(start: EmbeddedStart, logger: DatabaseLogger): Promise<EmbeddedBackend> {
  return backendOf(await startEmbedded(start), logger, start.folder !== null)
}

/** The same on a server that runs already; `maintained`: its folder is kept small while it is open. */
export function backendOf(server: EmbeddedServer, logger: DatabaseLogger, maintained: boolean): EmbeddedBackend {
  const channels = new Channels()
  const pool = new Pool({
    stream: () => server.connect(),
    user: 'postgres',
    database: 'postgres',
    host: 'localhost',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    types: columnTypes,
  })
  pool.on('error', (error) => logger.error({ err: error }, 'the embedded database failed'))
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => channels.dispatch(channel, payload ?? ''))
    for (const name of channels.names()) void client.query(`listen ${name}`)
  })
  const stopMaintenance = maintained ? startMaintenance(pool, server, logger) : () => Promise.resolve()
  return {
    kind: 'embedded',
    pool,
    server,
    listen: async (channel, handler) => {
      if (channels.add(channel, handler)) await pool.query(`listen ${channel}`)
      return async () => {
        if (channels.remove(channel, handler)) await pool.query(`unlisten ${channel}`)
      }
    },
    announce: () => Promise.resolve(),
    copyTo: (folder) => server.copyTo(folder),
    settle: stopMaintenance,
    close: async () => server.close(),
  }
}

export interface OpenDatabaseOptions {
  /** URL of PostgreSQL 15 to 18; without it, the embedded database in `folder`. */
  url?: string | undefined
  folder?: string | undefined
  /** The embedded database of `folder`, if its thread runs already. */
  embedded?: Promise<EmbeddedServer> | undefined
  logger: DatabaseLogger
  /** Connections to PostgreSQL; the embedded database has one. Default 10. */
  poolSize?: number | undefined
  /** false: leaves the schema unchanged, for read-only tools. Default true. */
  migrate?: boolean | undefined
  /** false: leaves queries to their own conditions, for tests of these. Default true. */
  limitRows?: boolean | undefined
}

/**
 * Opens the database and brings its schema up to date. Throws a `DatabaseProblem`: `database_in_use`,
 * `database_folder_unwritable`, `database_unreachable`, `database_from_newer_version`, `earlier_version_running`.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  return openBackend(await openBackendOf(options), options.migrate, options.limitRows)
}

/**
 * The connections to a database, before its schema is looked at. `maintained`: see `backendOf`. Throws a
 * `DatabaseProblem`.
 */
export async function openBackendOf(
  options: Pick<OpenDatabaseOptions, 'url' | 'folder' | 'embedded' | 'logger' | 'poolSize'>,
  maintained = true,
): Promise<Backend> {
  const { url, folder, logger } = options
  if (url !== undefined) return await postgresBackend(url, options.poolSize ?? 10, logger)
  if (folder === undefined) throw new TypeError('openDatabase needs a url or a folder')
  return backendOf(await (options.embedded ?? startEmbedded({ folder, dump: null })), logger, maintained)
}

/** The same with a given backend: a database in memory, for tests. `limitRows`: false leaves row security off. */
export async function openBackend(backend: Backend, migrate = true, limitRows = true): Promise<OpenDatabase> {
  const rowSecurity: RowSecurity = { role: null }
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namedPool(backend.pool, rowSecurity) }) })
  let closing: Promise<void> | null = null
  const close = async (): Promise<void> => {
    await backend.settle()
    await kysely.destroy()
    await backend.close()
  }
  try {
    if (migrate && backend.kind === 'postgres') await refuseEarlierServers(kysely)
    const migrated = migrate ? await migrateToLatest(kysely) : []
    const companyRole = await readCompanyRole(kysely)
    if (migrate && limitRows && (await applyRowSecurity(kysely, companyRole))) rowSecurity.role = companyRole
    return {
      kysely,
      kind: backend.kind,
      migrated,
      companyRole,
      rowSecurity: rowSecurity.role !== null,
      listen: backend.listen,
      announce: backend.announce,
      copyTo: backend.copyTo,
      notify: async (channel, payload, executor = kysely) => {
        await sql`select pg_notify(${channel}, ${payload})`.execute(executor)
      },
      connections: () => {
        const { totalCount, idleCount, waitingCount, options } = backend.pool
        return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: options.max }
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
