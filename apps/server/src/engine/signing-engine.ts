import { PadesError } from '@foja/pades/errors'
import { Piscina } from 'piscina'
import type { EngineAnswer, EngineVerification, SignedTail, SignTask, VerifyTask } from './engine-protocol.ts'

/**
 * Signing and verifying away from the thread that serves requests, so that a hostile file costs its own task and no
 * more. Errors of the file or the key are `PadesError`; a task over its time or memory is `pdf_damaged`.
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
  /** Milliseconds from submission to answer; default 30,000. */
  timeoutMs?: number
  /** Memory of a thread in MB; default 768, enough for files of 100 MB. */
  memoryMb?: number
}

export function createSigningEngine(options: EngineOptions = {}): SigningEngine {
  const pool = new Piscina({
    filename: new URL('./engine.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: options.threads ?? 2,
    maxQueue: 200,
    idleTimeout: 60_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 768 },
  })

  async function run<T>(name: string, task: unknown): Promise<T> {
    const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000)
    let answer: EngineAnswer<T>
    try {
      answer = (await pool.run(task, { name, signal })) as EngineAnswer<T>
    } catch (error) {
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!signal.aborted && !outOfMemory) throw error
      throw new PadesError('pdf_damaged', { reason: outOfMemory ? 'memory' : 'time' })
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
