import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import { canonicalJson } from './canonical-json.ts'
import type { Database } from './schema.ts'

/** Number of counters of chains. More than one, so that chains created at once rarely wait for each other. */
export const shardCount = 16

/** The counter of a chain. */
export const shardOf = (chain: string): number => createHash('sha256').update(chain).digest()[0]! % shardCount

/** End of a chain. `no`: its number in its counter, from 1. `sealed_from`: null if sealed since its first event. */
export interface SealedHead {
  chain: string
  seq: number
  hash: string
  no: number | null
  sealed_from: Date | null
  mac: string | null
}

/** `chains`: how many were ever created in this counter. */
export interface SealedCounter {
  shard: number
  chains: number
  mac: string
}

/**
 * HMAC-SHA-256 (RFC 2104) over chain heads, counters and roots, by a key that is not in the database. Each kind has its
 * own prefix, so that the value of one is never valid for another. As a plugin of Kysely it changes no query: it only
 * travels with the handle and its transactions.
 */
class HistorySeal implements KyselyPlugin {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node
  }

  transformResult<R>({ result }: { result: R }): Promise<R> {
    return Promise.resolve(result)
  }

  #mac(kind: string, content: Record<string, unknown>): string {
    return createHmac('sha256', this.#key)
      .update(`foja history ${kind}\n${canonicalJson(content)}`)
      .digest('hex')
  }

  head({ chain, seq, hash, no, sealed_from }: Omit<SealedHead, 'mac'>): string {
    return this.#mac('head', { chain, seq, hash, no, sealed_from })
  }

  counter({ shard, chains }: Omit<SealedCounter, 'mac'>): string {
    return this.#mac('counter', { shard, chains })
  }

  /** `hash` covers every other field of a root. */
  root(hash: string): string {
    return this.#mac('root', { hash })
  }

  holdsHead(head: SealedHead): boolean {
    return head.mac !== null && same(head.mac, this.head(head))
  }

  holdsCounter(counter: SealedCounter): boolean {
    return same(counter.mac, this.counter(counter))
  }

  holdsRoot({ hash, mac }: { hash: string; mac: string }): boolean {
    return same(mac, this.root(hash))
  }
}

export type { HistorySeal }

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export const createSeal = (key: Uint8Array): HistorySeal => new HistorySeal(key)

/** The same handle, which seals the history with `key` (32 bytes). A seal of an earlier call is replaced. */
export const withSeal = <T extends Kysely<Database>>(db: T, key: Uint8Array): T => db.withPlugin(createSeal(key)) as T

/** The seal of a handle made by `withSeal`, or of its transaction. Throws for any other. */
export function sealOf(db: Kysely<Database>): HistorySeal {
  const seal = db.getExecutor().plugins.findLast((plugin) => plugin instanceof HistorySeal)
  if (seal === undefined) throw new Error('this database handle has no key for the seals of the history')
  return seal
}
