import { sql, type Kysely } from 'kysely'
import { DatabaseProblem } from './errors.ts'
import { hasPendingMigrations } from './migrate.ts'
import { listenerName } from './postgres-backend.ts'
import { hasUnsealedHistory } from './seal-history.ts'
import type { Database } from './schema.ts'

/**
 * True when an announced Foja runs on this PostgreSQL database. `pg_stat_activity` is read once per transaction: within
 * one, call this after taking the locks that make others wait. The embedded database refuses a second process, so there
 * it is always false.
 */
export async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${listenerName} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Guards operations that must not run beside a running Foja. @throws DatabaseProblem `database_in_use` */
export async function refuseInUse(db: Kysely<Database>): Promise<void> {
  if (await isInUse(db)) throw new DatabaseProblem('database_in_use', 'a Foja runs on this database')
}

/**
 * Guards the upgrade of the schema: a server of the earlier release does not know the new one, and would append events
 * to a history without seals, whose chains would then look forged. @throws DatabaseProblem `earlier_version_running`
 */
export async function refuseEarlierServers(db: Kysely<Database>): Promise<void> {
  // First: a server announces itself after its own migrations, so that two new ones may start together.
  if (!(await isInUse(db))) return
  if ((await hasPendingMigrations(db)) || (await hasUnsealedHistory(db))) {
    throw new DatabaseProblem('earlier_version_running', 'a Foja of an earlier release runs on this database')
  }
}
