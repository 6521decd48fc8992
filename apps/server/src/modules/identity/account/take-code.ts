import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { ServerKeys } from '../../../keys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Strips spaces and dashes from an authenticator code or a recovery code. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '')
export const isTotpCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/** Kind of second factor that was used. */
export type TakenCode = 'totp' | 'recovery_code'

/**
 * Takes a second-factor code of a user; returns its kind, or null if it is wrong. A used code and older ones are
 * refused (RFC 6238, 5.2), also in concurrent calls.
 */
export async function takeCode(
  trx: Transaction<Database>,
  keys: ServerKeys,
  user: string,
  code: string,
  at: Date,
): Promise<TakenCode | null> {
  const row = await trx
    .selectFrom('app_user')
    .select(['totp_secret', 'totp_last_step'])
    .where('id', '=', user)
    .where('totp_enabled_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined || row.totp_secret === null) return null
  const plain = plainCode(code)
  if (!isTotpCode(plain)) return (await takeRecoveryCode(trx, keys, user, plain, at)) ? 'recovery_code' : null
  const step = stepOfCode(keys, user, row.totp_secret, plain, at)
  if (step === null || (row.totp_last_step !== null && step <= row.totp_last_step)) return null
  await trx.updateTable('app_user').set({ totp_last_step: step }).where('id', '=', user).execute()
  return 'totp'
}
