import type { ObjectStore } from '@foja/storage/object-store'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../deps.ts'
import { inMemory } from './in-memory.ts'

type Store = Pick<ObjectStore, 'put' | 'get' | 'delete'>

/** Writes a small file, reads it and removes it; rejects if that fails or the bytes differ. */
export async function probeStore(store: Store): Promise<void> {
  const bytes = randomBytes(32)
  const { key } = await store.put(inMemory(bytes), { maxBytes: bytes.length })
  try {
    const read = await buffer(await store.get(key))
    if (!read.equals(bytes)) throw new Error('the store returns other bytes than were written')
  } finally {
    await store.delete(key)
  }
}

/** Strangers may call the readiness check, and each write is flushed, which may take long on a busy disk. */
const reuseMs = 2000

type Probe = { result: Promise<void>; at: number }

/**
 * The readiness check of the store. One probe serves all calls of two seconds; while the next one runs, the calls of its
 * first two seconds get the result of the one before.
 */
export function createStoreCheck(store: Store, clock: Clock): () => Promise<void> {
  let done: Probe | undefined
  let running: Probe | undefined
  const start = (at: number) => {
    const probe = { result: probeStore(store), at }
    const settle = () => {
      done = probe
      running = undefined
    }
    probe.result.then(settle, settle)
    return probe
  }
  return () => {
    const at = clock().getTime()
    const isOld = (probe: Probe) => at - probe.at >= reuseMs
    if (done !== undefined && !isOld(done)) return done.result
    running ??= start(at)
    return done !== undefined && !isOld(running) ? done.result : running.result
  }
}
