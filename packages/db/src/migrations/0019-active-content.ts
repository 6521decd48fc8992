import { type Kysely, sql } from 'kysely'

/** Scripts, launch actions and attached programs of a version; null where it was not examined. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table document_version add column active_content jsonb`.execute(db)
}
