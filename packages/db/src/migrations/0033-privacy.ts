import { type Kysely, sql } from 'kysely'

/**
 * Erasure of personal data, rules for how long case files are kept, and holds on case files. An event still cannot be
 * removed or moved: an erasure changes the label of its actor, its data and its address only (see redact-events.ts).
 */
const statements = `
drop trigger event_append_only on event;

create trigger event_append_only before delete or truncate on event
  for each statement execute function event_is_append_only();

create trigger event_not_updated before update on event
  for each statement when (current_setting('foja.redacting', true) is distinct from 'on')
  execute function event_is_append_only();

create trigger event_only_redacted before update on event
  for each row when (to_jsonb(new) - array['actor_label', 'data', 'ip'] <> to_jsonb(old) - array['actor_label', 'data', 'ip'])
  execute function event_is_append_only();

create index event_actor_idx on event (actor) where actor is not null;

create table retention_rule (
  id_company uuid not null references company on delete cascade,
  tipo text not null,
  months integer not null check (months between 1 and 600),
  updated_by uuid not null references app_user on delete cascade,
  updated_at timestamptz(3) not null,
  primary key (id_company, tipo)
);

create table case_hold (
  id_solicitud_main char(19) primary key,
  id_company uuid not null references company on delete cascade,
  motivo text not null check (motivo <> ''),
  created_by uuid not null references app_user on delete cascade,
  created_at timestamptz(3) not null
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db)
}
