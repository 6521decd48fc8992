import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { ServerKeys } from '../../../keys.ts'
import { shareDigest, shareToken } from './insert-share.ts'

/**
 * Gives every link that is not revoked the token that `keys` derive: the address that was sent stops working, and who
 * made the link finds the new one where it was. Calls that made links are no longer known as repetitions, as what they
 * asked was kept under the old key. Tells how many links there are.
 */
export async function renewShares(trx: Transaction<Database>, keys: ServerKeys): Promise<number> {
  const rows = await trx.selectFrom('share').select('id').where('revoked_at', 'is', null).forUpdate().execute()
  for (const { id } of rows) {
    const token_sha256 = shareDigest(shareToken(keys, id))
    await trx.updateTable('share').set({ token_sha256 }).where('id', '=', id).execute()
  }
  await trx.updateTable('share').set({ key: null, request_sha256: null }).where('key', 'is not', null).execute()
  return rows.length
}
