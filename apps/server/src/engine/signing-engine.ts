import { PadesError } from '@foja/pades/errors'
import type { PreflightLine } from '@foja/pades/preflight'
import type { PdfSource } from '@foja/pdf/renderer'
import { ProblemError } from '../http/problem.ts'
import { createEnginePool } from './engine-pool.ts'
import type { EngineVerification, IssuersTask, VerifyTask } from './engine-protocol.ts'
import type {
  CompleteTask,
  ExtendTask,
  Inspection,
  PreflightTask,
  PreparedTail,
  PrepareTask,
  SignedTail,
  SignTask,
  TimestampFound,
  TimestampTask,
  UnlockedKey,
  UnlockTask,
} from './sign-protocol.ts'

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
  /** Prepares a file for a key that is elsewhere. */
  prepare: (task: PrepareTask) => Promise<PreparedTail>
  /** Completes what was prepared; `signature_mismatch` when the key's value does not fit. */
  complete: (task: CompleteTask) => Promise<{ tail: Uint8Array; fieldName: string }>
  /** Adds what proves the signatures of a file for years; an empty tail when nothing was missing. */
  extend: (task: ExtendTask) => Promise<{ tail: Uint8Array }>
  /** Asks for a timestamp of nothing in particular. */
  timestamp: (task: TimestampTask) => Promise<TimestampFound>
  /** What a file admits before it is signed; throws what signing it would throw. */
  inspect: (source: PdfSource) => Promise<Inspection>
  /** Whether a certificate may sign at a level, and who would object. */
  preflight: (task: PreflightTask) => Promise<PreflightLine[]>
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

const networkOverdue = (reason: 'time' | 'memory') =>
  reason === 'memory'
    ? new PadesError('pdf_damaged', { reason })
    : new PadesError('timestamp_failed', { reason: 'timeout', host: '' })

/**
 * Milliseconds for opening a key, which limits its work by itself: longer than its own guard (`P12Caps`), so that a busy
 * machine refuses no file.
 */
const unlockTimeoutMs = 150_000
const unlockOverdue = (reason: 'time' | 'memory') =>
  new PadesError(reason === 'memory' ? 'p12_too_large' : 'p12_too_slow', { reason })

export function createSigningEngine(options: EngineOptions = {}): SigningEngine {
  const { threads = 2, timeoutMs = 30_000, memoryMb = 768, maxWaiting = 200, privateHosts = [] } = options
  const common = { threads, memoryMb, maxWaiting }
  const local = createEnginePool({ ...common, tasksPerThread: 1, timeoutMs })
  // Apart from the rest: a slow authority holds up nobody who needs none.
  const network = createEnginePool({ ...common, tasksPerThread: networkTasksPerThread, timeoutMs: networkTimeoutMs })

  /** Offline first: a hostile file ends there, within its time, and one without signatures asks nobody. */
  async function verify(task: VerifyTask): Promise<EngineVerification> {
    const offline = await local.run<EngineVerification>('verifyTask', { ...task, online: false, privateHosts })
    if (!task.online || offline.signatures.length === 0) return offline
    try {
      return await network.run('verifyTask', { ...task, privateHosts })
    } catch (error) {
      // What the network does not answer is no reason to leave without a verdict.
      if (error instanceof PadesError || (error instanceof ProblemError && error.code === 'unavailable')) return offline
      throw error
    }
  }

  const inspect = (source: PdfSource) => local.run<Inspection>('inspectTask', { source })

  /** A task that asks the network shares its thread with others: what is wrong with its file shows before, apart. */
  async function throughNetwork<T>(name: string, task: { source: PdfSource }): Promise<T> {
    await inspect(task.source)
    return await network.run<T>(name, { ...task, privateHosts }, networkOverdue)
  }

  return {
    verify,
    inspect,
    issuers: (task) => local.run('issuersTask', task),
    unlock: (task) => local.run('unlockTask', task, unlockOverdue, unlockTimeoutMs),
    sign: (task) =>
      task.level === 'B-B' ? local.run('signTask', { ...task, privateHosts }) : throughNetwork('signTask', task),
    prepare: (task) => local.run('prepareTask', task),
    complete: (task) =>
      task.level === 'B-B'
        ? local.run('completeTask', { ...task, privateHosts })
        : throughNetwork('completeTask', task),
    // A certification that allows no more signatures still bears an archive timestamp: nothing to inspect.
    extend: (task) => network.run('extendTask', { ...task, privateHosts }, networkOverdue),
    preflight: (task) => network.run('preflightTask', { ...task, privateHosts }),
    timestamp: (task) => network.run('timestampTask', { ...task, privateHosts }, networkOverdue),
    close: async () => {
      await Promise.all([local.close(), network.close()])
    },
  }
}
