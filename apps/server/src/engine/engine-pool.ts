import { PadesError } from '@foja/pades/errors'
import { Piscina } from 'piscina'
import type { EngineAnswer } from './engine-answer.ts'
import { createGate } from './gate.ts'

/** Threads that run the functions of `engine.worker.ts`, each by its name. */
export type EnginePool = {
  /**
   * Runs one task. Errors of the engine are `PadesError`; a task over its time or memory is what `overdue` says; when
   * too many wait already, `ProblemError` unavailable. `timeoutMs` takes the place of the pool's own.
   */
  run: <T>(
    name: string,
    task: unknown,
    overdue?: (reason: 'time' | 'memory') => PadesError,
    timeoutMs?: number,
  ) => Promise<T>
  close: () => Promise<void>
}

export type PoolOptions = {
  /** Threads at most. None runs before the first task. */
  threads: number
  /** Tasks that share a thread: above 1 only for those that mostly wait for the network. */
  tasksPerThread: number
  /** Milliseconds for a task once its turn has come. */
  timeoutMs: number
  /** Memory of a thread in MB. */
  memoryMb: number
  /** Tasks that may wait for a place. */
  maxWaiting: number
}

const damaged = (reason: 'time' | 'memory') => new PadesError('pdf_damaged', { reason })
const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** A task took longer than it may. */
class Overdue extends Error {}

function createThreads({ threads, tasksPerThread, timeoutMs, memoryMb }: PoolOptions): Piscina {
  return new Piscina({
    filename: new URL('./engine.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: 60_000,
    closeTimeout: timeoutMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
}

/** Runs a task that has its thread to itself: the thread ends with it when it is overdue. */
async function runAlone(pool: Piscina, name: string, task: unknown, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await pool.run(task, { name, signal })
  } catch (error) {
    throw signal.aborted && !isOutOfMemory(error) ? new Overdue() : error
  }
}

/** Runs a task that shares its thread: Piscina gives a thread of its own to whatever has a signal, so this has none. */
async function runShared(pool: Piscina, name: string, task: unknown, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Overdue()), timeoutMs)
  })
  try {
    return await Promise.race([pool.run(task, { name }), late])
  } finally {
    clearTimeout(timer)
  }
}

export function createEnginePool(options: PoolOptions): EnginePool {
  const { threads, tasksPerThread, maxWaiting } = options
  // Waiting happens here and not in the pool, so that the time of a task is its own.
  const gate = createGate(threads * tasksPerThread, maxWaiting)
  const isShared = tasksPerThread > 1
  let pool = createThreads(options)
  const retiring = new Set<Piscina>()

  /** New tasks go to new threads; the neighbours of the one that is overdue end in peace, then its thread goes too. */
  function replace(old: Piscina): void {
    if (pool !== old) return
    pool = createThreads(options)
    retiring.add(old)
    // Whatever is left when its own time is over is ended: that is what `close` rejects for.
    const gone = () => void retiring.delete(old)
    old.close().then(gone, gone)
  }

  /** A task that went down because a neighbour used up the memory is tried once more: it has changed nothing outside. */
  async function attempt(name: string, task: unknown, timeoutMs: number, tries: number): Promise<unknown> {
    const current = pool
    try {
      return await (isShared ? runShared : runAlone)(current, name, task, timeoutMs)
    } catch (error) {
      if (isShared && error instanceof Overdue) replace(current)
      if (!isShared || tries <= 1 || !isOutOfMemory(error)) throw error
      return await attempt(name, task, timeoutMs, tries - 1)
    }
  }

  return {
    async run<T>(
      name: string,
      task: unknown,
      overdue: (reason: 'time' | 'memory') => PadesError = damaged,
      timeoutMs = options.timeoutMs,
    ) {
      const leave = await gate.enter()
      let answer: EngineAnswer<T>
      try {
        answer = (await attempt(name, task, timeoutMs, 2)) as EngineAnswer<T>
      } catch (error) {
        if (isOutOfMemory(error)) throw overdue('memory')
        if (error instanceof Overdue) throw overdue('time')
        throw error
      } finally {
        leave()
      }
      if (!answer.ok) throw new PadesError(answer.error.code, answer.error.detail)
      return answer.value
    },
    close: async () => {
      await Promise.all([pool.close({ force: true }), ...[...retiring].map(async (old) => old.destroy())])
    },
  }
}
