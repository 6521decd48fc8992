import { type Kysely, sql } from 'kysely'

/** Indexes by expiry for the sweep; a deleted link is looked up among the messages that carried it. */
const upkeep = `
create index refresh_token_expiry_idx on refresh_token (expires_at);

create index one_time_link_expiry_idx on one_time_link (expires_at);

create index email_link_idx on email (id_link) where id_link is not null`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of upkeep.split(/;\n\n/)) await sql.raw(part).execute(db)
}
