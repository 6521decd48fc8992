import { type Fetcher, hostOf, NetworkError } from './fetcher.ts'

export type FetchLimits = {
  /** Maximum requests; later ones fail as `too_large`. */
  maxQuestions: number
  /** Milliseconds after which further requests fail as `timeout`. */
  deadlineMs: number
}

/** Limits the requests of one task, whose number untrusted certificates determine. */
export function limitFetcher(fetcher: Fetcher, { maxQuestions, deadlineMs }: FetchLimits): Fetcher {
  const until = performance.now() + deadlineMs
  let asked = 0
  return async (request) => {
    if (++asked > maxQuestions) throw new NetworkError('too_large', hostOf(request.url))
    if (performance.now() > until) throw new NetworkError('timeout', hostOf(request.url))
    return await fetcher(request)
  }
}
