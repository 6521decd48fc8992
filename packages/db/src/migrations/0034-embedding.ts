import { type Kysely, sql } from 'kysely'

/** Sites that may show the pages of the recipients of a company in a frame. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company add column embed_origins text[] not null default '{}'`.execute(db)
}
