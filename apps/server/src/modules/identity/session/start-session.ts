import { inTransaction } from '@foja/db/transaction'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import { createRefreshToken, lifetimes, type RefreshToken } from './refresh-token.ts'
import { recordSession } from './session.events.ts'

/** Where a request comes from, as shown in the history and the list of sessions. */
export type Origin = { ip: string; userAgent: string | null }

/** How a user authenticated. */
export type Factor = 'password' | 'totp' | 'recovery_code' | 'passkey' | 'provider'

type Opening = {
  /** The authenticated user. */
  user: { id: string; nombre: string; id_company: string | null }
  /** Stored hash of the password that was checked; null if none was. */
  checked: string | null
  /** «Stay signed in» on this computer. */
  persistent: boolean
  /** In the order of their use. */
  factors: readonly Factor[]
  /** The person and session at the provider that authenticated them. */
  provider?: { subject: string; sid: string | null }
}

/**
 * Opens a session with its first refresh token. Returns undefined if the user was deactivated or their password changed
 * during the sign-in, because ending their sessions then did not include this one.
 */
export async function startSession(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { user, checked, persistent, factors, provider }: Opening,
  origin: Origin,
): Promise<RefreshToken | undefined> {
  const now = clock()
  const refresh = createRefreshToken(persistent)
  const lifetime = lifetimes[persistent ? 'persistent' : 'browser']
  const session = randomUUID()
  return await inTransaction(db, async (trx) => {
    let person = trx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', user.id)
    if (checked !== null) person = person.where('password_hash', '=', checked)
    const { numUpdatedRows } = await person.where('activo', '=', true).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return undefined
    await trx
      .insertInto('session')
      .values({
        id: session,
        id_user: user.id,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
        ip: origin.ip,
        by_provider: factors.includes('provider'),
        provider_subject: provider?.subject ?? null,
        provider_sid: provider?.sid ?? null,
        by_passkey: factors.includes('passkey'),
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
    const data = { factors: factors.join(',') }
    await recordSession(trx, 'session.started', user, { at: now, ip: origin.ip, data })
    return refresh
  })
}
