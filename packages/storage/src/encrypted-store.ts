import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StorageError } from './errors.ts'
import {
  newObjectKey,
  type ByteRange,
  type FileLocation,
  type FileSeal,
  type ObjectEntry,
  type ObjectStat,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'
import {
  chunkBytes,
  contentOf,
  createSeal,
  headerBytes,
  inPieces,
  openChunk,
  openSeal,
  sealedChunkBytes,
  sealedSize,
  sealStream,
  wrappingKeyId,
  type WrappingKey,
} from './sealed-file.ts'

/** The keys that wrap the keys of files. */
export type FileKeys = {
  /** For new files; null: they are stored unencrypted. */
  current: WrappingKey | null
  /** The key with an id, also an earlier one; null if it is unknown. */
  find: (id: string) => Promise<Uint8Array | null>
}

export type EncryptedStore = ObjectStore & {
  /**
   * Encrypts an object under the current key, in place and atomically; false if it already is. Nothing else may use the
   * object meanwhile.
   */
  encrypt: (key: string) => Promise<boolean>
}

/**
 * A store that encrypts new objects of `inner` and reads both encrypted and plain ones. Keys, sizes and digests are
 * those of the plain bytes. Reading throws `damaged` for changed bytes and `unknown_key` without the right key.
 */
export function encryptObjects(inner: ObjectStore, keys: FileKeys): EncryptedStore {
  return new Encrypted(inner, keys)
}

/** Number of objects that a store remembers as plain. */
const rememberedObjects = 20_000

class Encrypted implements EncryptedStore {
  readonly #inner: ObjectStore
  readonly #keys: FileKeys
  /**
   * Plain objects, whose headers are not read again: an object becomes encrypted only by `encrypt`, while no other
   * process uses it. That there are no keys proves nothing: another process may create the first one at any time.
   */
  readonly #plain = new Set<string>()

  constructor(inner: ObjectStore, keys: FileKeys) {
    this.#inner = inner
    this.#keys = keys
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject> {
    const { current } = this.#keys
    if (current === null) return await this.#inner.put(source, options)
    const { maxBytes, key = newObjectKey() } = options
    const hash = createHash('sha256')
    let size = 0
    const plain = (async function* () {
      for await (const piece of source) {
        size += piece.byteLength
        if (size > maxBytes) throw new StorageError('too_large', `more than ${maxBytes} bytes`)
        hash.update(piece)
        yield piece
      }
    })()
    await this.#inner.put(sealStream(plain, createSeal(current, key)), { key, maxBytes: sealedSize(maxBytes) })
    this.#plain.delete(key)
    return { key, size, sha256: hash.digest('hex') }
  }

  async encrypt(key: string): Promise<boolean> {
    const { current } = this.#keys
    if (current === null || (await this.#head(key))?.id === current.id) return false
    await this.put(await this.get(key), { key, maxBytes: Number.MAX_SAFE_INTEGER })
    return true
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const seal = await this.#sealOf(key)
    if (seal === null) return await this.#inner.get(key, range)
    const { chunks, size } = contentOf(await this.#fileSize(key))
    const start = range?.start ?? 0
    const end = Math.min(range?.end ?? size - 1, size - 1)
    // An empty object is read too: its one chunk proves that it is whole.
    if (start > end && size > 0) return Readable.from([])
    const first = Math.floor(start / chunkBytes)
    const last = Math.max(first, Math.floor(end / chunkBytes))
    const sealed = await this.#inner.get(key, {
      start: headerBytes + first * sealedChunkBytes,
      end: headerBytes + (last + 1) * sealedChunkBytes - 1,
    })
    const plain = Readable.from(plainOf(sealed, seal, { first, chunks, start, end }), { objectMode: false })
    // A stream that is destroyed before its first read never starts the generator, which would close the file.
    return plain.once('close', () => sealed.destroy())
  }

  async locate(key: string): Promise<FileLocation | null> {
    const location = await this.#inner.locate(key)
    if (location === null) return null
    const seal = await this.#sealOf(key)
    return seal === null ? location : { ...location, seal }
  }

  async stat(key: string): Promise<ObjectStat | null> {
    const found = await this.#inner.stat(key)
    if (found === null) return null
    // The object may be deleted between the two calls.
    const head = await this.#head(key).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'not_found') return undefined
      throw error
    })
    if (head === undefined) return null
    return head === null ? found : { ...found, size: contentOf(found.size).size }
  }

  async exists(key: string): Promise<boolean> {
    return await this.#inner.exists(key)
  }

  async delete(key: string): Promise<void> {
    await this.#inner.delete(key)
  }

  list(after?: string): AsyncIterable<ObjectEntry> {
    return this.#inner.list(after)
  }

  async sweepUnfinished(before: Date): Promise<number> {
    return await this.#inner.sweepUnfinished(before)
  }

  async ping(): Promise<void> {
    await this.#inner.ping()
  }

  /** The header of an encrypted object, with the id of its wrapping key; null for a plain object. */
  async #head(key: string): Promise<{ bytes: Buffer; id: string } | null> {
    if (this.#plain.has(key)) return null
    const bytes = await buffer(await this.#inner.get(key, { start: 0, end: headerBytes - 1 }))
    const id = wrappingKeyId(bytes)
    if (id !== null) return { bytes, id }
    if (this.#plain.size === rememberedObjects) this.#plain.clear()
    this.#plain.add(key)
    return null
  }

  async #fileSize(key: string): Promise<number> {
    const found = await this.#inner.stat(key)
    if (found === null) throw new StorageError('not_found', 'the object was deleted')
    return found.size
  }

  /** The key of an encrypted object; null for a plain one. */
  async #sealOf(key: string): Promise<FileSeal | null> {
    const head = await this.#head(key)
    if (head === null) return null
    const wrapping = await this.#keys.find(head.id)
    if (wrapping === null) throw new StorageError('unknown_key', 'the object is encrypted under another key')
    return openSeal(head.bytes, wrapping, key)
  }
}

type Span = { first: number; chunks: number; start: number; end: number }

/** Decrypts chunks from number `first`, and yields the plain bytes from `start` to `end`. */
async function* plainOf(sealed: Readable, seal: FileSeal, { first, chunks, start, end }: Span): AsyncGenerator<Buffer> {
  let index = first
  for await (const { bytes } of inPieces(sealed, sealedChunkBytes)) {
    const plain = openChunk(seal, index, index === chunks - 1, bytes)
    const at = index * chunkBytes
    const wanted = plain.subarray(Math.max(0, start - at), Math.min(plain.length, end + 1 - at))
    // An empty buffer would stall a stream of bytes.
    if (wanted.length > 0) yield wanted
    index += 1
  }
  if (index * chunkBytes <= end) throw new StorageError('damaged', 'the object became shorter while it was read')
}
