import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { OpenDatabase } from '../database-port.ts'
import { openBackend, openBackendOf, type OpenDatabaseOptions } from '../open-database.ts'

/** One connection that reads and writes whole tables, in PostgreSQL's text format of COPY. */
export interface CopySession {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** The rows of `copy (SELECTION) to stdout`; all at once, so `selection` limits them. */
  copyOut: (selection: string) => Promise<Buffer>
  /** Adds rows by `copy TARGET from stdin` and returns their number. */
  copyIn: (target: string, rows: Uint8Array) => Promise<number>
}

export interface CopyDatabase {
  database: OpenDatabase
  /** Runs `work` on one connection; the embedded database has no other, so `database` waits meanwhile. */
  withSession: <T>(work: (session: CopySession) => Promise<T>) => Promise<T>
}

/** Opens a database as it is: its schema and its policies stay. Throws a `DatabaseProblem`. */
export async function openForCopy(
  options: Pick<OpenDatabaseOptions, 'url' | 'folder' | 'logger'>,
): Promise<CopyDatabase> {
  const { folder } = options
  // Maintenance would wait for the one connection of the embedded database, which a session takes for long.
  const backend = await openBackendOf({ ...options, poolSize: 2 }, false)
  const database = await openBackend(backend, false)
  const sessionOf = (client: PoolClient): CopySession => ({
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    copyOut: async (selection) => await buffer(client.query(copyTo(`copy (${selection}) to stdout`))),
    copyIn: async (target, rows) =>
      backend.kind === 'embedded'
        ? await copyInFile(client, target, rows, join(folder!, 'pg'))
        : await copyInStream(client, target, rows),
  })
  return {
    database,
    withSession: async (work) => {
      const client = await backend.pool.connect()
      try {
        return await work(sessionOf(client))
      } finally {
        // Destroyed, because `work` may have changed its settings.
        client.release(true)
      }
    },
  }
}

async function copyInStream(client: PoolClient, target: string, rows: Uint8Array): Promise<number> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`))
  stream.end(rows)
  await finished(stream)
  return stream.rowCount
}

/**
 * PGlite cannot read rows that arrive after the statement, but it reads files of its folder, whose path it knows under
 * another name.
 */
async function copyInFile(client: PoolClient, target: string, rows: Uint8Array, data: string): Promise<number> {
  const name = 'foja-copy'
  const file = join(data, name)
  await writeFile(file, rows, { mode: 0o600 })
  try {
    const { rows: shown } = await client.query<{ data_directory: string }>('show data_directory')
    const { rowCount } = await client.query(`copy ${target} from '${shown[0]!.data_directory}/${name}'`)
    return rowCount ?? 0
  } finally {
    await rm(file, { force: true })
  }
}
