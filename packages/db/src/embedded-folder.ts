import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  fsyncSync,
  readFileSync,
} from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EmbeddedStart } from './embedded-messages.ts'
import { DatabaseProblem } from './errors.ts'

interface NodeStream {
  nfd: number
}

interface StreamOperations {
  fsync?: (stream: NodeStream) => number
}

/**
 * PGlite's folder on disk, with the `fsync` that PGlite omits: without it a committed row stays in the page cache of
 * the system, and a power cut loses it. Emscripten's `fd_sync` calls `stream_ops.fsync` when present; `fdatasync` is a
 * no-op there, hence `wal_sync_method=fsync`.
 */
class DurableFs extends NodeFS {
  #fsyncs = 0

  /** Number of flushes of a file or folder to the disk. */
  get fsyncs(): number {
    return this.#fsyncs
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: { NODEFS: unknown }): void => {
      const { stream_ops } = module.NODEFS as { stream_ops: StreamOperations }
      stream_ops.fsync = (stream) => {
        this.#fsyncs += 1
        fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

export interface FolderLock {
  release: () => void
}

/**
 * Locks a data folder against a second process: two PGlites on one folder corrupt it. The lock is the operating
 * system's (SQLite's exclusive file lock), so it ends when its process ends for any reason, and a reused process id or
 * another container is never mistaken for the owner. `owner.json` only names the owner to people. Throws
 * `database_in_use` or `database_folder_unwritable`.
 */
function lockFolder(folder: string): FolderLock {
  const ownerFile = join(folder, 'owner.json')
  let file: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    file = new DatabaseSync(join(folder, 'database.lock'), { timeout: 0 })
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, started: new Date().toISOString() }))
  } catch (error) {
    file?.close()
    throw refusal(folder, ownerFile, error)
  }
  const held = file
  return {
    release: () => {
      rmSync(ownerFile, { force: true })
      held.close()
    },
  }
}

/** SQLITE_BUSY (https://www.sqlite.org/rescode.html): another process holds the lock. */
const sqliteBusy = 5

function refusal(folder: string, ownerFile: string, error: unknown): DatabaseProblem {
  if ((error as { errcode?: number }).errcode === sqliteBusy) {
    return new DatabaseProblem(
      'database_in_use',
      `another process (${owner(ownerFile)}) uses the database in ${folder}`,
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseProblem('database_folder_unwritable', `cannot write to the database folder ${folder}: ${reason}`)
}

function owner(file: string): string {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string }
    return `pid ${pid}, since ${started}`
  } catch {
    return 'pid unknown'
  }
}

export interface OpenedEmbedded {
  pglite: PGlite
  fsyncs: () => number
  /** Copies the database between two statements into an existing folder. */
  copyTo: (folder: string) => void
  close: () => Promise<void>
}

/**
 * PGlite's own start parameters without `-F` (fsync off), and with limits for a small data folder. All of the shared
 * buffers are resident from the start, and the system caches the same files.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((s) => ['-c', s]),
  ...['max_wal_size=64MB', 'min_wal_size=32MB', 'checkpoint_completion_target=0', 'shared_buffers=32MB'].flatMap(
    (s) => ['-c', s],
  ),
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
    return { pglite, fsyncs: () => fs.fsyncs, copyTo: (to) => copyCluster(data, to), close }
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

/**
 * The copy is what a crash at this moment would leave: opening it replays its write-ahead log and rolls back what was
 * not committed. Shares the blocks of the disk where the file system can.
 */
function copyCluster(data: string, folder: string): void {
  cpSync(data, join(folder, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE })
  writeFileSync(join(folder, 'complete'), '')
}

/** A database in memory, for tests; from a dump it opens in a quarter of a second. */
export async function openEmbeddedMemory({ dump }: EmbeddedStart): Promise<OpenedEmbedded> {
  const loadDataDir = dump === null ? {} : { loadDataDir: new Blob([dump]) }
  const pglite = await PGlite.create(loadDataDir)
  const copyTo = (): never => {
    throw new Error('a database in memory has no folder')
  }
  return { pglite, fsyncs: () => 0, copyTo, close: () => pglite.close() }
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
