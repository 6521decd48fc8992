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

export interface ObjectStat {
  key: string
  size: number
  modified: Date
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
  put: (source: AsyncIterable<Uint8Array>, options: { maxBytes: number }) => Promise<StoredObject>
  /** Rejects with `not_found` before a byte is read. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /** A file with the object, for random access; null where the store has none. */
  path: (key: string) => string | null
  /** Null when there is no such object. */
  stat: (key: string) => Promise<ObjectStat | null>
  /** Idempotent. */
  delete: (key: string) => Promise<void>
  /** Every object whose key begins with `prefix`, unordered; for the orphan sweep. */
  list: (prefix?: string) => AsyncIterable<ObjectStat>
  /** Removes unfinished uploads older than `before`; returns their number. */
  sweepUnfinished: (before: Date) => Promise<number>
  /** Rejects when the store cannot take an object now. */
  ping: () => Promise<void>
}
