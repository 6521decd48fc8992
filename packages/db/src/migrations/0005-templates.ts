import { type Kysely, sql } from 'kysely'

/** A base PDF: stored once for all its versions. */
const bases = `
create table template_base (
  pdf_path text primary key,
  id_company uuid not null references company,
  blob_key text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  paginas integer not null check (paginas > 0),
  page_sizes jsonb not null,
  created_at timestamptz(3) not null default now()
);

create index template_base_blob_idx on template_base (blob_key);

create unique index template_base_company_key on template_base (id_company, sha256)`

/** A template and its saved versions. */
const templates = `
create table template (
  id uuid primary key,
  id_company uuid not null references company,
  name text not null,
  version integer not null default 1 check (version > 0),
  uses integer not null default 0,
  last_used_at timestamptz(3),
  archived_at timestamptz(3),
  created_by uuid not null references app_user,
  updated_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  key uuid,
  request_sha256 text check (request_sha256 ~ '^[0-9a-f]{64}$')
);

create index template_company_idx on template (id_company, updated_at desc);

create unique index template_key_key on template (created_by, key) where key is not null;

create table template_version (
  id_template uuid not null references template on delete cascade,
  version integer not null check (version > 0),
  name text not null,
  locale text not null,
  pdf_path text not null references template_base,
  fields jsonb not null,
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  primary key (id_template, version)
);

create index template_version_base_idx on template_version (pdf_path)`

/** Documents made from a template, and batches. */
const fills = `
alter table document_version
  add column id_template uuid references template,
  add column template_version integer;

create index document_version_template_idx on document_version (id_template) where id_template is not null;

create table template_batch (
  id uuid primary key,
  id_template uuid not null references template on delete cascade,
  template_version integer not null,
  id_company uuid not null references company,
  id_solicitud text references solicitud,
  name_field text,
  flatten boolean not null default false,
  rows jsonb not null,
  request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('running', 'done', 'cancelled')),
  total integer not null check (total > 0),
  done integer not null default 0,
  failed integer not null default 0,
  errors jsonb not null default '[]',
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index template_batch_created_idx on template_batch (created_at);

create table template_batch_file (
  id_batch uuid not null references template_batch on delete cascade,
  row integer not null check (row > 0),
  nombre text not null,
  blob_key text not null,
  size bigint not null check (size > 0),
  created_at timestamptz(3) not null default now(),
  primary key (id_batch, row)
);

create index template_batch_file_blob_idx on template_batch_file (blob_key)`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [bases, templates, fills].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
