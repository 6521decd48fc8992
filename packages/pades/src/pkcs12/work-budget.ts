import { PadesError } from '../errors.ts'

/** Limits for opening a key file, against hostile ones. */
export type P12Caps = {
  /** Size of the file in bytes; default 262,144 (real files have 3 to 15 KB). */
  maxBytes: number
  /**
   * Rounds of key derivation: iterations times key blocks, over every attempt; default 8,000,000. A file of 600,000
   * iterations takes 1,800,000 to 4,200,000. Work is counted instead of timed, so that a busy machine opens the same
   * files as an idle one.
   */
  maxIterations: number
  /**
   * Milliseconds after which the thread of `openP12InWorker` is ended; default 120,000. Only a last guard against a
   * hanging thread.
   */
  maxMilliseconds: number
  /** Memory of the worker in MB; default 64, at least 32. */
  maxMemory: number
}

const defaultCaps: P12Caps = {
  maxBytes: 262_144,
  maxIterations: 8_000_000,
  maxMilliseconds: 120_000,
  maxMemory: 64,
}

/** The default limits with changes; an undefined one keeps its default. */
export function limitsOf(caps: Partial<P12Caps>): P12Caps {
  return {
    maxBytes: caps.maxBytes ?? defaultCaps.maxBytes,
    maxIterations: caps.maxIterations ?? defaultCaps.maxIterations,
    maxMilliseconds: caps.maxMilliseconds ?? defaultCaps.maxMilliseconds,
    maxMemory: caps.maxMemory ?? defaultCaps.maxMemory,
  }
}

/** Counts the work of opening one file; every derivation announces itself. */
export class DerivationBudget {
  #rounds = 0
  readonly #maxIterations: number

  constructor({ maxIterations }: Pick<P12Caps, 'maxIterations'>) {
    this.#maxIterations = maxIterations
  }

  /** Announces a derivation of this many rounds. Throws 'p12_too_slow' beyond the limit. */
  spend(rounds: number): void {
    this.#rounds += rounds
    if (this.#rounds > this.#maxIterations)
      throw new PadesError('p12_too_slow', { iterations: this.#rounds, maxIterations: this.#maxIterations })
  }
}
