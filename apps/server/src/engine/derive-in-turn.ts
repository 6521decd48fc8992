import { createGate, type Gate } from './gate.ts'

/**
 * Argon2id takes a tenth of a second of a core, 64 MiB and one of the four threads that also read files and look up
 * names for everybody: two of this process go on at once, and few wait.
 */
const gate = createGate(2, 32)

/**
 * So many of one person run or wait for their turn among all, and so many more wait for that: by those of whom there are
 * more, nobody else is kept waiting.
 */
const createOwnGate = () => createGate(2, 8)
const ownGates = new Map<string, { own: Gate; present: number }>()

/**
 * Runs one derivation of a password or passphrase when its turn comes. `whose`: the one who makes this work. An account
 * rather than an address of the network: an office that comes in at nine o'clock has one address.
 * @throws ProblemError unavailable, when too many wait already, or ten of theirs
 */
export async function deriveInTurn<T>(whose: string, derive: () => Promise<T>): Promise<T> {
  const queue = ownGates.get(whose) ?? { own: createOwnGate(), present: 0 }
  ownGates.set(whose, queue)
  queue.present += 1
  try {
    return await behind(queue.own, async () => await behind(gate, derive))
  } finally {
    queue.present -= 1
    if (queue.present === 0) ownGates.delete(whose)
  }
}

async function behind<T>({ enter }: Gate, work: () => Promise<T>): Promise<T> {
  const leave = await enter()
  try {
    return await work()
  } finally {
    leave()
  }
}
