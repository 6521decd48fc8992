import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** How a company is called; null for none. */
export async function companyNameOf(db: Kysely<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const row = await db.selectFrom('company').select('nombre').where('id', '=', id).executeTakeFirst()
  return row?.nombre ?? null
}
