import { type Kysely, sql } from 'kysely'

/** Convocations: requests whose recipients are the parties of a case, with what each of them answered. */
const statements = `
alter table request drop constraint request_kind_check;

alter table request add constraint request_kind_check check (kind in ('firmas', 'documentos', 'convocatoria'));

alter table request add column fecha timestamptz(3);

alter table request add constraint request_fecha_check check ((kind = 'convocatoria') = (fecha is not null));

alter table recipient drop constraint recipient_rol_check;

alter table recipient add constraint recipient_rol_check
  check (rol in ('firma', 'firma_simple', 'aprueba', 'copia', 'entrega', 'convocado'));

alter table recipient drop constraint recipient_status_check;

alter table recipient add constraint recipient_status_check check (status in ('en_espera', 'enviado', 'visto', 'firmado',
  'aprobado', 'entregado', 'respondido', 'rechazado', 'vencido', 'anulado', 'delegado'));

alter table recipient add constraint recipient_email_check check (email <> '' or rol = 'convocado');

alter table recipient add column answer text check (answer in ('confirma', 'otra_fecha', 'no_asiste'));

alter table recipient add column fecha_propuesta timestamptz(3);

alter table recipient add constraint recipient_answered_check check ((status = 'respondido') = (answer is not null))`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db)
}
