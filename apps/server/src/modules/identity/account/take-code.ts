import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import type { ServerKeys } from '../../../keys.ts'
import { hasRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Strips spaces and dashes from an authenticator code or a recovery code. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '')
export const isTotpCode = (plain: string): boolean => /^\d{6}$/.test(plain)

type FactorsOf = { totp_enabled_at: Date | null; exige_passkey: boolean | null; passkeys: number }

/** Codes of the app do not resist phishing: they are refused to users with a passkey if the company requires those. */
export const mayUseApp = ({ totp_enabled_at, exige_passkey, passkeys }: FactorsOf): boolean =>
  totp_enabled_at !== null && !(exige_passkey === true && passkeys > 0)

/** Kind of second factor that was used. */
export type TakenCode = 'totp' | 'recovery_code'

/** True if `takeCode` would accept the code now. Takes nothing and locks nothing. */
export async function codeFits(
  db: Kysely<Database>,
  keys: ServerKeys,
  user: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const plain = plainCode(code)
  if (!isTotpCode(plain)) return await hasRecoveryCode(db, keys, user, plain)
  const columns = ['totp_secret', 'totp_enabled_at', 'totp_last_step'] as const
  const row = await db.selectFrom('app_user').select(columns).where('id', '=', user).executeTakeFirst()
  return row !== undefined && nextStep(keys, user, row, plain, at) !== null
}

type TotpRow = { totp_secret: string | null; totp_enabled_at: Date | null; totp_last_step: number | null }

/** The time step of a code, if it is right and later than the last one. */
function nextStep(keys: ServerKeys, user: string, row: TotpRow, plain: string, at: Date): number | null {
  if (row.totp_secret === null || row.totp_enabled_at === null) return null
  const step = stepOfCode(keys, user, row.totp_secret, plain, at)
  return step === null || (row.totp_last_step !== null && step <= row.totp_last_step) ? null : step
}

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
    .select(['totp_secret', 'totp_enabled_at', 'totp_last_step'])
    .where('id', '=', user)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const plain = plainCode(code)
  if (!isTotpCode(plain)) return (await takeRecoveryCode(trx, keys, user, plain, at)) ? 'recovery_code' : null
  const step = nextStep(keys, user, row, plain, at)
  if (step === null) return null
  await trx.updateTable('app_user').set({ totp_last_step: step }).where('id', '=', user).execute()
  return 'totp'
}
