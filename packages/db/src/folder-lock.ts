import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from './errors.ts'

export interface FolderLock {
  release: () => void
}

/**
 * Locks a data folder against a second process: two PGlites on one folder corrupt it. The lock is the operating
 * system's (SQLite's exclusive file lock), so it ends when its process ends for any reason, and a reused process id or
 * another container is never mistaken for the owner. `owner.json` only names the owner to people. Throws
 * `database_in_use` or `database_folder_unwritable`.
 */
export function lockFolder(folder: string): FolderLock {
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
