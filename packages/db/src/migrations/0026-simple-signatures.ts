import { type Kysely, sql } from 'kysely'

/**
 * Simple signatures: recipients who draw or type theirs, the office's certificate that seals it, and the digest by which
 * a verification recognises it.
 */
const statements = [
  `alter table recipient drop constraint recipient_rol_check`,
  `alter table recipient add constraint recipient_rol_check
     check (rol in ('firma', 'firma_simple', 'aprueba', 'copia', 'entrega'))`,
  `alter table recipient_version add column signature_id char(64), add column consent text`,
  `create index recipient_version_signature_idx on recipient_version (signature_id)
     where signature_id is not null`,
  `create index recipient_version_document_idx on recipient_version (id_documento) where signature_id is not null`,
  `create table office_seal (
     id_company uuid primary key references company on delete cascade,
     subject text not null,
     fingerprint char(64) not null,
     certificate bytea not null,
     chain jsonb not null,
     sealed_key bytea not null,
     created_by uuid references app_user on delete set null,
     created_at timestamptz(3) not null
   )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
