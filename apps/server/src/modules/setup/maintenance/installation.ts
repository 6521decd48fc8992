import type { Database } from '@foja/db/schema'
import type { ObjectStore } from '@foja/storage/object-store'
import { sql, type Kysely } from 'kysely'
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findKeys, KeyFileError, type ServerKeys } from '../../../keys.ts'

/**
 * The database and the folder of files do not belong together. Nothing was changed: the sweep, which deletes
 * unreferenced files, would delete files that another database references.
 * - `unknown_files`: the database is new, but the folder contains files.
 * - `other_files`: both are in use, for different installations.
 * - `lost_files`: the database is in use, but its files are not in the folder.
 */
export class InstallationError extends Error {
  readonly code: 'unknown_files' | 'other_files' | 'lost_files'

  constructor(code: 'unknown_files' | 'other_files' | 'lost_files') {
    super(`the database and the files do not belong together: ${code}`)
    this.name = 'InstallationError'
    this.code = code
  }
}

/** The database has accounts of another key file: their stored signatures would not open. */
export class WrongKeysError extends Error {
  constructor() {
    super('the key file is not the one of this database')
    this.name = 'WrongKeysError'
  }
}

type Deps = { db: Kysely<Database>; store: Pick<ObjectStore, 'list'> }

async function readId(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').where('key', '=', key).select('value').executeTakeFirst()
  if (row === undefined) return undefined
  const { id } = row.value
  if (typeof id !== 'string') throw new TypeError(`the setting ${key} has no id`)
  return id
}

/** Stores `id` unless there is one; returns the stored one. */
async function keepId(db: Kysely<Database>, key: string, id: string): Promise<string> {
  const value = JSON.stringify({ id })
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await readId(db, key)) ?? id
}

/** The id of the installation beside its files, so that a copy of them includes it. */
export type InstallationMark = { read: () => Promise<string | undefined>; write: (id: string) => Promise<void> }

/** The mark of files in a folder: a file inside it. */
export const fileMark = (file: string): InstallationMark => ({
  read: async () => await readMark(file),
  write: async (id) => await writeMark(file, id),
})

async function readMark(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes the mark file atomically and durably. */
async function writeMark(file: string, id: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  // Windows neither needs nor allows flushing a folder.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function isEmpty(store: Deps['store']): Promise<boolean> {
  for await (const _object of store.list()) return false
  return true
}

/**
 * Checks that the database and the stored files belong to the same installation, by an id stored in the database and as
 * `mark` beside the files. A new database with an empty store becomes an installation. Throws `InstallationError`
 * before anything is changed. No sweep may run before this returns.
 */
export async function checkInstallation({ db, store }: Deps, mark: InstallationMark): Promise<void> {
  if (await belongTogether(db, mark)) return
  // One process at a time: a second id beside the files, even for a moment, would refuse a third process, and for good
  // if the second ended there.
  await db.transaction().execute(async (trx) => {
    await sql`lock table setting in exclusive mode`.execute(trx)
    if (await belongTogether(trx, mark)) return
    if (!(await isEmpty(store))) throw new InstallationError('unknown_files')
    // The file first: an interrupted start leaves a new database, which may start again. A mark of an earlier database
    // is replaced, so that the earlier one cannot sweep the files of this one.
    const id = randomBytes(16).toString('hex')
    await mark.write(id)
    await keepId(trx, 'installation', id)
  })
}

/** False if the database is new. Throws `InstallationError` if it is in use with other files. */
export async function belongTogether(db: Kysely<Database>, mark: InstallationMark): Promise<boolean> {
  const known = await readId(db, 'installation')
  if (known === undefined) return false
  const marked = await mark.read()
  if (marked === undefined) throw new InstallationError('lost_files')
  if (marked !== known) throw new InstallationError('other_files')
  return true
}

/**
 * The keys of an existing installation; does not create the file.
 * @throws KeyFileError
 */
export async function requireKeys(file: string): Promise<ServerKeys> {
  const keys = await findKeys(file)
  if (keys === null) throw new KeyFileError(`No existe el archivo de claves ${file}. Indícalo con FOJA_KEY_FILE.`, null)
  return keys
}

/** Checks that the keys are those of the database; any will do while it has no account. Throws `WrongKeysError`. */
export async function checkKeys(db: Kysely<Database>, keyId: string): Promise<void> {
  if ((await keepId(db, 'keys', keyId)) === keyId) return
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  if (user !== undefined) throw new WrongKeysError()
  await replaceKeysId(db, keyId)
}

/** True if the database was last used with these keys. */
export const hasKeys = async (db: Kysely<Database>, keyId: string): Promise<boolean> =>
  (await readId(db, 'keys')) === keyId

/** Binds the database to these keys. */
export async function replaceKeysId(db: Kysely<Database>, keyId: string): Promise<void> {
  const value = JSON.stringify({ id: keyId })
  await db.updateTable('setting').set({ value, updated_at: new Date() }).where('key', '=', 'keys').execute()
}
