import type { Problem } from './calls.ts'

/** A refused call. `message` is a sentence for people, in the client's language. */
export class FojaError extends Error {
  readonly status: number
  /** Null if the answer was no problem of Foja, for example that of a proxy. */
  readonly problem: Problem | null
  /** Seconds after which the same call may work, where the server says so. */
  readonly retryAfter: number | null

  constructor(status: number, problem: Problem | null, retryAfter: number | null = null) {
    super(problem === null ? `HTTP ${status}` : `${problem.title}. ${problem.detail}`)
    this.name = 'FojaError'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  /** The code of the problem, from the list in /api/docs; `unknown` without a problem. */
  get code(): string {
    return this.problem?.code ?? 'unknown'
  }

  /** Under which the server's log has the call; null without a problem. */
  get requestId(): string | null {
    return this.problem?.request_id ?? null
  }
}
