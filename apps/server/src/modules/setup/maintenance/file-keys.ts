import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { FileKeys } from '@foja/storage/encrypted-store'
import type { WrappingKey } from '@foja/storage/sealed-file'
import type { Kysely, Transaction } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { KeyChange, Moved, ServerKeys } from '../../../keys.ts'
import { reseal, seal, unseal } from '../../../lib/seal.ts'

/** A wrapping key of files at rest, newest first in the setting. `sealed`: base64, under the server's key. */
type StoredKey = { id: string; sealed: string }

const setting = 'file_keys'
const secretOf = (keys: ServerKeys) => keys.derive('file keys')
const contextOf = (id: string) => `file key:${id}`

async function readStored(db: Kysely<Database>): Promise<StoredKey[] | null> {
  const row = await db.selectFrom('setting').where('key', '=', setting).select('value').executeTakeFirst()
  return row === undefined ? null : (row.value as { keys: StoredKey[] }).keys
}

function createKey(keys: ServerKeys): { stored: StoredKey; key: WrappingKey } {
  const key = { id: randomBytes(8).toString('hex'), key: randomBytes(32) }
  const sealed = seal(secretOf(keys), key.key, contextOf(key.id)).toString('base64')
  return { stored: { id: key.id, sealed }, key }
}

/** Null if it was sealed under other keys. */
function openKey(keys: ServerKeys, { id, sealed }: StoredKey): WrappingKey | null {
  try {
    return { id, key: unseal(secretOf(keys), Buffer.from(sealed, 'base64'), contextOf(id)) }
  } catch {
    return null
  }
}

async function write(trx: Transaction<Database>, stored: StoredKey[]): Promise<void> {
  const value = JSON.stringify({ keys: stored })
  await trx.updateTable('setting').set({ value, updated_at: new Date() }).where('key', '=', setting).execute()
}

/** The newest key that opens, created if there is none. Parallel starts end with the same one. */
async function requireCurrent(db: Kysely<Database>, keys: ServerKeys): Promise<WrappingKey> {
  return await inTransaction(db, async (trx) => {
    await trx
      .insertInto('setting')
      .values({ key: setting, value: JSON.stringify({ keys: [] }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    await trx.selectFrom('setting').where('key', '=', setting).select('key').forUpdate().execute()
    const stored = (await readStored(trx))!
    const [newest] = stored
    const opened = newest === undefined ? null : openKey(keys, newest)
    if (opened !== null) return opened
    const created = createKey(keys)
    await write(trx, [created.stored, ...stored])
    return created.key
  })
}

/** The keys of stored files. `encrypt`: new files are encrypted; earlier encrypted ones are readable in any case. */
export async function openFileKeys(
  db: Kysely<Database>,
  keys: ServerKeys,
  { encrypt }: { encrypt: boolean },
): Promise<FileKeys> {
  const known = new Map<string, Uint8Array>()
  const current = encrypt ? await requireCurrent(db, keys) : null
  const load = async () => {
    for (const stored of (await readStored(db)) ?? []) {
      const opened = openKey(keys, stored)
      if (opened !== null) known.set(opened.id, opened.key)
    }
  }
  await load()
  return {
    current,
    find: async (id) => {
      // Another process on this database may have created it.
      if (!known.has(id)) await load()
      return known.get(id) ?? null
    },
  }
}

/**
 * Reseals the keys of stored files under new server keys, and adds one for files to come: an earlier one may be known
 * together with the old server keys. The files themselves stay unchanged.
 */
export async function resealFileKeys(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const stored = await readStored(trx)
  if (stored === null) return { moved: 0, unopened: 0 }
  const resealed = stored.map(({ id, sealed }) => {
    const moved = reseal(secretOf(from), secretOf(to), Buffer.from(sealed, 'base64'), contextOf(id))
    return { id, sealed: moved?.toString('base64') ?? sealed, isMoved: moved !== null }
  })
  await write(trx, [createKey(to).stored, ...resealed.map(({ id, sealed }) => ({ id, sealed }))])
  const moved = resealed.filter(({ isMoved }) => isMoved).length
  return { moved, unopened: stored.length - moved }
}
