import type pg from 'pg'
import type { EmbeddedServer } from './embedded-connection.ts'
import type { DatabaseLogger } from './database-port.ts'

const mebibyte = 1024 * 1024
const lookMillis = 10_000

/** Bytes of write-ahead log between two runs of each. */
const limits = { checkpoint: 32 * mebibyte, vacuum: 64 * mebibyte, analyze: 8 * mebibyte }

export type Upkeep = 'checkpoint' | 'vacuum' | 'analyze'

/**
 * Replaces the background processes of a PostgreSQL server, which PGlite lacks: checkpointer and autovacuum. Skips an
 * idle database. Returns the stop function.
 */
export function startMaintenance(pool: pg.Pool, server: EmbeddedServer, logger: DatabaseLogger): () => Promise<void> {
  const look = createUpkeep(pool)
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    if (!server.takeActivity()) return
    running = running.then(look).catch((error: unknown) => logger.warn({ err: error }, 'database maintenance failed'))
  }, lookMillis)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Returns a function that measures the write-ahead log, runs what is due, and returns what it ran. */
export function createUpkeep(pool: Pick<pg.Pool, 'query'>): () => Promise<Upkeep[]> {
  // Statistics may be old in an opened database and are missing in a new one: analyze early.
  const since = { vacuum: null as number | null, analyze: 0 }
  return async () => {
    const { written, redo } = await position(pool)
    const done: Upkeep[] = []
    since.vacuum ??= written
    if (written - since.vacuum > limits.vacuum) done.push('vacuum')
    else if (written - since.analyze > limits.analyze) done.push('analyze')
    if (written - redo > limits.checkpoint) done.push('checkpoint')
    for (const work of done) await pool.query(work === 'vacuum' ? 'vacuum (analyze)' : work)
    // Measured again: log written by the maintenance itself does not count.
    if (done[0] === 'vacuum') since.vacuum = since.analyze = (await position(pool)).written
    if (done[0] === 'analyze') since.analyze = (await position(pool)).written
    return done
  }
}

/** Bytes of write-ahead log since the database was created: all of them, and the part before the last checkpoint. */
async function position(pool: Pick<pg.Pool, 'query'>): Promise<{ written: number; redo: number }> {
  const { rows } = await pool.query<{ written: string; redo: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as written, redo_lsn - '0/0' as redo from pg_control_checkpoint()`,
  )
  return { written: Number(rows[0]?.written), redo: Number(rows[0]?.redo) }
}
