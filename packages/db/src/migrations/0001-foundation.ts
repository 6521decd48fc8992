import { type Kysely, sql } from 'kysely'

/** The tables of the first release, in raw SQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [people, cases, documents, trail, signing, indexes]) {
    for (const part of statement.split(/;\n\n/)) await sql.raw(part).execute(db)
  }
}

const people = `
create table company (
  id uuid primary key,
  nombre text not null check (nombre <> ''),
  identificacion text,
  pais text check (pais ~ '^[A-Z]{2}$'),
  email text,
  telefono text,
  direccion text,
  activa boolean not null default true,
  created_at timestamptz(3) not null default now()
);

create table app_user (
  id uuid primary key,
  email text not null check (email <> ''),
  nombre text not null check (nombre <> ''),
  role text not null check (role in ('admin', 'gestor', 'mediador', 'usuario')),
  id_company uuid references company,
  cargo text,
  telefono text,
  activo boolean not null default true,
  password_hash text,
  locale text not null default 'es',
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint app_user_company_check check (role = 'admin' or id_company is not null)
);

create unique index app_user_email_key on app_user (lower(email));

create table session (
  id uuid primary key,
  id_user uuid not null references app_user on delete cascade,
  user_agent text,
  ip text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_reason text
);

create table refresh_token (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  id_session uuid not null references session on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  replaced_by text
);

create table throttle (
  key text primary key,
  count integer not null default 0,
  window_start timestamptz(3) not null default now(),
  until timestamptz(3)
);

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz(3) not null default now()
)`

const cases = `
create table solicitud_main (
  id_solicitud_main char(19) primary key check (id_solicitud_main ~ '^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$'),
  titulo text not null check (titulo <> ''),
  id_company uuid not null references company,
  created_by uuid not null references app_user,
  payload_sha256 text not null check (payload_sha256 ~ '^[0-9a-f]{64}$'),
  search text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table solicitud (
  id_solicitud char(19) primary key check (id_solicitud ~ '^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$'),
  id_solicitud_main char(19) not null references solicitud_main,
  id_company uuid not null references company,
  position integer not null,
  titulo text not null check (titulo <> ''),
  tipo text,
  notas text,
  status text not null default 'pendiente' check (status in ('pendiente', 'agendado', 'concluido')),
  fecha_agendada timestamptz(3),
  lugar text,
  partes jsonb not null default '[]' check (jsonb_typeof(partes) = 'array'),
  asignado_a uuid references app_user,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (id_solicitud_main, position)
)`

const documents = `
create table document (
  id_documento uuid primary key,
  id_solicitud char(19) references solicitud,
  id_company uuid references company,
  position integer not null default 0,
  nombre text not null,
  mime text not null,
  status_mediacion text not null default 'sin_iniciar' check (status_mediacion in
    ('sin_iniciar', 'en_proceso', 'acuerdo_total', 'acuerdo_parcial', 'sin_acuerdo', 'no_realizada')),
  version integer not null default 1,
  signature_count integer not null default 0,
  signature_verdict text,
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create table document_version (
  id uuid primary key,
  id_documento uuid not null references document,
  version integer not null check (version > 0),
  pdf_path text not null unique,
  blob_key text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  paginas integer,
  page_sizes jsonb,
  origin text not null check (origin in ('upload', 'sign', 'fill')),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  unique (id_documento, version)
);

create table share (
  id uuid primary key,
  id_documento uuid not null references document,
  token_sha256 text not null unique check (token_sha256 ~ '^[0-9a-f]{64}$'),
  created_by uuid not null references app_user,
  expires_at timestamptz(3),
  password_hash text,
  max_views integer check (max_views > 0),
  allow_download boolean not null default true,
  views integer not null default 0,
  last_view_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table user_shared (
  id_documento uuid not null references document,
  id_user uuid not null references app_user on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (id_documento, id_user)
)`

/** The history has no foreign keys: it outlives its objects. A trigger keeps it append-only. */
const trail = `
create table event_chain (
  chain text primary key,
  seq bigint not null,
  hash text not null
);

create table event (
  id bigint generated always as identity primary key,
  chain text not null,
  seq bigint not null,
  id_solicitud_main char(19),
  id_company uuid,
  id_documento uuid,
  actor uuid,
  actor_label text not null,
  action text not null,
  data jsonb not null default '{}',
  ip text,
  at timestamptz(3) not null,
  prev_hash text not null,
  hash text not null,
  unique (chain, seq)
);

create function event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'event is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger event_append_only before update or delete or truncate on event
  for each statement execute function event_is_append_only()`

const signing = `
create table signer (
  id_user uuid primary key references app_user on delete cascade,
  subject text not null,
  issuer text not null,
  serial text not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  key_type text not null,
  not_before timestamptz(3) not null,
  not_after timestamptz(3) not null,
  certificate bytea not null,
  chain jsonb not null default '[]',
  wrapped_key bytea not null,
  wrap_params jsonb not null,
  image bytea,
  image_mime text,
  created_at timestamptz(3) not null default now()
);

create table trust_anchor (
  id uuid primary key,
  id_company uuid references company,
  certificate bytea not null,
  subject text not null,
  issuer text not null,
  serial text not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  not_before timestamptz(3) not null,
  not_after timestamptz(3) not null,
  created_by uuid references app_user,
  created_at timestamptz(3) not null default now(),
  constraint trust_anchor_company_fingerprint_key unique nulls not distinct (id_company, fingerprint)
);

create table signing (
  id_user uuid not null references app_user,
  id_documento uuid not null references document,
  key text not null,
  base_sha256 text not null check (base_sha256 ~ '^[0-9a-f]{64}$'),
  request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
  result_version integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (id_user, id_documento, key)
)`

/** The list scans an index in its own order for each scope (all, a company, the user's own), with id as tie-break. */
const indexes = `
create index solicitud_main_updated_idx on solicitud_main (updated_at desc, id_solicitud_main desc);

create index solicitud_main_company_idx on solicitud_main (id_company, updated_at desc, id_solicitud_main desc);

create index solicitud_main_creator_idx on solicitud_main (created_by, updated_at desc, id_solicitud_main desc);

create index solicitud_main_search_idx on solicitud_main using gin (to_tsvector('simple', search));

create index solicitud_status_idx on solicitud (id_company, status, id_solicitud_main);

create index solicitud_assigned_idx on solicitud (asignado_a, status) where asignado_a is not null;

create index document_solicitud_idx on document (id_solicitud, position) where deleted_at is null;

create index document_loose_idx on document (created_by, created_at desc) where id_solicitud is null;

create index document_version_blob_idx on document_version (blob_key);

create index event_case_idx on event (id_solicitud_main, id) where id_solicitud_main is not null;

create index event_document_idx on event (id_documento, id) where id_documento is not null;

create index event_company_idx on event (id_company, id) where id_company is not null;

create index app_user_company_idx on app_user (id_company);

create index session_user_idx on session (id_user) where revoked_at is null;

create index refresh_token_session_idx on refresh_token (id_session);

create index share_document_idx on share (id_documento, created_at desc);

create index user_shared_user_idx on user_shared (id_user)`
