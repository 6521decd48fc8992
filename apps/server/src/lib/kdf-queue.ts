import { createSemaphore, type Semaphore } from './semaphore.ts'

/**
 * Argon2id takes a tenth of a second of a core, 64 MiB and one of the four threads that also read files and resolve
 * names. Two derivations of this process run at a time; a limited number waits.
 */
const gate = createSemaphore(2, 32)

/** Per-user limit in front of the global one, so that one user cannot starve the others. */
const createOwnGate = () => createSemaphore(2, 8)
const ownGates = new Map<string, { own: Semaphore; present: number }>()

/**
 * Runs one derivation of a password or passphrase when its turn comes. `whose`: the account that causes the work. Not
 * the network address: a whole office may share one.
 * @throws ProblemError unavailable, when the global or the user's queue is full
 */
export async function queueKdf<T>(whose: string, derive: () => Promise<T>): Promise<T> {
  const queue = ownGates.get(whose) ?? { own: createOwnGate(), present: 0 }
  ownGates.set(whose, queue)
  queue.present += 1
  try {
    return await withSlot(queue.own, async () => await withSlot(gate, derive))
  } finally {
    queue.present -= 1
    if (queue.present === 0) ownGates.delete(whose)
  }
}

async function withSlot<T>({ enter }: Semaphore, work: () => Promise<T>): Promise<T> {
  const leave = await enter()
  try {
    return await work()
  } finally {
    leave()
  }
}
