import { createGate } from './gate.ts'

/**
 * Argon2id takes a tenth of a second of a core, 64 MiB and one of the four threads that also read files and look up
 * names for everybody: two of this process go on at once, and few wait.
 */
const gate = createGate(2, 32)

/**
 * Runs one derivation of a password or passphrase when its turn comes.
 * @throws ProblemError unavailable, when too many wait already
 */
export async function deriveInTurn<T>(derive: () => Promise<T>): Promise<T> {
  const leave = await gate.enter()
  try {
    return await derive()
  } finally {
    leave()
  }
}
