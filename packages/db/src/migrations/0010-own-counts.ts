import { type Kysely, sql } from 'kysely'

/**
 * A user's own objects are counted by company and user: a user who moves leaves case files and count behind, and finds
 * both on return.
 */
const counting = `
lock table solicitud_main, solicitud in share row exclusive mode;

create or replace function own_scope(company uuid, person uuid) returns uuid language sql immutable parallel safe
  return md5(company::text || person::text)::uuid;

create or replace function main_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally_change
      select kind, scope, bucket, 1 from (values
        ('mains', 0), ('updated', epoch_day(new.updated_at)), ('created', epoch_day(new.created_at))) k (kind, bucket)
        cross join unnest(array[everybody(), new.id_company]) scope
      union all values ('mains', own_scope(new.id_company, new.created_by), 0, 1::bigint);
    perform refresh_main(new.id_solicitud_main);
    return null;
  end if;
  if new.titulo <> old.titulo then perform refresh_main(new.id_solicitud_main); end if;
  if epoch_day(new.updated_at) <> epoch_day(old.updated_at) then
    insert into tally_change
      select 'updated', scope, bucket, n
      from (values (epoch_day(new.updated_at), 1), (epoch_day(old.updated_at), -1)) d (bucket, n)
      cross join unnest(array[everybody(), new.id_company]) scope;
  end if;
  if new.facets <> old.facets then
    insert into tally_change
      select facet, new.id_company, 0, 1 from unnest(new.facets) facet where facet <> all (old.facets)
      union all
      select facet, new.id_company, 0, -1 from unnest(old.facets) facet where facet <> all (new.facets);
  end if;
  if new.facets <> old.facets or new.updated_at <> old.updated_at then
    delete from main_facet where id_company = new.id_company and facet = any (old.facets)
      and updated_at = old.updated_at and id_solicitud_main = new.id_solicitud_main;
    insert into main_facet
      select new.id_company, facet, new.updated_at, new.id_solicitud_main from unnest(new.facets) facet;
  end if;
  return null;
end
$$;

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
create or replace procedure rebuild_standing() language plpgsql set work_mem = '128MB' as $$
begin
  alter table solicitud_main disable trigger main_changed;
  truncate tally, tally_change, main_facet;
  update solicitud_main m set facets = f.facets, palabras = f.palabras from main_facts f
    where f.id_solicitud_main = m.id_solicitud_main and (m.facets <> f.facets or m.palabras <> f.palabras);
  insert into main_facet
    select id_company, facet, updated_at, id_solicitud_main from solicitud_main cross join unnest(facets) facet;
  insert into tally
    select facet, id_company, 0, count(*) from main_facet group by facet, id_company;
  insert into tally
    select kind, scope, bucket, count(*) from (
      select id_company, epoch_day(updated_at) as updated, epoch_day(created_at) as created from solicitud_main) m
    cross join lateral (values ('mains', everybody(), 0), ('mains', id_company, 0),
      ('updated', everybody(), updated), ('updated', id_company, updated),
      ('created', everybody(), created), ('created', id_company, created)) k (kind, scope, bucket)
    group by kind, scope, bucket;
  insert into tally
    select t.kind, scope, t.bucket, sum(t.n) from solicitud s
    cross join lateral request_tallies(s) t
    cross join lateral unnest(array[everybody(), s.id_company]) scope
    group by t.kind, scope, t.bucket;
  alter table solicitud_main enable trigger main_changed;
end
$$;

create or replace procedure rebuild_own() language sql
  begin atomic
    insert into tally
      select 'mains', own_scope(id_company, created_by), 0, count(*) from solicitud_main
      group by id_company, created_by;
    insert into tally
      select s.status, own_scope(m.id_company, m.created_by), 0, count(*) from solicitud s
      join solicitud_main m using (id_solicitud_main)
      group by s.status, m.id_company, m.created_by;
  end;

create or replace procedure rebuild_lists() language plpgsql as $$
begin
  call rebuild_standing();
  call rebuild_own();
  call rebuild_acts();
end
$$`

/** Replaces the counts by user with counts by company and user. */
const repair = `
delete from tally where scope in (select id from app_user);

delete from tally_change where scope in (select id from app_user);

call rebuild_own()`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const script of [counting, rebuilding, repair]) {
    // A blank line separates the parts of a script.
    for (const part of script.split(/;\n\n/)) await sql.raw(part).execute(db)
  }
}
