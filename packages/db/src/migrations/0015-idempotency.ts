import { type Kysely, sql } from 'kysely'

/** One store of idempotency keys, in place of columns and tables of five kinds of calls. */
const store = `
create table idempotency_key (
  id_user uuid not null references app_user on delete cascade,
  scope text not null,
  key text not null,
  request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
  result jsonb,
  created_at timestamptz(3) not null,
  primary key (id_user, scope, key)
);

create index idempotency_key_created_idx on idempotency_key (created_at)`

const moved = `
insert into idempotency_key
  select id_user, 'documents', key::text, request_sha256, to_jsonb(documents), created_at from upload;

insert into idempotency_key
  select created_by, 'share', id_documento || ':' || key, request_sha256, to_jsonb(id), created_at
  from share where key is not null;

insert into idempotency_key
  select created_by, 'template', key::text, request_sha256, to_jsonb(id), created_at
  from template where key is not null;

insert into idempotency_key
  select created_by, 'email', split_part(key, ':', 3), request_sha256, to_jsonb(id), created_at
  from email where key like 'document:%' and request_sha256 is not null and created_by is not null;

insert into idempotency_key
  select id_user, 'signing', case when key like 'prepared:%' then key else id_documento || ':' || key end,
    request_sha256, jsonb_build_object('id_documento', id_documento, 'version', result_version, 'level', level,
      'code', code, 'repaired', repaired), created_at
  from signing where request_sha256 !~ '^0+$'`

const removed = `
drop table upload;

drop table signing;

alter table share drop column key, drop column request_sha256;

alter table template drop column key, drop column request_sha256;

update email set key = null where key like 'document:%';

alter table email drop column request_sha256`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [store, moved, removed].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
