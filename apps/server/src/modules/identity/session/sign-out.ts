import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import type { RefreshToken } from './refresh-token.ts'
import { recordSession } from './session.events.ts'
import { findRefreshToken, revokeSession } from './session.queries.ts'

/** Ends the session of a refresh token for every tab; repeating it changes nothing. */
export async function signOut(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  refresh: RefreshToken,
  ip: string,
): Promise<void> {
  const now = clock()
  await inTransaction(db, async (trx) => {
    const row = await findRefreshToken(trx, refresh, now)
    if (row === undefined) return
    await revokeSession(trx, row.session, 'signed_out', now)
    await recordSession(trx, 'session.ended', row.user, { at: now, ip })
  })
}
