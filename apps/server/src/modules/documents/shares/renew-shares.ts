import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { ServerKeys } from '../../../keys.ts'
import { shareDigest, shareToken } from './insert-share.ts'

/**
 * Gives every open link the token derived from `keys`: links sent before stop working, and their authors find the new
 * ones in the document. Forgets the idempotency keys, whose digests were made with the old key. Returns the number of
 * links.
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
