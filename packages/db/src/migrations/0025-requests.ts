import { type Kysely, sql } from 'kysely'

/**
 * Requests to people without an account: for signatures, with their documents and what each recipient signed, and for
 * documents, with their requirements and the files that were delivered.
 */
const tables = `
create table request (
  id uuid primary key,
  kind text not null check (kind in ('firmas', 'documentos')),
  id_company uuid not null references company,
  id_solicitud_main char(19),
  id_solicitud char(19),
  titulo text not null,
  mensaje text,
  status text not null check (status in ('borrador', 'enviada', 'completada', 'rechazada', 'vencida', 'anulada')),
  allow_delegation boolean not null,
  remind_every_days integer check (remind_every_days between 1 and 30),
  expires_at timestamptz(3) not null,
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  motivo text,
  check ((status in ('borrador', 'enviada')) = (ended_at is null)),
  check (status in ('borrador', 'anulada') or sent_at is not null),
  check (kind = 'firmas' or id_solicitud is not null)
);

create index request_company_idx on request (id_company, created_at desc, id);

create index request_case_idx on request (id_solicitud_main) where id_solicitud_main is not null;

create index request_running_idx on request (expires_at) where status = 'enviada';

create table request_document (
  id_request uuid not null references request on delete cascade,
  id_documento uuid not null references document on delete cascade,
  position integer not null,
  primary key (id_request, id_documento)
);

create index request_document_idx on request_document (id_documento);

create table recipient (
  id uuid primary key,
  id_request uuid not null references request on delete cascade,
  position integer not null,
  nombre text not null,
  email text not null,
  telefono text,
  identificacion text,
  must_match boolean not null,
  rol text not null check (rol in ('firma', 'aprueba', 'copia', 'entrega')),
  turno integer check (turno between 1 and 20),
  status text not null check (status in
    ('en_espera', 'enviado', 'visto', 'firmado', 'aprobado', 'entregado', 'rechazado', 'vencido', 'anulado', 'delegado')),
  channel text not null check (channel in ('email', 'enlace')),
  round integer not null,
  token_sha256 char(64) not null unique,
  locale text not null,
  places jsonb not null,
  code boolean not null,
  code_round integer not null default 0,
  code_until timestamptz(3),
  code_tries integer not null default 0,
  code_at timestamptz(3),
  sent_at timestamptz(3),
  seen_at timestamptz(3),
  acted_at timestamptz(3),
  reminded_at timestamptz(3),
  motivo text,
  delegated_from uuid references recipient,
  check ((rol = 'copia') = (turno is null)),
  check (not must_match or identificacion is not null)
);

create index recipient_request_idx on recipient (id_request);

create table recipient_version (
  id_recipient uuid not null references recipient on delete cascade,
  id_documento uuid not null references document on delete cascade,
  version integer not null,
  at timestamptz(3) not null,
  primary key (id_recipient, id_documento)
);

create table requirement (
  id uuid primary key,
  id_recipient uuid not null references recipient on delete cascade,
  position integer not null,
  nombre text not null,
  ayuda text,
  obligatorio boolean not null,
  acepta jsonb not null,
  max_files integer not null check (max_files between 1 and 10),
  status text not null check (status in ('pendiente', 'recibido', 'aceptado', 'observado')),
  motivo text,
  reviewed_at timestamptz(3),
  check ((status = 'observado') = (motivo is not null)),
  check ((status in ('aceptado', 'observado')) <= (reviewed_at is not null))
);

create index requirement_recipient_idx on requirement (id_recipient);

create table delivered_file (
  id uuid primary key,
  id_requirement uuid not null references requirement on delete cascade,
  nombre text not null,
  mime text not null,
  blob_key text not null,
  size integer not null,
  sha256 char(64) not null,
  inspected jsonb not null,
  delivered_at timestamptz(3) not null,
  returned_at timestamptz(3),
  id_documento uuid references document on delete cascade
);

create index delivered_file_requirement_idx on delivered_file (id_requirement);

create index delivered_file_blob_idx on delivered_file (blob_key);

create index delivered_file_document_idx on delivered_file (id_documento) where id_documento is not null;

alter table document_version add column id_recipient uuid references recipient;

alter table prepared_signing alter column id_user drop not null;

alter table prepared_signing add column id_recipient uuid references recipient on delete cascade;

alter table prepared_signing add constraint prepared_signing_owner_check check (num_nonnulls(id_user, id_recipient) = 1);

alter table email add column id_recipient uuid references recipient;

alter table email drop constraint email_kind_check;

alter table email add constraint email_kind_check
  check (kind in ('document', 'notice', 'invitation', 'cancellation', 'reminder', 'account', 'request'))`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.split(/;\n\n/)) await sql.raw(statement).execute(db)
}
