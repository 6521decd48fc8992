import { sql, type Kysely } from 'kysely'
import { listenerName } from './postgres-backend.ts'
import type { Database } from './schema.ts'

/**
 * Whether a Foja runs on this database of a PostgreSQL server: each waits there for notifications, on a connection of a
 * name of its own. The embedded database has one user at most, and is not opened for a second one.
 */
export async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${listenerName} limit 1
  `.execute(db)
  return rows.length > 0
}
