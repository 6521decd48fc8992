import { type Kysely, sql } from 'kysely'

/** Sessions record the first use of their token by another kind of browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column other_user_agent text`.execute(db)
}
