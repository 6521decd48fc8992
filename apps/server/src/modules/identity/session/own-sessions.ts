import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { recordSession } from './session.events.ts'
import { endSessions, findRefreshToken, revokeSession } from './session.queries.ts'
import type { RefreshToken } from './refresh-token.ts'

/** Finds the open sessions of a user, `current` first, then by last use, which is that of their tokens. */
export async function findOwnSessions(db: Kysely<Database>, user: string, current: string, now: Date) {
  const rows = await db
    .selectFrom('session')
    .innerJoin('refresh_token', 'refresh_token.id_session', 'session.id')
    .where('session.id_user', '=', user)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .groupBy('session.id')
    .select((eb) => [
      'session.id',
      'session.user_agent',
      'session.ip',
      'session.by_passkey',
      'session.other_user_agent',
      'session.created_at',
      eb.fn.max('refresh_token.created_at').as('last_used_at'),
      eb.fn.max('refresh_token.expires_at').as('expires_at'),
    ])
    .execute()
  return rows
    .filter(({ id, expires_at }) => id === current || expires_at > now)
    .toSorted(
      (a, b) =>
        Number(b.id === current) - Number(a.id === current) || b.last_used_at.getTime() - a.last_used_at.getTime(),
    )
}

/** Ends one session of the caller. Throws `not_found` if it belongs to another user or has ended. */
export async function endOwnSession({ db, clock, actor, ip }: Ctx, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const at = clock()
    const { numUpdatedRows } = await trx
      .updateTable('session')
      .set({ revoked_at: at, revoked_reason: 'ended_by_person' })
      .where('id', '=', id)
      .where('id_user', '=', actor.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ProblemError('not_found')
    await recordSession(trx, 'session.ended', actor, { at, ip })
  })
}

/** Ends all sessions of the caller but the current one; returns how many. */
export async function endOtherSessions({ db, clock, actor, ip }: Ctx): Promise<number> {
  return await inTransaction(db, async (trx) => {
    const at = clock()
    const ended = await endSessions(trx, { user: actor.id, except: actor.session, reason: 'ended_by_person', at })
    if (ended > 0) await recordSession(trx, 'session.ended', actor, { at, ip })
    return ended
  })
}

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
