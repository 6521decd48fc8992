import type { PageSize } from '@foja/pdf/renderer'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../deps.ts'

/** A verified file whose pages can be viewed; `revisions`: the lengths of its signed revisions. */
export type SentFile = { bytes: Uint8Array; revisions: readonly number[]; sizes: PageSize[] }

export type SentFileLimits = {
  /** Total bytes of all files. */
  bytes: number
  /** Bytes of one visitor's files. */
  perVisitor: number
  lifeMs: number
}

/** Keeps files sent for verification in memory until they expire or the memory is needed. */
export type SentFiles = {
  /** Drops the oldest files if needed; null when the file alone exceeds the limits. */
  keep: (visitor: string, file: SentFile) => { handle: string; expiresAt: Date } | null
  /** Undefined for unknown handles and expired files. */
  open: (handle: string) => SentFile | undefined
  /** Drops the oldest file; false without any. */
  dropOldest: () => boolean
  bytes: () => number
}

type Entry = { visitor: string; file: SentFile; until: number }

export function createSentFiles(limits: SentFileLimits, clock: Clock): SentFiles {
  // In insertion order.
  const entries = new Map<string, Entry>()

  const sizeOf = (list: Iterable<Entry>) => [...list].reduce((sum, { file }) => sum + file.bytes.length, 0)
  const total = () => sizeOf(entries.values())

  function dropExpired(): void {
    const now = clock().getTime()
    for (const [handle, { until }] of entries) if (until <= now) entries.delete(handle)
  }

  function dropOldest(visitor?: string): boolean {
    const oldest = [...entries].find(([, entry]) => visitor === undefined || entry.visitor === visitor)
    return oldest !== undefined && entries.delete(oldest[0])
  }

  return {
    keep(visitor, file) {
      dropExpired()
      const size = file.bytes.length
      if (size > Math.min(limits.bytes, limits.perVisitor)) return null
      const own = () => sizeOf([...entries.values()].filter((entry) => entry.visitor === visitor))
      while (own() + size > limits.perVisitor) dropOldest(visitor)
      while (total() + size > limits.bytes) dropOldest()
      const handle = randomBytes(32).toString('base64url')
      const until = clock().getTime() + limits.lifeMs
      entries.set(handle, { visitor, file, until })
      setTimeout(() => entries.delete(handle), limits.lifeMs).unref()
      return { handle, expiresAt: new Date(until) }
    },
    open(handle) {
      dropExpired()
      return entries.get(handle)?.file
    },
    dropOldest: () => dropOldest(),
    bytes: total,
  }
}
