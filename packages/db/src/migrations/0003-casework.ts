import { type Kysely, sql } from 'kysely'

/** Times of sending and concluding a request, and of its calendar messages. */
const cases = `
alter table solicitud
  add column sent_at timestamptz(3),
  add column concluded_at timestamptz(3),
  add column calendar_sequence integer not null default 0,
  add column reminded_for timestamptz(3);

create index solicitud_agenda_idx on solicitud (id_company, fecha_agendada) where fecha_agendada is not null;

create index solicitud_reminder_idx on solicitud (fecha_agendada) where status = 'agendado' and fecha_agendada is not null`

/** The recycle bin, and idempotent uploads. */
const documents = `
alter table document add column deleted_by uuid references app_user;

create index document_deleted_idx on document (deleted_at) where deleted_at is not null;

create index document_office_idx on document (id_company, created_at desc)
  where id_solicitud is null and deleted_at is null;

create index signing_document_idx on signing (id_documento);

create table upload (
  id_user uuid not null references app_user on delete cascade,
  key uuid not null,
  request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
  documents uuid[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (id_user, key)
)`

/** Idempotent share links, and their views. */
const shares = `
alter table share
  add column key uuid,
  add column request_sha256 text check (request_sha256 ~ '^[0-9a-f]{64}$');

create unique index share_key_key on share (created_by, id_documento, key) where key is not null;

create table share_view (
  id bigint generated always as identity primary key,
  id_share uuid not null references share on delete cascade,
  at timestamptz(3) not null,
  ip text
);

create index share_view_share_idx on share_view (id_share, id desc);

alter table user_shared add column created_by uuid references app_user`

/** The outbox: messages are rows before they are sent. */
const emails = `
create table email (
  id uuid primary key,
  id_company uuid references company,
  kind text not null check (kind in ('document', 'notice', 'invitation', 'cancellation', 'reminder')),
  status text not null check (status in ('queued', 'held', 'sent', 'failed', 'cancelled')),
  locale text not null,
  recipients jsonb not null,
  reply_to text,
  subject text not null,
  text text not null,
  html text not null,
  delivery text check (delivery in ('attachment', 'link')),
  id_documento uuid references document on delete set null,
  version integer,
  id_share uuid references share on delete set null,
  id_solicitud char(19) references solicitud,
  calendar text,
  calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  key text,
  request_sha256 text check (request_sha256 ~ '^[0-9a-f]{64}$'),
  attempts integer not null default 0,
  delivered jsonb not null default '[]',
  reason text,
  server_reply text,
  next_attempt_at timestamptz(3),
  lease_until timestamptz(3),
  sent_at timestamptz(3),
  created_by uuid references app_user,
  created_at timestamptz(3) not null default now()
);

create unique index email_key_key on email (key) where key is not null;

create index email_due_idx on email (next_attempt_at) where status = 'queued';

create index email_document_idx on email (id_documento, created_at desc) where id_documento is not null;

create index email_share_idx on email (id_share) where id_share is not null;

create index email_company_idx on email (id_company, created_at desc, id desc);

create index email_recent_idx on email (created_at desc, id desc);

create index email_author_idx on email (created_by, status);

create index email_waiting_idx on email (id_company, status) where status in ('queued', 'held', 'failed')`

const notifications = `
create table notification (
  id bigint generated always as identity primary key,
  id_user uuid not null references app_user on delete cascade,
  kind text not null,
  actor_label text,
  id_solicitud char(19) references solicitud,
  id_documento uuid references document on delete cascade,
  data jsonb not null default '{}',
  key text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);

create unique index notification_key_key on notification (id_user, key) where key is not null;

create index notification_document_idx on notification (id_documento) where id_documento is not null;

create index notification_user_idx on notification (id_user, id desc);

create index notification_unread_idx on notification (id_user) where read_at is null`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [cases, documents, shares, emails, notifications].flatMap((script) =>
    script.split(/;\n\n/),
  )) {
    await sql.raw(statement).execute(db)
  }
}
