import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** How a company is called, and whether it is open; null for none. */
export async function companyOf(
  db: Kysely<Database>,
  id: string | null,
): Promise<{ nombre: string; activa: boolean } | null> {
  if (id === null) return null
  const select = db.selectFrom('company').select(['nombre', 'activa']).where('id', '=', id)
  return (await select.executeTakeFirst()) ?? null
}

/** How a company is called; null for none. */
export const companyNameOf = async (db: Kysely<Database>, id: string | null): Promise<string | null> =>
  (await companyOf(db, id))?.nombre ?? null
