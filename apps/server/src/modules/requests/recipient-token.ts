import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { createHash, createHmac } from 'node:crypto'
import type { ServerKeys } from '../../keys.ts'

/**
 * The token of a recipient's link: 256 bits derived with the server's key, as those of share links
 * (docs/adr/0017-derived-share-tokens.md). `round` counts the recipient's links.
 */
export const recipientToken = (keys: ServerKeys, id: string, round: number): string =>
  createHmac('sha256', keys.derive('recipient links')).update(`${id} ${round}`).digest('base64url')

/** The digest by which a recipient is found by their token. */
export const recipientDigest = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The digest of a recipient's token. */
export const recipientTokenDigest = (keys: ServerKeys, id: string, round: number): string =>
  recipientDigest(recipientToken(keys, id, round))

/** Gives every recipient the token derived from `keys`; links sent before stop working. Returns their number. */
export async function renewRecipients(trx: Transaction<Database>, keys: ServerKeys): Promise<number> {
  const rows = await trx.selectFrom('recipient').select(['id', 'round']).forUpdate().execute()
  for (const { id, round } of rows) {
    const token_sha256 = recipientTokenDigest(keys, id, round)
    await trx.updateTable('recipient').set({ token_sha256 }).where('id', '=', id).execute()
  }
  return rows.length
}
