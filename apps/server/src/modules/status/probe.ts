import type { Ctx } from '../../context.ts'
import type { Clock } from '../../deps.ts'
import { usualLimits } from '../../http/limits.ts'
import { ProblemError } from '../../http/problem.ts'

/** How long one check may take, in ms. */
export const patienceOf = ({ limits }: Pick<Ctx, 'limits'>): number => limits?.serviceMs ?? usualLimits.serviceMs

/** What a probe found. `late`: it took longer than it may, and goes on in the background. */
export type Found<T> = { kind: 'done'; value: T } | { kind: 'failed'; error: unknown } | { kind: 'late' }
export type Probed<T> = { found: Found<T>; at: Date; ms: number }

type Options = {
  /** The result is kept under this name and used again for five minutes, unless a user asks for a new check. */
  keep?: string
  /** Default: `patienceOf`. */
  limitMs?: number
}

/** Runs `work` within its time; a refusal to test so often (`paused`) is thrown. */
export type Probe = <T>(work: () => Promise<T>, options?: Options) => Promise<Probed<T>>

/** Authorities and mail servers are not asked each time that the page opens. */
const keptMs = 5 * 60_000

async function race<T>(work: () => Promise<T>, limitMs: number): Promise<Found<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found<T>>((resolve) => {
    timer = setTimeout(resolve, limitMs, { kind: 'late' })
  })
  const run = async (): Promise<Found<T>> => ({ kind: 'done', value: await work() })
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'paused') throw error
    return { kind: 'failed', error }
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the probes of this process; `fresh`: a user asked for a new check. */
export function createProbes(clock: Clock): (ctx: Pick<Ctx, 'log' | 'limits'>, fresh: boolean) => Probe {
  const kept = new Map<string, Probed<unknown>>()
  return (ctx, fresh) =>
    async <T>(work: () => Promise<T>, { keep, limitMs = patienceOf(ctx) }: Options = {}) => {
      const known = keep === undefined ? undefined : kept.get(keep)
      // Each name is that of one kind of work.
      if (!fresh && known !== undefined && clock().getTime() - known.at.getTime() < keptMs) return known as Probed<T>
      const began = performance.now()
      const found = await race(work, limitMs)
      const probed = { found, at: clock(), ms: Math.round(performance.now() - began) }
      if (found.kind === 'failed') ctx.log.warn({ err: found.error }, 'a service failed its check')
      if (keep !== undefined) kept.set(keep, probed)
      return probed
    }
}
