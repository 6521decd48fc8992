import { AsyncLocalStorage } from 'node:async_hooks'

/** The company whose rows the current call chain may see; null or absent: every row. */
const scope = new AsyncLocalStorage<string | null>()

/**
 * Runs `work` with the rows of one company: on a database with row security, every query of its call chain sees only
 * these, whatever its conditions. Null: every row.
 */
export function runForCompany<T>(idCompany: string | null, work: () => T): T {
  return scope.run(idCompany, work)
}

/** Runs `work` with every row: for work that serves several companies and may begin within a request of one. */
export function runForAll<T>(work: () => T): T {
  return scope.run(null, work)
}

export function currentCompany(): string | null {
  return scope.getStore() ?? null
}
