import type { ObjectStore } from '@foja/storage/object-store'
import { createHash } from 'node:crypto'
import type { OpenStore } from '../../../../open-store.ts'
import { BackupError } from './backup-error.ts'

type Place = Pick<OpenStore, 'store' | 'mark'>

/** `copied` now, `present` before; `bytes` of both. `others`: objects of the target that the source does not have. */
export type CopiedFiles = { copied: number; present: number; bytes: number; others: number }

type Options = {
  /** Id of the installation, which is the mark of the source. */
  id: string
  onFile?: (soFar: Readonly<CopiedFiles>) => void
}

/** The mark of a target that is not complete: it is no id, so Foja does not start with such files. */
const unfinishedMark = (id: string) => `${id} unfinished`

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const _object of store.list()) return false
  return true
}

/** Throws unless the target is empty or of the same installation. @throws BackupError other_files */
async function requireOwn({ store, mark }: Place, id: string): Promise<void> {
  const marked = await mark.read()
  const isOwn = marked === undefined ? await isEmpty(store) : marked === id || marked === unfinishedMark(id)
  if (!isOwn) throw new BackupError('other_files')
}

async function digestOf(store: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of await store.get(key)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Copies one object unless the target has it with the same size and hash; false if it was there. */
async function copyFile(from: ObjectStore, to: ObjectStore, key: string, size: number): Promise<boolean> {
  const found = await to.stat(key)
  if (found?.size === size && (await digestOf(from, key)) === (await digestOf(to, key))) return false
  const source = await from.get(key)
  const sent = await to
    .put(source as AsyncIterable<Uint8Array>, { key, maxBytes: Number.MAX_SAFE_INTEGER })
    .finally(() => source.destroy())
  if (sent.size !== size || (await digestOf(to, key)) !== sent.sha256) {
    throw new BackupError('damaged', `the copied file ${key} differs`)
  }
  return true
}

/** Number of objects of the target that the source does not have. @throws BackupError damaged (one is missing) */
async function compareKeys(from: ObjectStore, to: ObjectStore): Promise<number> {
  const copies = to.list()[Symbol.asyncIterator]()
  let others = 0
  for await (const { key } of from.list()) {
    let copy = await copies.next()
    // Both are in the order of the keys.
    for (; copy.done !== true && copy.value.key < key; copy = await copies.next()) others += 1
    if (copy.done === true || copy.value.key !== key) throw new BackupError('damaged', `the file ${key} was not copied`)
  }
  while ((await copies.next()).done !== true) others += 1
  return others
}

/**
 * Copies every stored object as it is, one at a time, and reads each copy again. What is there with the same size and
 * hash is not copied, so a copy that was cut off goes on. The source stays. Foja must not run.
 * @throws BackupError other_files, damaged; StorageError
 */
export async function copyFiles(from: Place, to: Place, { id, onFile }: Options): Promise<CopiedFiles> {
  await requireOwn(to, id)
  await to.mark.write(unfinishedMark(id))
  const sum: CopiedFiles = { copied: 0, present: 0, bytes: 0, others: 0 }
  for await (const { key } of from.store.list()) {
    const found = await from.store.stat(key)
    if (found === null) throw new BackupError('damaged', `the file ${key} vanished meanwhile`)
    if (await copyFile(from.store, to.store, key, found.size)) sum.copied += 1
    else sum.present += 1
    sum.bytes += found.size
    onFile?.(sum)
  }
  sum.others = await compareKeys(from.store, to.store)
  await to.mark.write(id)
  return sum
}
