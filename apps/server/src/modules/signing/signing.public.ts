import type { AppDeps } from '../../deps.ts'
import { deleteExpired } from './prepared.queries.ts'

export { findWaiting } from './prepared.queries.ts'
export { resealTsaPasswords } from './tsa-password.ts'

/** Forgets prepared signatures that nobody completed in time, with the repaired files that waited for them. */
export async function sweepPrepared({ db, store, clock }: Pick<AppDeps, 'db' | 'store' | 'clock'>): Promise<void> {
  for (const key of await deleteExpired(db, clock())) await store.delete(key)
}
