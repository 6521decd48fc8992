import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** Removes the second factor of a user: the active secret, the pending one and the recovery codes. */
export async function dropTotp(trx: Transaction<Database>, user: string): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      totp_secret: null,
      totp_next_secret: null,
      totp_next_at: null,
      totp_enabled_at: null,
      totp_last_step: null,
    })
    .where('id', '=', user)
    .execute()
  await trx.deleteFrom('recovery_code').where('id_user', '=', user).execute()
}
