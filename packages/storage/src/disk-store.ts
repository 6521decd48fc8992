import { createHash, randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StorageError, toStorageError } from './errors.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import {
  isObjectKey,
  newObjectKey,
  type ByteRange,
  type FileLocation,
  type ObjectEntry,
  type ObjectStat,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'

/**
 * Objects as files in `folder`/objects/ab/<key>, in 256 folders that are created here. An upload is written to
 * `folder`/tmp, flushed and renamed, and its folder is flushed before it is acknowledged.
 */
export async function openDiskStore(folder: string, fs: FileSystem = nodeFileSystem): Promise<ObjectStore> {
  const store = new DiskStore(folder, fs)
  await store.prepare()
  return store
}

class DiskStore implements ObjectStore {
  readonly #folder: string
  readonly #objects: string
  readonly #temporary: string
  readonly #fs: FileSystem

  constructor(folder: string, fs: FileSystem) {
    this.#folder = folder
    this.#objects = join(folder, 'objects')
    this.#temporary = join(folder, 'tmp')
    this.#fs = fs
  }

  async prepare(): Promise<void> {
    await attempt(`cannot use the storage folder ${this.#folder}`, async () => {
      const shards = Array.from({ length: 256 }, (_, n) => join(this.#objects, n.toString(16).padStart(2, '0')))
      for (const folder of [this.#temporary, ...shards]) await this.#fs.mkdir(folder, { recursive: true, mode: 0o700 })
      for (const folder of [this.#objects, this.#folder, dirname(this.#folder)]) await this.#flushFolder(folder)
      await this.ping()
    })
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject> {
    const key = options.key ?? newObjectKey()
    const target = this.#fileOf(key)
    // A name of its own: an interrupted write of the same object may have left a file.
    const temporary = join(this.#temporary, `${key}.${randomBytes(8).toString('hex')}`)
    try {
      const written = await this.#write(temporary, source, options.maxBytes)
      const mayReplace = options.key !== undefined && (await this.exists(key))
      await attempt('cannot store the object', () => this.#publish(temporary, target, mayReplace))
      return { key, ...written }
    } catch (error) {
      // The sweep removes later what fails here; the first error is thrown.
      await this.#fs.rm(temporary, { force: true }).catch(() => {})
      throw error
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return attempt('cannot read the object', async () => {
      const handle = await this.#fs.open(this.#fileOf(key), 'r')
      return handle.createReadStream(range === undefined ? {} : { start: range.start, end: range.end })
    })
  }

  async locate(key: string): Promise<FileLocation> {
    return { path: this.#fileOf(key) }
  }

  async exists(key: string): Promise<boolean> {
    return (await this.stat(key)) !== null
  }

  async stat(key: string): Promise<ObjectStat | null> {
    try {
      const { size, mtime } = await this.#fs.stat(this.#fileOf(key))
      return { key, size, modified: mtime }
    } catch (error) {
      const problem = toStorageError(error, 'cannot look at the object')
      if (problem.code === 'not_found') return null
      throw problem
    }
  }

  async delete(key: string): Promise<void> {
    await attempt('cannot delete the object', () => this.#fs.rm(this.#fileOf(key), { force: true }))
  }

  async *list(after = ''): AsyncGenerator<ObjectEntry> {
    for (const shard of (await this.#names(this.#objects)).filter((name) => name >= after.slice(0, 2))) {
      for (const key of (await this.#names(join(this.#objects, shard))).filter((name) => name > after)) {
        const found = isObjectKey(key) ? await this.stat(key) : null
        if (found !== null) yield found
      }
    }
  }

  async sweepUnfinished(before: Date): Promise<number> {
    let swept = 0
    for (const name of await this.#names(this.#temporary)) {
      const file = join(this.#temporary, name)
      const found = await this.#fs.stat(file).catch(() => null)
      if (found === null || found.mtime >= before) continue
      await attempt('cannot remove an unfinished upload', () => this.#fs.rm(file, { force: true }))
      swept += 1
    }
    return swept
  }

  async ping(): Promise<void> {
    await attempt('the storage folder is not writable', () =>
      this.#fs.access(this.#temporary, this.#fs.constants.W_OK | this.#fs.constants.X_OK),
    )
  }

  #fileOf(key: string): string {
    if (!isObjectKey(key)) throw new StorageError('bad_key', 'not a key of this store')
    return join(this.#objects, key.slice(0, 2), key)
  }

  async #write(file: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Omit<StoredObject, 'key'>> {
    // wx: never an existing file, never through a link
    const handle = await attempt('cannot begin an upload', () => this.#fs.open(file, 'wx', 0o600))
    try {
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of source) {
        size += chunk.byteLength
        if (size > maxBytes) throw new StorageError('too_large', `more than ${maxBytes} bytes`)
        hash.update(chunk)
        await attempt('cannot write the upload', () => writeAll(handle, chunk))
      }
      await attempt('cannot flush the upload', () => handle.sync())
      return { size, sha256: hash.digest('hex') }
    } finally {
      await handle.close()
    }
  }

  async #publish(temporary: string, target: string, mayReplace: boolean): Promise<void> {
    await this.#fs.rename(temporary, target)
    try {
      await this.#flushFolder(dirname(target))
    } catch (error) {
      // A replaced object would be lost with the new one.
      if (!mayReplace) await this.#fs.rm(target, { force: true }).catch(() => {})
      throw error
    }
  }

  async #flushFolder(folder: string): Promise<void> {
    // Windows can not and need not flush a folder.
    if (process.platform === 'win32') return
    const handle = await this.#fs.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  async #names(folder: string): Promise<string[]> {
    return (await attempt('cannot list the objects', () => this.#fs.readdir(folder))).toSorted()
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await handle.write(chunk, at)).bytesWritten
}

async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStorageError(error, doing)
  }
}
