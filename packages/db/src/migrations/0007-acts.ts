import { type Kysely, sql } from 'kysely'

/**
 * The weekly figures count actions: a sending or conclusion stays counted when the request is returned later. The
 * triggers only add; a rebuild uses the rows, and the history where a return has cleared their times.
 */
const acts = `
create index event_step_idx on event (id_solicitud_main, at)
  where action in ('solicitud.sent', 'solicitud.concluded');

create view request_act as
  select id_solicitud_main, id_solicitud, 'agendadas'::text as kind, sent_at as at from solicitud
    where sent_at is not null
  union select id_solicitud_main, id_solicitud, 'concluidas'::text, concluded_at from solicitud
    where concluded_at is not null
  union select id_solicitud_main, (data ->> 'id_solicitud')::char(19),
    case action when 'solicitud.sent' then 'agendadas'::text else 'concluidas'::text end, at from event
    where action in ('solicitud.sent', 'solicitud.concluded');

create or replace function request_tallies(s solicitud) returns table (kind text, bucket integer, n bigint)
  language sql immutable
  begin atomic
    select s.status, 0, 1::bigint where s.status is not null
    union all select 'creadas', epoch_hour(s.created_at), 1 where s.created_at is not null;
  end;

create function act_tallies(act text, at timestamptz, created timestamptz)
  returns table (kind text, bucket integer, n bigint) language sql immutable
  begin atomic
    select act, epoch_hour(at), 1::bigint
    union all select 'segundos', epoch_hour(at), extract(epoch from at - created)::bigint where act = 'concluidas';
  end`

const triggers = `
create or replace function request_changed() returns trigger language plpgsql as $$
declare
  author uuid;
begin
  select created_by into author from solicitud_main where id_solicitud_main = new.id_solicitud_main;
  insert into tally_change
    select t.kind, scope, t.bucket, sum(t.n) from (
      select * from request_tallies(new) union all
      select kind, bucket, -n from request_tallies(old)) t
    cross join unnest(array[everybody(), new.id_company, author]) scope
    where scope <> author or t.kind in ('pendiente', 'agendado', 'concluido')
    group by t.kind, scope, t.bucket having sum(t.n) <> 0;
  insert into tally_change
    select t.kind, scope, t.bucket, t.n from (values
      ('agendadas', new.sent_at, old.sent_at), ('concluidas', new.concluded_at, old.concluded_at)) a (act, at, was)
    cross join lateral act_tallies(a.act, a.at, new.created_at) t
    cross join unnest(array[everybody(), new.id_company]) scope
    where a.at is not null and a.at is distinct from a.was;
  if tg_op = 'INSERT' then
    perform refresh_main(new.id_solicitud_main);
  elsif facets_of(new) <> facets_of(old) or new.titulo <> old.titulo or new.tipo is distinct from old.tipo
      or new.partes <> old.partes then
    perform refresh_main(new.id_solicitud_main);
  end if;
  return null;
end
$$`

const rebuilding = `
create procedure rebuild_acts() language sql
  begin atomic
    delete from tally where kind in ('agendadas', 'concluidas', 'segundos');
    delete from tally_change where kind in ('agendadas', 'concluidas', 'segundos');
    insert into tally
      select t.kind, scope, t.bucket, sum(t.n) from request_act a
      join solicitud s on s.id_solicitud = a.id_solicitud
      cross join lateral act_tallies(a.kind, a.at, s.created_at) t
      cross join unnest(array[everybody(), s.id_company]) scope
      group by t.kind, scope, t.bucket;
  end;

alter procedure rebuild_lists() rename to rebuild_standing;

create procedure rebuild_lists() language plpgsql as $$
begin
  call rebuild_standing();
  call rebuild_acts();
end
$$`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const script of [acts, triggers, rebuilding]) {
    // A blank line separates the parts of a script.
    for (const part of script.split(/;\n\n/)) await sql.raw(part).execute(db)
  }
  await sql`call rebuild_acts()`.execute(db)
}
