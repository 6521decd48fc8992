import { PadesError } from '@foja/pades/errors'
import { ProblemError } from '../http/problem.ts'
import { createEnginePool } from './engine-pool.ts'
import type { EngineVerification, IssuersTask, VerifyTask } from './engine-protocol.ts'
import type { SignedTail, SignTask, UnlockedKey, UnlockTask } from './sign-protocol.ts'

/**
 * Signing and verifying away from the thread that serves requests, so that a hostile file costs its own task and no
 * more. Errors of the file or the key are `PadesError`; a task over its time or memory is `pdf_damaged`; when too many
 * wait already, `ProblemError` unavailable.
 */
export type SigningEngine = {
  verify: (task: VerifyTask) => Promise<EngineVerification>
  /** DER of the authorities that the intact signatures of a file carry. */
  issuers: (task: IssuersTask) => Promise<Uint8Array[]>
  /** Opens a key for one call. */
  unlock: (task: UnlockTask) => Promise<UnlockedKey>
  /** Signs with an unlocked key and answers what is to be appended to the file. */
  sign: (task: SignTask) => Promise<SignedTail>
  close: () => Promise<void>
}

export type EngineOptions = {
  /** Threads at most for what needs no network, and as many for what does; default 2. None runs before the first task. */
  threads?: number
  /** Milliseconds for a task without network once its turn has come; default 30,000. */
  timeoutMs?: number
  /** Memory of a thread in MB; default 768, enough for files of 100 MB. */
  memoryMb?: number
  /** Tasks that may wait for a thread; default 200. */
  maxWaiting?: number
  /** Hosts (`name` or `name:port`) that may be asked for timestamps and revocation although their addresses are private. */
  privateHosts?: readonly string[]
}

/** Tasks that share a thread while they wait for others' servers. */
const networkTasksPerThread = 8
/** Milliseconds for a task that asks the network: several authorities in turn, each with its own patience. */
const networkTimeoutMs = 180_000

export function createSigningEngine(options: EngineOptions = {}): SigningEngine {
  const { threads = 2, timeoutMs = 30_000, memoryMb = 768, maxWaiting = 200, privateHosts = [] } = options
  const common = { threads, memoryMb, maxWaiting }
  const local = createEnginePool({ ...common, tasksPerThread: 1, timeoutMs })
  // Apart from the rest: a slow authority holds up nobody who needs none.
  const network = createEnginePool({ ...common, tasksPerThread: networkTasksPerThread, timeoutMs: networkTimeoutMs })

  /** Offline first: a hostile file ends there, within its time, and what the file answers itself asks nobody. */
  async function verify(task: VerifyTask): Promise<EngineVerification> {
    const offline = await local.run<EngineVerification>('verifyTask', { ...task, online: false, privateHosts })
    if (!task.online || offline.signatures.every(({ revocation }) => revocation === 'good')) return offline
    try {
      return await network.run('verifyTask', { ...task, privateHosts })
    } catch (error) {
      // What the network does not answer is no reason to leave without a verdict.
      if (error instanceof PadesError || (error instanceof ProblemError && error.code === 'unavailable')) return offline
      throw error
    }
  }

  return {
    verify,
    issuers: (task) => local.run('issuersTask', task),
    unlock: (task) => local.run('unlockTask', task),
    sign: (task) => (task.level === 'B-B' ? local : network).run('signTask', { ...task, privateHosts }),
    close: async () => {
      await Promise.all([local.close(), network.close()])
    },
  }
}
