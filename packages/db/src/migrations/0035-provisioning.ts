import { type Kysely, sql } from 'kysely'

/** People who are created at their first sign-in with the provider, and the sessions that it can end. */
const statements = `
create table provisioning (
  id_company uuid primary key references company on delete cascade,
  enabled boolean not null default false,
  default_role text not null default 'usuario' check (default_role in ('gestor', 'mediador', 'usuario')),
  group_roles jsonb not null default '[]',
  updated_by uuid references app_user on delete set null,
  updated_at timestamptz(3) not null
);

create table provisioning_domain (
  domain text primary key check (domain ~ '^[a-z0-9-]+(\\.[a-z0-9-]+)+$'),
  id_company uuid not null references company on delete cascade,
  created_by uuid references app_user on delete set null,
  created_at timestamptz(3) not null
);

create index provisioning_domain_company_idx on provisioning_domain (id_company);

alter table app_user add column provisioned boolean not null default false;

alter table session add column provider_subject text, add column provider_sid text,
  add constraint session_provider_check check (by_provider or (provider_subject is null and provider_sid is null));

create index session_provider_subject_idx on session (provider_subject) where provider_subject is not null;

create index session_provider_sid_idx on session (provider_sid) where provider_sid is not null`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db)
}
