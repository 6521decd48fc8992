import { sql, type Kysely } from 'kysely'
import { DatabaseProblem } from './errors.ts'
import { listenerName } from './postgres-backend.ts'
import type { Database } from './schema.ts'

/**
 * Whether a Foja that announced itself runs on this database of a PostgreSQL server. `pg_stat_activity` is read once a
 * transaction: within one, ask after taking the locks that keep others waiting. The embedded database has one user at
 * most, and is not opened for a second one.
 */
export async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${listenerName} limit 1
  `.execute(db)
  return rows.length > 0
}

/** For what must not happen while a Foja runs. @throws DatabaseProblem `database_in_use` */
export async function refuseInUse(db: Kysely<Database>): Promise<void> {
  if (await isInUse(db)) throw new DatabaseProblem('database_in_use', 'a Foja runs on this database')
}
