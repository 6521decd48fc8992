import { PadesError } from '@foja/pades/errors'
import { Piscina } from 'piscina'
import type { EngineAnswer } from './engine-answer.ts'
import { createGate } from './gate.ts'

/** Threads that run the functions of `engine.worker.ts`, each by its name. */
export type EnginePool = {
  /**
   * Runs one task. Errors of the engine are `PadesError`; a task over its time or memory is what `overdue` says; when
   * too many wait already, `ProblemError` unavailable.
   */
  run: <T>(name: string, task: unknown, overdue?: (reason: 'time' | 'memory') => PadesError) => Promise<T>
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
/** Piscina's word for a task whose thread was ended because of another task. */
const isTermination = (error: unknown) => error instanceof Error && error.message === 'Terminating worker thread'

export function createEnginePool(options: PoolOptions): EnginePool {
  const { threads, tasksPerThread, timeoutMs, memoryMb, maxWaiting } = options
  // Waiting happens here and not in the pool, so that the time of a task is its own.
  const gate = createGate(threads * tasksPerThread, maxWaiting)
  const pool = new Piscina({
    filename: new URL('./engine.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: 60_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })

  /** A task that went down with a neighbour of its thread is tried once more: it has changed nothing outside. */
  async function attempt(name: string, task: unknown, signal: AbortSignal, tries: number): Promise<unknown> {
    try {
      return await pool.run(task, { name, signal })
    } catch (error) {
      const neighbour = tasksPerThread > 1 && !signal.aborted && (isTermination(error) || isOutOfMemory(error))
      if (!neighbour || tries <= 1) throw error
      return await attempt(name, task, signal, tries - 1)
    }
  }

  return {
    async run<T>(name: string, task: unknown, overdue: (reason: 'time' | 'memory') => PadesError = damaged) {
      const leave = await gate.enter()
      const signal = AbortSignal.timeout(timeoutMs)
      let answer: EngineAnswer<T>
      try {
        answer = (await attempt(name, task, signal, 2)) as EngineAnswer<T>
      } catch (error) {
        if (isOutOfMemory(error)) throw overdue('memory')
        if (signal.aborted) throw overdue('time')
        throw error
      } finally {
        leave()
      }
      if (!answer.ok) throw new PadesError(answer.error.code, answer.error.detail)
      return answer.value
    },
    close: async () => pool.close({ force: true }),
  }
}
