import { Pool } from 'pg'
import { Channels } from './channels.ts'
import { columnTypes } from './column-types.ts'
import { type EmbeddedServer, startEmbedded } from './embedded-connection.ts'
import type { EmbeddedStart } from './embedded-messages.ts'
import { startMaintenance } from './maintenance.ts'
import type { Backend, DatabaseLogger } from './database-port.ts'

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
    close: async () => {
      await stopMaintenance()
      await server.close()
    },
  }
}
