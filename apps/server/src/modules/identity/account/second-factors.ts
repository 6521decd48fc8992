import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** Removes the secrets of the app's codes, the active one and the pending one. */
async function clearTotp(trx: Transaction<Database>, user: string): Promise<void> {
  const nothing = { totp_secret: null, totp_next_secret: null, totp_next_at: null }
  await trx
    .updateTable('app_user')
    .set({ ...nothing, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', user)
    .execute()
}

/** Deletes the recovery codes of a user without a second factor, which nothing asks for any more. */
export async function dropIdleRecoveryCodes(trx: Transaction<Database>, user: string): Promise<void> {
  await trx
    .deleteFrom('recovery_code')
    .where('id_user', '=', user)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('passkey').select('id').where('passkey.id_user', '=', user))))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('app_user')
            .select('app_user.id')
            .where('app_user.id', '=', user)
            .where('totp_enabled_at', 'is not', null),
        ),
      ),
    )
    .execute()
}

/** Removes the app's codes of a user; the recovery codes stay while a passkey needs them. */
export async function dropTotp(trx: Transaction<Database>, user: string): Promise<void> {
  await clearTotp(trx, user)
  await dropIdleRecoveryCodes(trx, user)
}

/** Deletes the passkeys of a user; returns their names. */
export async function dropPasskeys(trx: Transaction<Database>, user: string): Promise<string[]> {
  const rows = await trx.deleteFrom('passkey').where('id_user', '=', user).returning('nombre').execute()
  await dropIdleRecoveryCodes(trx, user)
  return rows.map(({ nombre }) => nombre)
}

/**
 * Deletes the passkeys of a user whose password another user chose, and could have used to add one. Called before that
 * password is replaced. Returns their names.
 */
export async function dropPasskeysOfGivenPassword(trx: Transaction<Database>, user: string): Promise<string[]> {
  const person = trx.selectFrom('app_user').select('password_given').where('id', '=', user)
  const row = await person.forNoKeyUpdate().executeTakeFirstOrThrow()
  return row.password_given ? await dropPasskeys(trx, user) : []
}

/** Removes every second factor of a user: the app's codes, the passkeys and the recovery codes. */
export async function dropSecondFactors(trx: Transaction<Database>, user: string): Promise<void> {
  await clearTotp(trx, user)
  await dropPasskeys(trx, user)
}
