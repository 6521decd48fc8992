import { type Kysely, sql } from 'kysely'

/** An unconfirmed second factor is stored beside the active one, which stays valid until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
    add column totp_next_secret text,
    add column totp_next_at timestamptz,
    add constraint app_user_totp_next_check check ((totp_next_secret is null) = (totp_next_at is null))
  `.execute(db)
  await sql`
    update app_user set totp_next_secret = totp_secret, totp_next_at = now(), totp_secret = null
    where totp_enabled_at is null and totp_secret is not null
  `.execute(db)
}
