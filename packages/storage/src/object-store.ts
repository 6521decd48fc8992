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
 * Where the bytes of documents are kept. Objects are immutable and named by the store: a key is random and says nothing
 * about its content or owner. Failures are `StorageError`s.
 */
export interface ObjectStore {
  /**
   * Stores what `source` yields, in constant memory. When it resolves, the object survives a power cut; when it rejects,
   * nothing is left. `too_large` as soon as more than `maxBytes` arrive; an error of the source is thrown as it is.
   */
  put: (source: AsyncIterable<Uint8Array>, options: { maxBytes: number }) => Promise<StoredObject>
  /** Rejects with `not_found` before a byte is read. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /** A file that holds the object, for those who need to seek; null where the store has none. */
  path: (key: string) => string | null
  /** Null when there is no such object. */
  stat: (key: string) => Promise<ObjectStat | null>
  /** Idempotent. */
  delete: (key: string) => Promise<void>
  /** Every object whose key begins with `prefix`, in no order; for the sweeper that looks for orphans. */
  list: (prefix?: string) => AsyncIterable<ObjectStat>
  /** Removes what unfinished uploads left before `before`; tells how many. */
  sweepUnfinished: (before: Date) => Promise<number>
  /** Rejects when the store cannot take an object now. */
  ping: () => Promise<void>
}
