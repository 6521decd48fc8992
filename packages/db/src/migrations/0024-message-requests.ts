import { type Kysely, sql } from 'kysely'

/** A message records the request that caused it, as the log names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email add column request_id text check (length(request_id) <= 64)`.execute(db)
}
