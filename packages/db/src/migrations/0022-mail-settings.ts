import { type Kysely, sql } from 'kysely'

/** The mail server of the installation: at most one row. */
const settings = `
create table mail_settings (
  only_row boolean primary key default true check (only_row),
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text,
  password bytea,
  from_name text not null,
  from_address text not null,
  updated_by uuid not null references app_user,
  updated_at timestamptz(3) not null,
  check ((username is null) = (password is null))
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(settings).execute(db)
}
