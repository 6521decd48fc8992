import { inTransaction } from '@foja/db/transaction'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Throttle, ThrottleRule } from '../../http/throttle.ts'
import { checkPassword } from './passwords.ts'
import { createRefreshToken, lifetimes, type RefreshToken } from './refresh-token.ts'
import { recordSession } from './session.events.ts'
import { findCredentials } from './session.queries.ts'

/** Ten tries in a quarter of an hour, by account and by address. */
export const signInRule: ThrottleRule = { tries: 10, seconds: 900 }

/** Where a request comes from, as the history and the list of sessions show it. */
export type Origin = { ip: string; userAgent: string | null }

export type Credentials = { email: string; password: string; persistent: boolean }

export type SignInResult =
  | { outcome: 'signed_in'; refresh: RefreshToken }
  | { outcome: 'wrong'; remaining: number }
  | { outcome: 'too_many'; retryAfter: number }

type Deps = Pick<AppDeps, 'db' | 'clock'> & { throttle: Throttle }

/**
 * Signs a person in. Unknown, deactivated and invited users answer as a wrong password does, in the same time, and are
 * throttled alike, so that nothing tells which accounts exist.
 */
export async function signIn(deps: Deps, credentials: Credentials, origin: Origin): Promise<SignInResult> {
  const { throttle } = deps
  const email = credentials.email.trim().toLowerCase()
  const byAddress = await throttle.hit('sign-in address', origin.ip, signInRule)
  // An address that is refused counts nothing against the account: nobody locks out somebody else by insisting.
  if (!byAddress.allowed) return { outcome: 'too_many', retryAfter: byAddress.retryAfter }
  const byAccount = await throttle.hit('sign-in account', email, signInRule)
  if (!byAccount.allowed) return { outcome: 'too_many', retryAfter: byAccount.retryAfter }
  const user = await findCredentials(deps.db, email)
  const matches = await checkPassword(user?.password_hash ?? null, credentials.password)
  if (user === undefined || !matches) {
    return { outcome: 'wrong', remaining: Math.min(byAddress.remaining, byAccount.remaining) }
  }
  await throttle.reset('sign-in account', email)
  await throttle.refund('sign-in address', origin.ip)
  return { outcome: 'signed_in', refresh: await startSession(deps, user, credentials.persistent, origin) }
}

/** Opens a session for a person whose credentials have been checked, with its first refresh token. */
async function startSession(
  { db, clock }: Deps,
  user: { id: string; nombre: string; id_company: string | null },
  persistent: boolean,
  origin: Origin,
): Promise<RefreshToken> {
  const now = clock()
  const refresh = createRefreshToken(persistent)
  const lifetime = lifetimes[persistent ? 'persistent' : 'browser']
  const session = randomUUID()
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('session')
      .values({
        id: session,
        id_user: user.id,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
        ip: origin.ip,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetime.total),
      })
      .execute()
    await trx
      .insertInto('refresh_token')
      .values({
        hash: refresh.hash,
        id_session: session,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetime.idle),
      })
      .execute()
    await trx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', user.id).execute()
    await recordSession(trx, 'session.started', user, { at: now, ip: origin.ip })
  })
  return refresh
}
