import { PadesError } from '../errors.ts'

/** Limits for opening a key file. A hostile file must cost no more than these, whatever it claims. */
export type P12Caps = {
  /** Size of the file in bytes; 262,144 when nothing is said (real files are 3 to 15 KB). */
  maxBytes: number
  /** Iterations of key derivation in all, over every attempt; 4,000,000 when nothing is said. */
  maxIterations: number
  /** Milliseconds in all; 10,000 when nothing is said. */
  maxMilliseconds: number
  /** Memory of the worker in MB; 64 when nothing is said, 32 at least. */
  maxMemory: number
}

const defaultCaps: P12Caps = {
  maxBytes: 262_144,
  maxIterations: 4_000_000,
  maxMilliseconds: 10_000,
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
export class Effort {
  #iterations = 0
  readonly #deadline: number
  readonly #caps: P12Caps

  constructor(caps: P12Caps) {
    this.#caps = caps
    this.#deadline = performance.now() + caps.maxMilliseconds
  }

  /** Announces a derivation. Throws 'p12_too_slow' when it would pass the cap. */
  spend(iterations: number): void {
    this.#iterations += iterations
    if (this.#iterations > this.#caps.maxIterations)
      throw new PadesError('p12_too_slow', { iterations: this.#iterations, maxIterations: this.#caps.maxIterations })
    this.checkTime()
  }

  checkTime(): void {
    if (performance.now() > this.#deadline)
      throw new PadesError('p12_too_slow', { maxMilliseconds: this.#caps.maxMilliseconds })
  }
}
