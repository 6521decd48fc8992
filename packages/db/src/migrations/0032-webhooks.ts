import { type Kysely, sql } from 'kysely'

/** Webhooks of companies, and what was sent to each. */
const webhooks = `
create table webhook (
  id uuid primary key,
  id_company uuid not null references company on delete cascade,
  url text not null check (url like 'https://%'),
  events text[] not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz(3),
  activo boolean not null default true,
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  created_by uuid references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  constraint webhook_disabled_check check (disabled_at is null or not activo)
);

create index webhook_company_idx on webhook (id_company);

create table webhook_delivery (
  no bigint generated always as identity primary key,
  id uuid not null default gen_random_uuid() constraint webhook_delivery_id_key unique,
  id_webhook uuid not null references webhook on delete cascade,
  object text not null,
  type text not null,
  body text not null,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz(3),
  lease_until timestamptz(3),
  code int,
  reason text,
  attempted_at timestamptz(3),
  created_at timestamptz(3) not null
);

create index webhook_delivery_list_idx on webhook_delivery (id_webhook, no desc);

create index webhook_delivery_queue_idx on webhook_delivery (id_webhook, object, no) where status = 'queued';

create index webhook_delivery_age_idx on webhook_delivery (created_at)`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of webhooks.split(/;\n\n/)) await sql.raw(part).execute(db)
}
