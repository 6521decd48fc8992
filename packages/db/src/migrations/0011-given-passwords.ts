import { type Kysely, sql } from 'kysely'

/** Marks passwords set by another user, so that they never give more access than that user had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column password_given boolean not null default false`.execute(db)
}
