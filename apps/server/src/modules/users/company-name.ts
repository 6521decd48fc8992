import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** Returns name and state of a company; null if there is none. */
export async function companyOf(
  db: Kysely<Database>,
  id: string | null,
): Promise<{ nombre: string; activa: boolean } | null> {
  if (id === null) return null
  const select = db.selectFrom('company').select(['nombre', 'activa']).where('id', '=', id)
  return (await select.executeTakeFirst()) ?? null
}

/** Returns the name of a company; null if there is none. */
export const companyNameOf = async (db: Kysely<Database>, id: string | null): Promise<string | null> =>
  (await companyOf(db, id))?.nombre ?? null
