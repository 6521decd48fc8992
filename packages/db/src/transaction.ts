import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from './errors.ts'
import { currentTransaction, type TransactionScope } from './named-pool.ts'
import type { Database } from './schema.ts'

const maxTries = 3

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. Retried after a deadlock or
 * serialization failure, so `work` may only use `trx`: no network call, no file, and no query outside `trx` (refused
 * with `nested_query`).
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt >= maxTries || !isRetryable(error)) throw error
    }
  }
}

function once<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const scope: TransactionScope = { open: true }
    try {
      return await currentTransaction.run(scope, () => work(trx))
    } finally {
      scope.open = false
    }
  })
}
