import { createHash } from 'node:crypto'
import { ProblemError } from '../../../http/problem.ts'
import type { FileSink, IncomingFile } from '../../../http/multipart.ts'
import type { SentFiles } from './sent-files.ts'

/** A received file, in memory only. `release` frees its memory. */
export type PassingFile = { name: string; bytes: Uint8Array; sha256: string; release: () => void }

export type PassingLimits = {
  /** Total bytes of all such files. */
  bytes: number
  /** Concurrent files per visitor. */
  perVisitor: number
  /** Maximum upload time in milliseconds. */
  arrivalMs: number
}

/** Limits the memory of anonymous uploads; `sink` receives files of one visitor. */
export type PassingRoom = { sink: (visitor: string) => FileSink<PassingFile> }

/** The next piece; throws `request_timeout` after the deadline, so that stalled uploads free their memory. */
async function nextWithin(pieces: AsyncIterator<Uint8Array>, ms: number): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProblemError('request_timeout')), Math.max(0, ms))
  })
  try {
    return await Promise.race([pieces.next(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** `sent`: files kept after their response; they are dropped to make room. */
export function createPassingRoom(limits: PassingLimits, sent: Pick<SentFiles, 'bytes' | 'dropOldest'>): PassingRoom {
  const visitors = new Map<string, number>()
  let taken = 0

  /** Reserves a slot for a visitor's file; `take` reserves memory, and `release` frees everything once. */
  function enter(visitor: string): { take: (bytes: number) => void; release: () => void } {
    const under = visitors.get(visitor) ?? 0
    if (under >= limits.perVisitor) throw new ProblemError('too_many_attempts', { retryAfter: 10 })
    visitors.set(visitor, under + 1)
    let own = 0
    let released = false
    return {
      take(bytes) {
        while (taken + sent.bytes() + bytes > limits.bytes && sent.dropOldest());
        if (taken + bytes > limits.bytes) throw new ProblemError('unavailable', { retryAfter: 10 })
        taken += bytes
        own += bytes
      },
      release() {
        if (released) return
        released = true
        taken -= own
        const left = (visitors.get(visitor) ?? 1) - 1
        if (left > 0) visitors.set(visitor, left)
        else visitors.delete(visitor)
      },
    }
  }

  async function receive(visitor: string, { name, stream }: IncomingFile): Promise<PassingFile> {
    const place = enter(visitor)
    const deadline = Date.now() + limits.arrivalMs
    const chunks: Uint8Array[] = []
    const hash = createHash('sha256')
    try {
      const pieces = stream[Symbol.asyncIterator]()
      for (;;) {
        const next = await nextWithin(pieces, deadline - Date.now())
        if (next.done === true) break
        place.take(next.value.length)
        hash.update(next.value)
        chunks.push(next.value)
      }
    } catch (error) {
      place.release()
      throw error
    }
    return { name, bytes: Buffer.concat(chunks), sha256: hash.digest('hex'), release: place.release }
  }

  return {
    sink: (visitor) => ({
      receive: async (file) => await receive(visitor, file),
      discard: async (file) => file.release(),
    }),
  }
}
