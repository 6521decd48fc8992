import { type Fetcher, hostOf, NetworkError } from './fetcher.ts'

export type FetchLimits = {
  /** Questions in all; the next ones fail as `too_large`. */
  maxQuestions: number
  /** Milliseconds after which nothing more is asked: the next questions fail as `timeout`. */
  deadlineMs: number
}

/** A fetcher for one piece of work, whose questions a stranger's certificates decide: it stops when they are enough. */
export function limitFetcher(fetcher: Fetcher, { maxQuestions, deadlineMs }: FetchLimits): Fetcher {
  const until = performance.now() + deadlineMs
  let asked = 0
  return async (request) => {
    if (++asked > maxQuestions) throw new NetworkError('too_large', hostOf(request.url))
    if (performance.now() > until) throw new NetworkError('timeout', hostOf(request.url))
    return await fetcher(request)
  }
}
