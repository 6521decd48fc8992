import { type Kysely, sql } from 'kysely'

/** Changes without visible effect: validation data and archive timestamps. */
const origins = `
alter table document_version drop constraint document_version_origin_check;

alter table document_version add constraint document_version_origin_check
  check (origin in ('upload', 'sign', 'fill', 'extend'))`

/** Signing settings of a company; the row without a company is for users without one. */
const settings = `
create table signing_settings (
  id_company uuid references company,
  level text not null check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  hash text not null check (hash in ('sha256', 'sha384', 'sha512')),
  appearance text not null check (appearance in ('qr', 'text', 'image', 'margin', 'invisible')),
  repeat text not null check (repeat in ('once', 'every_page')),
  tsa_url text,
  tsa_username text,
  tsa_password bytea,
  tsa_policy text,
  updated_by uuid references app_user,
  updated_at timestamptz(3) not null default now(),
  constraint signing_settings_company_key unique nulls not distinct (id_company)
)`

/** Codes printed in stamps; each leads to its signed version. */
const codes = `
create table verification_code (
  code char(16) primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  id_documento uuid not null references document,
  version integer not null,
  created_at timestamptz(3) not null default now()
);

create index verification_code_document_idx on verification_code (id_documento, version)`

/** Signatures that wait for a key outside the server; at most minutes old. */
const preparations = `
create table prepared_signing (
  id uuid primary key,
  id_user uuid not null references app_user on delete cascade,
  id_documento uuid not null references document,
  version integer not null,
  base_sha256 text not null check (base_sha256 ~ '^[0-9a-f]{64}$'),
  request jsonb not null,
  prepared jsonb not null,
  tail bytea not null,
  signed_attributes bytea not null,
  certificate bytea not null,
  chain jsonb not null default '[]',
  code char(16),
  repaired_key text,
  signing_time timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index prepared_signing_expiry_idx on prepared_signing (expires_at)`

/** The result of a signing, for repeated calls with its idempotency key. */
const results = `
alter table signing
  add column level text not null default 'B-B',
  add column code char(16),
  add column repaired boolean not null default false`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [origins, settings, codes, preparations, results].flatMap((script) =>
    script.split(/;\n\n/),
  )) {
    await sql.raw(statement).execute(db)
  }
}
