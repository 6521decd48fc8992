import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** Leaves a person without a second factor: neither the one that counts, nor one that was drawn, nor recovery codes. */
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
