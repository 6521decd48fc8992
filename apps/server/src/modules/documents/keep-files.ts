import { sqlState } from '@foja/db/errors'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'

/**
 * Runs the transaction that names stored files. When it is refused they go at once. After any other failure the commit
 * may have gone through: the sweeper knows whether a row names them.
 */
export async function keepFiles<T>(
  store: Pick<AppDeps['store'], 'delete'>,
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Classes 22 and 23 of SQLSTATE refuse the data.
    if (/^2[23]/.test(sqlState(error) ?? '') || error instanceof ProblemError) await discardFiles(store, keys)
    throw error
  }
}

/** Deletes stored files that nothing names. */
export async function discardFiles(store: Pick<AppDeps['store'], 'delete'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) await store.delete(key)
}
