import { type Kysely, sql } from 'kysely'

/**
 * The recycle bin of case files. A deleted case file leaves `solicitud_main` and `solicitud`, so that no list, count or
 * job can show it; its rows wait here as JSON. After the purge the row stays without content: ids are never used again.
 */
const bin = `
create table deleted_case (
  id_solicitud_main char(19) primary key,
  ids char(19)[] not null,
  id_company uuid not null references company,
  created_by uuid not null references app_user,
  titulo text not null,
  documents integer not null,
  pending boolean not null,
  signed boolean not null,
  main jsonb,
  requests jsonb,
  motivo text,
  deleted_at timestamptz(3) not null,
  deleted_by uuid not null references app_user
);

create index deleted_case_ids_idx on deleted_case using gin (ids);

create index deleted_case_company_idx on deleted_case (id_company, deleted_at desc) where main is not null;

create index deleted_case_due_idx on deleted_case (deleted_at) where main is not null`

/** Documents, messages and notices keep the id of their request while it is in the recycle bin. */
const references = ['document', 'email', 'notification', 'template_batch'].map(
  (table) => `alter table ${table} drop constraint ${table}_id_solicitud_fkey`,
)

const counting = `
create function acts_of(s solicitud) returns table (act text, at timestamptz) language sql stable
  begin atomic
    select 'agendadas'::text, s.sent_at where s.sent_at is not null
    union select 'concluidas'::text, s.concluded_at where s.concluded_at is not null
    union select case e.action when 'solicitud.sent' then 'agendadas'::text else 'concluidas'::text end, e.at
      from event e
      where e.id_solicitud_main = s.id_solicitud_main and e.action in ('solicitud.sent', 'solicitud.concluded')
      and e.data ->> 'id_solicitud' = s.id_solicitud;
  end;

create or replace function request_changed() returns trigger language plpgsql as $$
declare
  own uuid;
begin
  select own_scope(id_company, created_by) into own from solicitud_main
    where id_solicitud_main = new.id_solicitud_main;
  insert into tally_change
    select t.kind, scope, t.bucket, sum(t.n) from (
      select * from request_tallies(new) union all
      select kind, bucket, -n from request_tallies(old)) t
    cross join unnest(array[everybody(), new.id_company, own]) scope
    where scope <> own or t.kind in ('pendiente', 'agendado', 'concluido')
    group by t.kind, scope, t.bucket having sum(t.n) <> 0;
  if tg_op = 'INSERT' then
    -- A restored request brings the actions of its history back.
    insert into tally_change
      select t.kind, scope, t.bucket, t.n from acts_of(new) a
      cross join lateral act_tallies(a.act, a.at, new.created_at) t
      cross join unnest(array[everybody(), new.id_company]) scope;
  else
    insert into tally_change
      select t.kind, scope, t.bucket, t.n from (values
        ('agendadas', new.sent_at, old.sent_at), ('concluidas', new.concluded_at, old.concluded_at)) a (act, at, was)
      cross join lateral act_tallies(a.act, a.at, new.created_at) t
      cross join unnest(array[everybody(), new.id_company]) scope
      where a.at is not null and a.at is distinct from a.was;
  end if;
  if tg_op = 'INSERT' then
    perform refresh_main(new.id_solicitud_main);
  elsif facets_of(new) <> facets_of(old) or new.titulo <> old.titulo or new.tipo is distinct from old.tipo
      or new.partes <> old.partes then
    perform refresh_main(new.id_solicitud_main);
  end if;
  return null;
end
$$;

create function request_removed() returns trigger language plpgsql as $$
declare
  own uuid;
begin
  select own_scope(id_company, created_by) into own from solicitud_main
    where id_solicitud_main = old.id_solicitud_main;
  insert into tally_change
    select t.kind, scope, t.bucket, -t.n from request_tallies(old) t
    cross join unnest(array[everybody(), old.id_company, own]) scope
    where scope <> own or t.kind in ('pendiente', 'agendado', 'concluido');
  insert into tally_change
    select t.kind, scope, t.bucket, -t.n from acts_of(old) a
    cross join lateral act_tallies(a.act, a.at, old.created_at) t
    cross join unnest(array[everybody(), old.id_company]) scope;
  perform refresh_main(old.id_solicitud_main);
  return null;
end
$$;

create trigger request_removed after delete on solicitud for each row execute function request_removed();

create function main_removed() returns trigger language plpgsql as $$
begin
  insert into tally_change
    select kind, scope, bucket, -1 from (values
      ('mains', 0), ('updated', epoch_day(old.updated_at)), ('created', epoch_day(old.created_at))) k (kind, bucket)
      cross join unnest(array[everybody(), old.id_company]) scope
    union all values ('mains', own_scope(old.id_company, old.created_by), 0, -1::bigint)
    union all select facet, old.id_company, 0, -1 from unnest(old.facets) facet;
  delete from main_facet where id_company = old.id_company and facet = any (old.facets)
    and updated_at = old.updated_at and id_solicitud_main = old.id_solicitud_main;
  return null;
end
$$;

create trigger main_removed after delete on solicitud_main for each row execute function main_removed()`

export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = [bin, ...references, counting].flatMap((script) => script.split(/;\n\n/))
  for (const part of parts) await sql.raw(part).execute(db)
}
