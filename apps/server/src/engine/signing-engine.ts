import { PadesError } from '@foja/pades/errors'
import { Piscina } from 'piscina'
import { ProblemError } from '../http/problem.ts'
import type { EngineAnswer, EngineVerification, SignedTail, SignTask, VerifyTask } from './engine-protocol.ts'

/**
 * Signing and verifying away from the thread that serves requests, so that a hostile file costs its own task and no
 * more. Errors of the file or the key are `PadesError`; a task over its time or memory is `pdf_damaged`; when too many
 * wait already, `ProblemError` unavailable.
 */
export type SigningEngine = {
  verify: (task: VerifyTask) => Promise<EngineVerification>
  /** Signs with a stored key and answers what is to be appended to the file. */
  sign: (task: SignTask) => Promise<SignedTail>
  close: () => Promise<void>
}

export type EngineOptions = {
  /** Threads at most; default 2. None runs before the first task. */
  threads?: number
  /** Milliseconds for a task once its turn has come; default 30,000. */
  timeoutMs?: number
  /** Memory of a thread in MB; default 768, enough for files of 100 MB. */
  memoryMb?: number
  /** Tasks that may wait for a thread; default 200. */
  maxWaiting?: number
}

/** Lets `places` go on at a time; `enter` answers with what gives the place to the next. */
function createGate(places: number, maxWaiting: number): { enter: () => Promise<() => void> } {
  const waiting: (() => void)[] = []
  let free = places
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    async enter() {
      if (free > 0) free -= 1
      else if (waiting.length >= maxWaiting) throw new ProblemError('unavailable')
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      return leave
    },
  }
}

export function createSigningEngine(options: EngineOptions = {}): SigningEngine {
  const threads = options.threads ?? 2
  // Waiting happens here and not in the pool, so that the time of a task is its own.
  const gate = createGate(threads, options.maxWaiting ?? 200)
  const pool = new Piscina({
    filename: new URL('./engine.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 768 },
  })

  async function run<T>(name: string, task: unknown): Promise<T> {
    const leave = await gate.enter()
    const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000)
    let answer: EngineAnswer<T>
    try {
      answer = (await pool.run(task, { name, signal })) as EngineAnswer<T>
    } catch (error) {
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!signal.aborted && !outOfMemory) throw error
      throw new PadesError('pdf_damaged', { reason: outOfMemory ? 'memory' : 'time' })
    } finally {
      leave()
    }
    if (!answer.ok) throw new PadesError(answer.error.code, answer.error.detail)
    return answer.value
  }

  return {
    verify: (task) => run('verifyTask', task),
    sign: (task) => run('signTask', task),
    close: async () => pool.close({ force: true }),
  }
}
