import type { PasskeyRow } from '@foja/contracts/passkeys'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** Finds the passkeys of a user, oldest first. */
export async function findPasskeys(db: Kysely<Database>, user: string) {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('id_user', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type StoredPasskey = Awaited<ReturnType<typeof findPasskeys>>[number]

/** Finds a passkey by its credential id, which is unique on this server. */
export async function findPasskey(db: Kysely<Database>, credential: string): Promise<StoredPasskey | undefined> {
  return await db.selectFrom('passkey').selectAll().where('credential_id', '=', credential).executeTakeFirst()
}

/** Wire shape of a passkey; without its key and its credential id. */
export const presentPasskey = (row: StoredPasskey): PasskeyRow => ({
  id: row.id,
  nombre: row.nombre,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  synced: row.synced,
  suspect: row.suspect_at !== null,
})
