import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs } from './durable-fs.ts'
import type { EmbeddedStart } from './embedded-messages.ts'
import { lockFolder } from './folder-lock.ts'

export interface OpenedEmbedded {
  pglite: PGlite
  fsyncs: () => number
  close: () => Promise<void>
}

/** PGlite's own start parameters without `-F` (fsync off), and with limits for a small data folder. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((s) => ['-c', s]),
  ...['max_wal_size=64MB', 'min_wal_size=32MB', 'checkpoint_completion_target=0'].flatMap((s) => ['-c', s]),
]

/** Opens `folder`/pg, creating it first when it is missing or incomplete. Holds the folder's lock. */
export async function openEmbeddedFolder(folder: string): Promise<OpenedEmbedded> {
  const lock = lockFolder(folder)
  try {
    const data = join(folder, 'pg')
    // Written last when the folder is created: without it no write was ever acknowledged.
    const complete = join(folder, 'complete')
    const fresh = !existsSync(complete)
    if (fresh) clear(data)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const fs = new DurableFs(data)
    const pglite = await PGlite.create({ fs, startParams })
    if (fresh) {
      await pglite.exec('checkpoint')
      // Not the whole folder: closing any descriptor of the lock file would release the lock (fcntl(2)).
      await fsyncTree(data)
      writeFileSync(complete, '', { flush: true })
      await fsyncPath(folder)
    }
    const close = async (): Promise<void> => {
      try {
        if (!pglite.closed) await pglite.close()
      } finally {
        lock.release()
      }
    }
    return { pglite, fsyncs: () => fs.fsyncs, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Clears the place for a new cluster where one is incomplete. PG_VERSION is written early, so a folder that has it may
 * hold data whose mark was lost (a copy that missed an empty file): it is renamed, never deleted.
 */
function clear(data: string): void {
  if (!existsSync(join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true })
    return
  }
  const aside = `${data}.unfinished-${new Date().toISOString().replaceAll(':', '-')}`
  renameSync(data, aside)
  // The thread has no logger; a process warning reaches stderr.
  process.emitWarning(`the database in ${data} has no mark of being complete: it was put aside as ${aside}`)
}

/** A database in memory, for tests; from a dump it opens in a quarter of a second. */
export async function openEmbeddedMemory({ dump }: EmbeddedStart): Promise<OpenedEmbedded> {
  const loadDataDir = dump === null ? {} : { loadDataDir: new Blob([dump]) }
  const pglite = await PGlite.create(loadDataDir)
  return { pglite, fsyncs: () => 0, close: () => pglite.close() }
}

async function fsyncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  const next = paths.values()
  const flushSome = async (): Promise<void> => {
    for (const path of next) await fsyncPath(path)
  }
  await Promise.all(Array.from({ length: 16 }, flushSome))
  await fsyncPath(folder)
}

async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows can not and need not flush a folder.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
