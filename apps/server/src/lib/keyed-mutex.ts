/** Runs work of the same key one at a time, in order of arrival. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    // The next one runs even when this one fails; the key is deleted when no work is left.
    const settled = turn.catch(() => {})
    last.set(key, settled)
    try {
      return await turn
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

/**
 * Like `createKeyedMutex`; while `longest` works of a key run or wait, `full` answers instead. It may throw.
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>, full: () => T) => Promise<T>

export function createKeyedQueue(longest: number): KeyedQueue {
  const lengths = new Map<string, number>()
  const inTurn = createKeyedMutex()
  return async (key, work, full) => {
    const length = lengths.get(key) ?? 0
    if (length >= longest) return full()
    lengths.set(key, length + 1)
    try {
      return await inTurn(key, work)
    } finally {
      const left = lengths.get(key)! - 1
      if (left === 0) lengths.delete(key)
      else lengths.set(key, left)
    }
  }
}
