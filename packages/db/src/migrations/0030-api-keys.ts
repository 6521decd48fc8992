import { type Kysely, sql } from 'kysely'

/** API keys of users, and service accounts: users of a company who cannot sign in. */
const apiKeys = `
alter table app_user
  add column service boolean not null default false,
  add constraint app_user_service_check check (not service or (role <> 'admin' and id_company is not null
    and password_hash is null and oidc_subject is null and totp_secret is null and totp_next_secret is null));

create table api_key (
  id uuid primary key,
  id_user uuid not null references app_user on delete cascade,
  hash text not null constraint api_key_hash_key unique check (hash ~ '^[0-9a-f]{64}$'),
  prefix text not null,
  nombre text not null check (nombre <> ''),
  scopes text[] not null,
  networks text[] not null,
  created_by uuid references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

create index api_key_user_idx on api_key (id_user)`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of apiKeys.split(/;\n\n/)) await sql.raw(part).execute(db)
}
