import { type Kysely, sql } from 'kysely'

/** Finds the last message to a recipient. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index email_recipient on email (id_recipient, created_at desc) where id_recipient is not null`)
    .execute(db)
}
