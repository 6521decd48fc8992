import { sqlState } from '@foja/db/errors'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'

/**
 * Runs the transaction that references stored files and deletes them when the data is refused. After any other error
 * the commit may have succeeded: the sweep decides whether a row references them.
 */
export async function keepFiles<T>(
  store: Pick<AppDeps['store'], 'delete'>,
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // SQLSTATE classes 22 and 23 refuse the data.
    if (/^2[23]/.test(sqlState(error) ?? '') || error instanceof ProblemError) await discardFiles(store, keys)
    throw error
  }
}

/** Deletes stored files that no row references. */
export async function discardFiles(store: Pick<AppDeps['store'], 'delete'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) await store.delete(key)
}
