import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

export async function findSigner(db: Kysely<Database>, user: string) {
  return await db.selectFrom('signer').selectAll().where('id_user', '=', user).executeTakeFirst()
}
export type SignerRow = NonNullable<Awaited<ReturnType<typeof findSigner>>>
