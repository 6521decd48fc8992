import { type Kysely, sql } from 'kysely'

/** Batches of templates that ask for a signature of each document: the recipients of each row, and the terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table template_batch add column requests jsonb`).execute(db)
}
