/** Files waiting to be sent, stored in this browser so that a reload or a detour over /refresh does not lose them. */

import { getOwner, onNewOwner } from '../session/owner.ts'

const databaseName = 'foja-files'
const storeName = 'files'
const day = 24 * 60 * 60 * 1000

type Row = { key: string; owner: string | null; at: number; files: [string, File][] }

/** Memory is authoritative while the page lives; the database is for reloads. */
const memory = new Map<string, Map<string, File>>()
onNewOwner(() => memory.clear())

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB is closed')))
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('IndexedDB refused')))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB is full')))
    })
  } finally {
    database.close()
  }
}

/** The user's files of a draft by id; empty if there are none or the browser has no storage. */
export async function readFiles(key: string): Promise<Map<string, File>> {
  const known = memory.get(key)
  if (known !== undefined) return known
  const owner = getOwner()
  try {
    const rows = (await run('readonly', (store) => store.getAll())) as Row[]
    await Promise.all(
      rows
        .filter((row) => row.owner !== owner || Date.now() - row.at > 2 * day)
        .map((row) => run('readwrite', (store) => store.delete(row.key))),
    )
    const files = new Map(rows.find((row) => row.key === key && row.owner === owner)?.files ?? [])
    if (owner === getOwner()) memory.set(key, files)
    return files
  } catch {
    return new Map()
  }
}

/** Stores the files of a draft. False if they are only in memory, so that a reload loses them. */
export async function writeFiles(key: string, files: ReadonlyMap<string, File>): Promise<boolean> {
  memory.set(key, new Map(files))
  try {
    const row: Row = { key, owner: getOwner(), at: Date.now(), files: [...files] }
    await run('readwrite', (store) => store.put(row))
    return true
  } catch {
    return false
  }
}

export async function removeFiles(key: string): Promise<void> {
  memory.delete(key)
  try {
    await run('readwrite', (store) => store.delete(key))
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

/** Deletes every stored file. Runs on sign-out, so that the next user does not find them. */
export async function clearFiles(): Promise<void> {
  memory.clear()
  try {
    await run('readwrite', (store) => store.clear())
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}
