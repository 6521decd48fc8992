import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What was stored. `sha256` is lower-case hex, `size` in bytes. */
export interface StoredObject {
  key: string
  size: number
  sha256: string
}

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

export interface ObjectEntry {
  key: string
  modified: Date
}

/** `size`: bytes that `get` returns. */
export interface ObjectStat extends ObjectEntry {
  size: number
}

/** The data key and the nonce prefix of one encrypted file (`sealed-file.ts`). */
export interface FileSeal {
  key: Uint8Array
  prefix: Uint8Array
}

/** A file with an object; can be sent to a worker. With `seal`, its bytes are encrypted: read it with `read-file.ts`. */
export interface FileLocation {
  path: string
  seal?: FileSeal
}

/** `key`: name of the new object, from `newObjectKey`. An object with this name is replaced atomically. */
export interface PutOptions {
  maxBytes: number
  key?: string
}

/**
 * Storage for the bytes of documents. Objects are immutable and named by the store: a key is random and reveals nothing
 * about content or owner. Failures are `StorageError`s.
 */
export interface ObjectStore {
  /**
   * Stores what `source` yields, in constant memory. Once it resolves, the object survives a power cut; once it
   * rejects, nothing is left. Throws `too_large` when more than `maxBytes` arrive; errors of the source are thrown
   * unchanged.
   */
  put: (source: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<StoredObject>
  /** Rejects with `not_found` before a byte is read. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /** The file with the object, for random access; null where the store has no files. */
  locate: (key: string) => Promise<FileLocation | null>
  /** Cheaper than `stat`. */
  exists: (key: string) => Promise<boolean>
  /** Null when there is no such object. */
  stat: (key: string) => Promise<ObjectStat | null>
  /** Idempotent. */
  delete: (key: string) => Promise<void>
  /** Every object whose key comes after `after`, in the order of the keys; for the orphan sweep. */
  list: (after?: string) => AsyncIterable<ObjectEntry>
  /** Removes unfinished uploads older than `before`; returns their number. */
  sweepUnfinished: (before: Date) => Promise<number>
  /** Rejects when the store cannot take an object now. */
  ping: () => Promise<void>
}

/** 32 random bytes in hex. */
export const newObjectKey = (): string => randomBytes(32).toString('hex')

const keyShape = /^[0-9a-f]{64}$/

/** True for what `newObjectKey` returns: nothing else becomes part of a path or an address. */
export const isObjectKey = (text: string): boolean => keyShape.test(text)
