import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { createRefreshToken, grace, lifetimes, rotateAfter, type RefreshToken } from './refresh-token.ts'
import { recordSession } from './session.events.ts'
import { findRefreshToken, revokeSession, type RefreshRow } from './session.queries.ts'

export type RefreshResult =
  | { outcome: 'none' }
  /** `next`: the token that the cookie must hold from now on, when it changed. */
  | { outcome: 'live'; session: RefreshRow; next: RefreshToken | undefined }

type Trx = Transaction<Database>

/**
 * Exchanges a token for a new one. `superseded` is a token that was made for the same exchange and never came back:
 * it is closed, so that whoever presents it later betrays a copy.
 */
async function exchange(trx: Trx, row: RefreshRow, now: Date, superseded: string | null): Promise<RefreshToken> {
  const next = createRefreshToken(row.persistent)
  const idleEnd = now.getTime() + lifetimes[row.persistent ? 'persistent' : 'browser'].idle
  const expires_at = new Date(Math.min(idleEnd, row.session_expires_at.getTime()))
  if (superseded !== null) {
    await trx.updateTable('refresh_token').set({ used_at: now }).where('hash', '=', superseded).execute()
  }
  await trx
    .insertInto('refresh_token')
    .values({ hash: next.hash, id_session: row.session, created_at: now, expires_at })
    .execute()
  await trx
    .updateTable('refresh_token')
    .set({ used_at: now, replaced_by: next.hash })
    .where('hash', '=', row.hash)
    .execute()
  return next
}

/** True when the token that replaced this one was never exchanged in turn: its answer may have been lost on the way. */
async function successorUnused(trx: Trx, row: RefreshRow): Promise<boolean> {
  if (row.replaced_by === null) return false
  const successor = await trx
    .selectFrom('refresh_token')
    .select('used_at')
    .where('hash', '=', row.replaced_by)
    .executeTakeFirst()
  return successor?.used_at === null
}

/**
 * What a refresh token is good for now.
 * - Current: it answers, and is exchanged when it is old enough or when `force` asks for it.
 * - Exchanged a moment ago: it answers and nothing changes (five tabs that open at once hold the same cookie).
 * - Exchanged long ago, and its successor was never seen: the answer that carried the successor got lost (a page that
 *   was left too early), so it is exchanged again and the lost one is closed.
 * - Exchanged long ago, and its successor lives: two parties hold this session's tokens; it ends for both (RFC 9700,
 *   4.14.2), and the history says so.
 */
export async function refreshSession(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  refresh: RefreshToken,
  options: { force: boolean; ip: string },
): Promise<RefreshResult> {
  const now = clock()
  return inTransaction(db, async (trx): Promise<RefreshResult> => {
    const row = await findRefreshToken(trx, refresh, now)
    if (row === undefined) return { outcome: 'none' }
    if (row.used_at === null) {
      const due = options.force || now.getTime() - row.created_at.getTime() >= rotateAfter
      return { outcome: 'live', session: row, next: due ? await exchange(trx, row, now, null) : undefined }
    }
    if (now.getTime() - row.used_at.getTime() <= grace && row.replaced_by !== null) {
      return { outcome: 'live', session: row, next: undefined }
    }
    if (await successorUnused(trx, row)) {
      return { outcome: 'live', session: row, next: await exchange(trx, row, now, row.replaced_by) }
    }
    await revokeSession(trx, row.session, 'reuse_detected', now)
    await recordSession(trx, 'session.reuse_detected', row.user, { at: now, ip: options.ip })
    return { outcome: 'none' }
  })
}
