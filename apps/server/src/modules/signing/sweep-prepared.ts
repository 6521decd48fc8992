import type { AppDeps } from '../../deps.ts'
import { deleteExpired } from './prepared.queries.ts'

/** Deletes expired preparations with their repaired files. */
export async function sweepPrepared({ db, store, clock }: Pick<AppDeps, 'db' | 'store' | 'clock'>): Promise<void> {
  for (const key of await deleteExpired(db, clock())) await store.delete(key)
}
