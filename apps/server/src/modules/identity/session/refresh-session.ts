import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { browserFamilyOf, describeUserAgent } from '../account/describe-user-agent.ts'
import { notifyOtherBrowser } from '../account/security-notices.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { createRefreshToken, grace, lifetimes, rotateAfter, type RefreshToken } from './refresh-token.ts'
import { recordSession } from './session.events.ts'
import { findRefreshToken, revokeSession, type RefreshRow } from './session.queries.ts'
import type { Origin } from './start-session.ts'

export type RefreshResult =
  | { outcome: 'none' }
  /** `next`: the new value of the cookie, if it changed. */
  | { outcome: 'live'; session: RefreshRow; next: RefreshToken | undefined }

type Trx = Transaction<Database>

/**
 * Exchanges a token for a new one. `superseded` is a token of an earlier exchange whose answer was lost: it is closed,
 * so that its later use reveals a copy.
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

/** True if the successor of this token was never used: the answer that carried it may have been lost. */
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
 * Notifies the user, once per session, when another kind of browser uses its token, which suggests a copy. The session
 * goes on: some browsers change how they name themselves.
 */
async function reportOtherBrowser(
  trx: Trx,
  deps: MailDeps,
  { session, user, user_agent, other_user_agent }: RefreshRow,
  origin: Origin,
  at: Date,
): Promise<void> {
  if (other_user_agent !== null || browserFamilyOf(user_agent) === browserFamilyOf(origin.userAgent)) return
  const seen = origin.userAgent?.slice(0, 300) ?? ''
  await trx.updateTable('session').set({ other_user_agent: seen }).where('id', '=', session).execute()
  await notifyOtherBrowser(trx, deps, user.id, origin)
  const data = { browser: describeUserAgent(seen) ?? '' }
  await recordSession(trx, 'session.other_browser', user, { at, ip: origin.ip, data })
}

/**
 * Decides what a refresh token is still good for.
 * - Current: accepted, and exchanged when it is old enough or `force` is set.
 * - Exchanged a moment ago: accepted without a change (five tabs that open together send the same cookie).
 * - Exchanged long ago, successor unused: the answer with the successor was lost, for example because the page was
 *   left; the token is exchanged again and the lost successor closed.
 * - Exchanged long ago, successor used: two parties hold tokens of this session. It ends for both (RFC 9700, 4.14.2),
 *   and an event is recorded.
 */
export async function refreshSession(
  deps: MailDeps & Pick<AppDeps, 'db'>,
  refresh: RefreshToken,
  options: { force: boolean; origin: Origin },
): Promise<RefreshResult> {
  const now = deps.clock()
  const { origin } = options
  return inTransaction(deps.db, async (trx): Promise<RefreshResult> => {
    const row = await findRefreshToken(trx, refresh, now)
    if (row === undefined) return { outcome: 'none' }
    await reportOtherBrowser(trx, deps, row, origin, now)
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
    await recordSession(trx, 'session.reuse_detected', row.user, { at: now, ip: origin.ip })
    return { outcome: 'none' }
  })
}
