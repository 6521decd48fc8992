import { type Kysely, sql } from 'kysely'

/** Fields of a template that recipients fill before anybody signs, and what their document is made from. */
const statements = [
  `alter table recipient add column fills text, add column filled_at timestamptz(3),
     add constraint recipient_filled_check check (filled_at is null or fills is not null)`,
  `create table request_filling (
     id_request uuid primary key references request on delete cascade,
     id_documento uuid not null references document on delete cascade,
     id_template uuid not null references template,
     template_version integer not null,
     flatten boolean not null,
     data jsonb not null
   )`,
  `create index request_filling_document_idx on request_filling (id_documento)`,
  `create index request_filling_template_idx on request_filling (id_template)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
