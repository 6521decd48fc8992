import { AsyncLocalStorage } from 'node:async_hooks'

/** What a call chain works for. `request`: id of the HTTP request that caused it; `job`: the job that it runs in. */
export type Cause = { request: string | null; job: { name: string; id: string } | null }

const scope = new AsyncLocalStorage<Cause>()

const none: Cause = { request: null, job: null }

/** Runs `work` as a part of a request: the jobs that it adds carry its id, and so do the jobs that those add. */
export function runForRequest<T>(request: string, work: () => T): T {
  return scope.run({ request, job: null }, work)
}

/** Runs `work` as a job. */
export function runForJob<T>(job: { name: string; id: string }, request: string | null, work: () => T): T {
  return scope.run({ request, job }, work)
}

export const currentCause = (): Cause => scope.getStore() ?? none
