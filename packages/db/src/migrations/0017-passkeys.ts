import { type Kysely, sql } from 'kysely'

/** Passkeys of users, and companies that require one. */
const passkeys = `
create table passkey (
  id uuid primary key,
  id_user uuid not null references app_user on delete cascade,
  credential_id text not null constraint passkey_credential_key unique,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text not null,
  synced boolean not null,
  nombre text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  suspect_at timestamptz(3)
);

create index passkey_user_idx on passkey (id_user);

create table spent_challenge (
  challenge text primary key,
  expires_at timestamptz(3) not null
);

create index spent_challenge_expires_idx on spent_challenge (expires_at);

alter table session add column by_passkey boolean not null default false;

alter table company
  add column exige_passkey boolean not null default false,
  add constraint company_passkey_check check (exige_totp or not exige_passkey)`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of passkeys.split(/;\n\n/)) await sql.raw(part).execute(db)
}
