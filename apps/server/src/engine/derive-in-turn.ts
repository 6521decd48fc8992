import { ProblemError } from '../http/problem.ts'
import { createGate, retryAfter } from './gate.ts'

/**
 * Argon2id takes a tenth of a second of a core, 64 MiB and one of the four threads that also read files and look up
 * names for everybody: two of this process go on at once, and few wait.
 */
const gate = createGate(2, 32)

/** So many of one person run or wait: by those of whom there are more, nobody else is kept waiting. */
const mostOfOne = 2
const present = new Map<string, number>()

/**
 * Runs one derivation of a password or passphrase when its turn comes. `whose`: the one who makes this work. An account
 * rather than an address of the network: an office that comes in at nine o'clock has one address.
 * @throws ProblemError unavailable, when too many wait already, or two of theirs
 */
export async function deriveInTurn<T>(whose: string, derive: () => Promise<T>): Promise<T> {
  const others = present.get(whose) ?? 0
  if (others >= mostOfOne) throw new ProblemError('unavailable', { retryAfter })
  present.set(whose, others + 1)
  try {
    const leave = await gate.enter()
    try {
      return await derive()
    } finally {
      leave()
    }
  } finally {
    const left = (present.get(whose) ?? 1) - 1
    if (left === 0) present.delete(whose)
    else present.set(whose, left)
  }
}
