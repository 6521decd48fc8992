import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** What lets somebody in, and nothing of it stays. */
const noWayIn = {
  activo: false,
  password_hash: null,
  totp_secret: null,
  totp_next_secret: null,
  totp_next_at: null,
  totp_enabled_at: null,
  totp_last_step: null,
  oidc_subject: null,
}

/**
 * Takes away all that lets a person in, for good: no list has them any more, their address and their account at the
 * OpenID Connect provider are free, and the history goes on naming them.
 */
export async function closeAccount(trx: Transaction<Database>, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ ...noWayIn, removed_at: at })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('recovery_code').where('id_user', '=', id).execute()
}
