import { PadesError } from '@foja/pades/errors'
import { Piscina } from 'piscina'
import type { EngineAnswer } from './answer.ts'
import { createSemaphore, type Semaphore } from '../lib/semaphore.ts'

/** Threads that run the exported functions of `signing.worker.ts` by name. */
export type EnginePool = {
  /**
   * Runs one task. Rejects with `PadesError` for errors of the engine, with the result of `overdue` for a task over its
   * time or memory, and with `ProblemError` unavailable when the queue is full. `timeoutMs` overrides the pool's.
   */
  run: <T>(
    name: string,
    task: unknown,
    overdue?: (reason: 'time' | 'memory') => PadesError,
    timeoutMs?: number,
  ) => Promise<T>
  /** Running and waiting tasks. */
  load: Semaphore['load']
  close: () => Promise<void>
}

export type PoolOptions = {
  /** Maximum number of threads. None starts before the first task. */
  threads: number
  /** Tasks that share a thread: above 1 only for tasks that mostly wait for the network. */
  tasksPerThread: number
  /** Time limit of a task in milliseconds, from its start. */
  timeoutMs: number
  /** Memory limit of a thread in MB. */
  memoryMb: number
  /** Maximum number of waiting tasks. */
  maxWaiting: number
}

const damaged = (reason: 'time' | 'memory') => new PadesError('pdf_damaged', { reason })
const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** A task exceeded its time limit. */
class Overdue extends Error {}

function createThreads({ threads, tasksPerThread, timeoutMs, memoryMb }: PoolOptions): Piscina {
  return new Piscina({
    filename: new URL('./signing.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: 60_000,
    closeTimeout: timeoutMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
}

/** Runs a task that has its own thread: the thread ends with it when it is overdue. */
async function runAlone(pool: Piscina, name: string, task: unknown, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await pool.run(task, { name, signal })
  } catch (error) {
    throw signal.aborted && !isOutOfMemory(error) ? new Overdue() : error
  }
}

/** Runs a task that shares its thread. Without a signal: Piscina gives each task with a signal its own thread. */
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
  // Tasks wait here and not in the pool, so that a task's time starts when it runs.
  const gate = createSemaphore(threads * tasksPerThread, maxWaiting)
  const isShared = tasksPerThread > 1
  let pool = createThreads(options)
  const retiring = new Set<Piscina>()

  /** Sends new tasks to new threads. The old thread closes after the neighbours of the overdue task have finished. */
  function replace(old: Piscina): void {
    if (pool !== old) return
    pool = createThreads(options)
    retiring.add(old)
    // `close` rejects when it had to end tasks that outlived their time limit.
    const forget = () => void retiring.delete(old)
    old.close().then(forget, forget)
  }

  /** Retries once after running out of memory: a neighbour may have used it up, and the task has no side effects. */
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
    load: gate.load,
    close: async () => {
      await Promise.all([pool.close({ force: true }), ...[...retiring].map(async (old) => old.destroy())])
    },
  }
}
