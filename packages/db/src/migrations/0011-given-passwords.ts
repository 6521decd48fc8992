import { type Kysely, sql } from 'kysely'

/** A password that somebody else chose is known to be one: it goes no further than whoever chose it may reach. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column password_given boolean not null default false`.execute(db)
}
