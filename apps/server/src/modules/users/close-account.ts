import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { dropTotp } from '../identity/account/account.public.ts'

/** What lets somebody in, and nothing of it stays; the second factor goes with it. */
const noWayIn = {
  activo: false,
  password_hash: null,
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
  await dropTotp(trx, id)
}
