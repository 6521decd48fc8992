import type { CopyDatabase, CopySession } from '@foja/db/copy/copy-session'
import { loadTables } from '@foja/db/copy/load-tables'
import { migrateToLatest, migrations } from '@foja/db/migrate'
import type { Database } from '@foja/db/schema'
import type { ObjectStore } from '@foja/storage/object-store'
import { sql, type Kysely } from 'kysely'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ArchivePlace } from './archive-place.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead, BackupSummary } from './contents.ts'
import { readArchive, readBackupHead, type BackupKey } from './read-archive.ts'

type RestoreTarget = {
  copyDatabase: CopyDatabase
  /** The store below the encryption. */
  store: ObjectStore
  /** Id of the key file here; null: there is none yet. */
  keys: string | null
  /** Writes the files that tie the stored objects to the database, before the database commits. */
  writeMarks: (session: CopySession, head: BackupHead) => Promise<void>
  /** File that exists while a restore runs. */
  unfinished: string
}

/** A database without tables of Foja has no accounts. */
export async function hasAccounts(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('app_user')::text as name`.execute(db)
  if (rows[0]?.name == null) return false
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  const company = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  return user !== undefined || company !== undefined
}

async function removeObjects(store: RestoreTarget['store']): Promise<void> {
  for await (const { key } of store.list()) await store.delete(key)
}

/** Gives the database the schema of the backup. @throws BackupError newer_schema, other_schema */
export async function migrateTo(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  if (names.some((name) => !(name in migrations))) throw new BackupError('newer_schema')
  const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  try {
    await migrateToLatest(db, known)
  } catch (error) {
    // An empty installation that a later release began.
    throw new BackupError('other_schema', '', { cause: error })
  }
}

/** Files up to this size are stored many at a time, as most of the time of each is a flush. */
const smallBytes = 1024 * 1024
const mostAtOnce = 16

/** Stores files; `settle` waits for those that are still being stored, and throws the first error. */
function createFileWriter(store: ObjectStore) {
  const pending = new Set<Promise<void>>()
  const failures: unknown[] = []
  const put = async (key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    void (await store.put(Readable.from(content), { key, maxBytes: Number.MAX_SAFE_INTEGER }))
  const settle = async () => {
    await Promise.all(pending)
    if (failures.length > 0) throw failures[0]
  }
  return {
    settle,
    write: async (key: string, content: AsyncIterable<Uint8Array>, size: number) => {
      if (failures.length > 0) throw failures[0]
      if (size > smallBytes) {
        await put(key, content)
        return
      }
      const bytes = await buffer(content)
      while (pending.size >= mostAtOnce) await Promise.race(pending)
      const one: Promise<void> = put(key, [bytes])
        .catch((error: unknown) => void failures.push(error))
        .finally(() => pending.delete(one))
      pending.add(one)
    },
  }
}

/** Loads everything in one transaction, which commits only once the manifest is proven. */
async function load(
  { copyDatabase, store, writeMarks }: RestoreTarget,
  place: ArchivePlace,
  key: BackupKey,
  head: BackupHead,
) {
  return await copyDatabase.withSession(async (session) => {
    let summary: BackupSummary | undefined
    const files = createFileWriter(store)
    await loadTables(session, head, async (loadRows) => {
      try {
        summary = await readArchive(place, key, { rows: loadRows, file: files.write })
      } finally {
        await files.settle()
      }
      await writeMarks(session, head)
    })
    return summary!
  })
}

/**
 * Restores a backup into an empty installation, and brings its schema up to date. After an error the installation is
 * empty again; after a crash the next restore removes what this one stored.
 * @throws BackupError
 */
export async function restoreBackup(
  target: RestoreTarget,
  place: ArchivePlace,
  key: BackupKey,
): Promise<BackupSummary> {
  const { copyDatabase, store, keys, unfinished } = target
  const { kysely } = copyDatabase.database
  const head = await readBackupHead(place, key)
  if (keys !== null && head.keys !== null && keys !== head.keys) throw new BackupError('other_keys')
  if (await hasAccounts(kysely)) throw new BackupError('not_empty')
  if (existsSync(unfinished)) await removeObjects(store)
  for await (const _object of store.list()) throw new BackupError('not_empty')
  await migrateTo(kysely, head.migrations)
  await writeFile(unfinished, '', { flush: true })
  try {
    const summary = await load(target, place, key, head)
    await migrateToLatest(kysely)
    return summary
  } catch (error) {
    await removeObjects(store)
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}
