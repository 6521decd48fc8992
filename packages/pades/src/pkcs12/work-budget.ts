import { PadesError } from '../errors.ts'

/** Limits for opening a key file. A hostile file must cost no more than these, whatever it claims. */
export type P12Caps = {
  /** Size of the file in bytes; 262,144 when nothing is said (real files are 3 to 15 KB). */
  maxBytes: number
  /**
   * Rounds of key derivation: iterations times the blocks that a key is made of, over every attempt; 8,000,000 when
   * nothing is said. A file of 600,000 iterations takes 1,800,000 to 4,200,000. Work is counted and not timed, so that
   * a busy machine opens what an idle one opens.
   */
  maxIterations: number
  /**
   * Milliseconds after which the thread of `openP12InWorker` is ended; 120,000 when nothing is said. No limit on work:
   * the last guard against a thread that hangs.
   */
  maxMilliseconds: number
  /** Memory of the worker in MB; 64 when nothing is said, 32 at least. */
  maxMemory: number
}

const defaultCaps: P12Caps = {
  maxBytes: 262_144,
  maxIterations: 8_000_000,
  maxMilliseconds: 120_000,
  maxMemory: 64,
}

/** The usual caps with some of them changed; one that is named but undefined keeps its usual value. */
export function limitsOf(caps: Partial<P12Caps>): P12Caps {
  return {
    maxBytes: caps.maxBytes ?? defaultCaps.maxBytes,
    maxIterations: caps.maxIterations ?? defaultCaps.maxIterations,
    maxMilliseconds: caps.maxMilliseconds ?? defaultCaps.maxMilliseconds,
    maxMemory: caps.maxMemory ?? defaultCaps.maxMemory,
  }
}

/** Counts what opening one file has cost so far; every derivation asks it first. */
export class DerivationBudget {
  #rounds = 0
  readonly #maxIterations: number

  constructor({ maxIterations }: Pick<P12Caps, 'maxIterations'>) {
    this.#maxIterations = maxIterations
  }

  /** Announces a derivation of so many rounds. Throws 'p12_too_slow' when it would pass the cap. */
  spend(rounds: number): void {
    this.#rounds += rounds
    if (this.#rounds > this.#maxIterations)
      throw new PadesError('p12_too_slow', { iterations: this.#rounds, maxIterations: this.#maxIterations })
  }
}
