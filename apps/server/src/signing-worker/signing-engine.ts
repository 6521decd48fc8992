import { PadesError } from '@foja/pades/errors'
import type { PreflightLine } from '@foja/pades/preflight'
import type { ActiveContent } from '@foja/contracts/active-content'
import type { PdfSource } from '@foja/pdf/renderer'
import { ProblemError } from '../http/problem.ts'
import { createEnginePool } from './pool.ts'
import type { EngineVerification, IssuersTask, VerifyTask } from './protocol.ts'
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
 * Signs and verifies in worker threads, so that a hostile file costs only its own task. Errors of the file or the key
 * are `PadesError`; a task over its time or memory is `pdf_damaged`; a full queue is `ProblemError` unavailable.
 */
export type SigningEngine = {
  verify: (task: VerifyTask) => Promise<EngineVerification>
  /** DER of the issuers that a file carries for its intact signatures. */
  issuers: (task: IssuersTask) => Promise<Uint8Array[]>
  /** Opens a key for one call. */
  unlock: (task: UnlockTask) => Promise<UnlockedKey>
  /** Signs with an unlocked key and returns the bytes to append. */
  sign: (task: SignTask) => Promise<SignedTail>
  /** Prepares a file for a remote key. */
  prepare: (task: PrepareTask) => Promise<PreparedTail>
  /** Completes a prepared signature; `signature_mismatch` when the value of the key does not fit. */
  complete: (task: CompleteTask) => Promise<{ tail: Uint8Array; fieldName: string }>
  /** Adds long-term validation data; an empty tail when nothing was missing. */
  extend: (task: ExtendTask) => Promise<{ tail: Uint8Array }>
  /** Requests a timestamp of a digest or, to test the authority, of random bytes. */
  timestamp: (task: TimestampTask) => Promise<TimestampFound>
  /** Inspects a file before it is signed; throws the errors that signing it would throw. */
  inspect: (source: PdfSource) => Promise<Inspection>
  /** Finds scripts, launch actions and attached programs. Throws PadesError pdf_damaged when it takes too long. */
  activeContent: (source: PdfSource) => Promise<ActiveContent[]>
  /** Checks whether a certificate may sign at a level. */
  preflight: (task: PreflightTask) => Promise<PreflightLine[]>
  /** Running and waiting tasks, with and without network. */
  load: () => { running: number; waiting: number }
  close: () => Promise<void>
}

export type EngineOptions = {
  /** Maximum number of threads without network, and the same number with network; default 2. Started on demand. */
  threads?: number
  /** Time limit of a task without network in milliseconds, from its start; default 30,000. */
  timeoutMs?: number
  /** Memory of a thread in MB; default 768, enough for files of 100 MB. */
  memoryMb?: number
  /** Maximum number of waiting tasks; default 200. */
  maxWaiting?: number
  /** Hosts (`name` or `name:port`) that timestamp and revocation requests may reach at private addresses. */
  privateHosts?: readonly string[]
}

/** Tasks that share a thread while they wait for the network. */
const networkTasksPerThread = 8
/** Time limit in milliseconds of a task with network: several authorities in turn, each with its own timeout. */
const networkTimeoutMs = 180_000

const networkOverdue = (reason: 'time' | 'memory') =>
  reason === 'memory'
    ? new PadesError('pdf_damaged', { reason })
    : new PadesError('timestamp_failed', { reason: 'timeout', host: '' })

/**
 * Time limit in milliseconds for opening a key, above the limit of the parser itself (`P12Caps`), so that a busy
 * machine refuses no file.
 */
const unlockTimeoutMs = 150_000
const unlockOverdue = (reason: 'time' | 'memory') =>
  new PadesError(reason === 'memory' ? 'p12_too_large' : 'p12_too_slow', { reason })

export function createSigningEngine(options: EngineOptions = {}): SigningEngine {
  const { threads = 2, timeoutMs = 30_000, memoryMb = 768, maxWaiting = 200, privateHosts = [] } = options
  const common = { threads, memoryMb, maxWaiting }
  const local = createEnginePool({ ...common, tasksPerThread: 1, timeoutMs })
  // A separate pool, so that a slow authority does not delay tasks without network.
  const network = createEnginePool({ ...common, tasksPerThread: networkTasksPerThread, timeoutMs: networkTimeoutMs })

  /** Verifies offline first: a hostile file ends there within its time, and an unsigned file uses no network. */
  async function verify(task: VerifyTask): Promise<EngineVerification> {
    const offline = await local.run<EngineVerification>('verifyTask', { ...task, online: false, privateHosts })
    if (!task.online || offline.signatures.length === 0) return offline
    try {
      return await network.run('verifyTask', { ...task, privateHosts })
    } catch (error) {
      // Without an answer from the network, the offline verdict stands.
      if (error instanceof PadesError || (error instanceof ProblemError && error.code === 'unavailable')) return offline
      throw error
    }
  }

  const inspect = (source: PdfSource) => local.run<Inspection>('inspectTask', { source })

  /** Inspects the file first in the other pool, as network tasks share a thread that a bad file could end. */
  async function throughNetwork<T>(name: string, task: { source: PdfSource }): Promise<T> {
    await inspect(task.source)
    return await network.run<T>(name, { ...task, privateHosts }, networkOverdue)
  }

  return {
    verify,
    inspect,
    activeContent: (source) => local.run('activeContentTask', { source }),
    issuers: (task) => local.run('issuersTask', task),
    unlock: (task) => local.run('unlockTask', task, unlockOverdue, unlockTimeoutMs),
    sign: (task) =>
      task.level === 'B-B' ? local.run('signTask', { ...task, privateHosts }) : throughNetwork('signTask', task),
    prepare: (task) => local.run('prepareTask', task),
    complete: (task) =>
      task.level === 'B-B'
        ? local.run('completeTask', { ...task, privateHosts })
        : throughNetwork('completeTask', task),
    // No inspection: a certification that forbids further signatures still allows an archive timestamp.
    extend: (task) => network.run('extendTask', { ...task, privateHosts }, networkOverdue),
    preflight: (task) => network.run('preflightTask', { ...task, privateHosts }),
    timestamp: (task) => network.run('timestampTask', { ...task, privateHosts }, networkOverdue),
    load: () => {
      const [one, other] = [local.load(), network.load()]
      return { running: one.running + other.running, waiting: one.waiting + other.waiting }
    },
    close: async () => {
      await Promise.all([local.close(), network.close()])
    },
  }
}
