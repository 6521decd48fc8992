import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { dropTotp } from '../identity/public.ts'

/** Columns of a closed account: no credentials; the second factor is removed with them. */
const noWayIn = {
  activo: false,
  password_hash: null,
  oidc_subject: null,
}

/**
 * Closes an account for good: the user disappears from lists, and their address and OpenID Connect account can be used
 * again. The history keeps their name.
 */
export async function closeAccount(trx: Transaction<Database>, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ ...noWayIn, removed_at: at })
    .where('id', '=', id)
    .execute()
  await dropTotp(trx, id)
}
