import { setTimeout as delay } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { Channels } from './channels.ts'
import { columnTypes } from './column-types.ts'
import { DatabaseProblem } from './errors.ts'
import type { Backend, DatabaseLogger } from './database-port.ts'

/** Name of a running Foja in `pg_stat_activity`: that of the connection that listens for notifications. */
export const listenerName = 'foja listen'

/** A PostgreSQL server behind a pool, and a separate connection for notifications that reconnects. */
export async function postgresBackend(url: string, poolSize: number, logger: DatabaseLogger): Promise<Backend> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 30_000,
    application_name: 'foja',
    keepAlive: true,
    types: columnTypes,
  })
  // The pool replaces an idle connection that breaks; without a listener the process would exit.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection broke'))
  // A connection that breaks in use fails its query; the client also emits an error, which must not end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ err: error }, 'a database connection broke'))
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw unreachable(error)
  }
  const listener = new Listener(url, logger)
  return {
    kind: 'postgres',
    pool,
    listen: (channel, handler) => listener.listen(channel, handler),
    announce: () => listener.open(),
    settle: () => Promise.resolve(),
    copyTo: null,
    close: () => listener.close(),
  }
}

function unreachable(error: unknown): DatabaseProblem {
  const reason = error instanceof Error ? error.message || (error as { code?: string }).code : String(error)
  return new DatabaseProblem('database_unreachable', `cannot reach the database: ${reason}`, { cause: error })
}

class Listener {
  readonly #url: string
  readonly #logger: DatabaseLogger
  readonly #channels = new Channels()
  #client: Promise<Client> | null = null
  #closed = false

  constructor(url: string, logger: DatabaseLogger) {
    this.#url = url
    this.#logger = logger
  }

  listen: Backend['listen'] = async (channel, handler) => {
    const first = this.#channels.add(channel, handler)
    const client = await this.#connection()
    if (first) await client.query(`listen ${channel}`)
    return async () => {
      if (!this.#channels.remove(channel, handler) || this.#closed) return
      // The connection may be another one by now; one that is broken or not there yet listens to nothing.
      const current = await this.#client?.catch(() => null)
      await current?.query(`unlisten ${channel}`).catch((error: unknown) => {
        this.#logger.warn({ err: error }, 'a notification connection broke before unlisten')
      })
    }
  }

  /** Connects, with or without listeners. */
  async open(): Promise<void> {
    await this.#connection().catch((error: unknown) => {
      throw unreachable(error)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }

  #connection(): Promise<Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null
      throw error
    })
    return this.#client
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url, application_name: listenerName, keepAlive: true })
    client.on('notification', ({ channel, payload }) => this.#channels.dispatch(channel, payload ?? ''))
    client.on('error', (error) => this.#logger.warn({ err: error }, 'the notification connection broke'))
    await client.connect()
    client.on('end', () => void this.#reconnect())
    for (const name of this.#channels.names()) await client.query(`listen ${name}`)
    return client
  }

  async #reconnect(): Promise<void> {
    this.#client = null
    while (!this.#closed && this.#client === null) {
      await delay(1000, undefined, { ref: false })
      if (this.#closed) return
      await this.#connection().catch((error: unknown) => this.#logger.warn({ err: error }, 'no notifications yet'))
    }
  }
}
