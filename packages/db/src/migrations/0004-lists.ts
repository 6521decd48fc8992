import { type Kysely, sql } from 'kysely'

/**
 * Lists and figures that cost the same with a million case files as with ten thousand (docs/adr/0019). Triggers
 * maintain their data, so that no writer can forget it:
 * - `tally`: counters; writers only append to `tally_change`, which `fold_tallies` sums up;
 * - `main_facet`: every case file under each filter value of the lists, in list order;
 * - `solicitud_main.palabras`: the searchable words of a case file.
 */

const columns = `
drop index solicitud_main_search_idx;

alter table solicitud_main drop column search;

create function title_order(titulo text) returns text language sql immutable parallel safe
  return left(replace(translate(lower(titulo),
    'áàäâãéèëêíìïîóòöôõúùüûçÁÀÄÂÃÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÇÑ',
    'aaaaaeeeeiiiiooooouuuucaaaaaeeeeiiiiooooouuuucñ'), 'ñ', 'n~'), 100);

alter table solicitud_main
  add column palabras tsvector not null default '',
  add column facets text[] not null default '{}',
  add column orden text collate "C" not null generated always as (title_order(titulo)) stored`

const tallies = `
create table tally (
  kind text not null,
  scope uuid not null,
  bucket integer not null,
  n bigint not null,
  primary key (kind, scope, bucket)
);

create table tally_change (
  kind text not null,
  scope uuid not null,
  bucket integer not null,
  n bigint not null
);

create table main_facet (
  id_company uuid not null,
  facet text not null,
  updated_at timestamptz(3) not null,
  id_solicitud_main char(19) not null
);

create function epoch_day(at timestamptz) returns integer language sql immutable parallel safe
  return floor(extract(epoch from at) / 86400)::integer;

create function epoch_hour(at timestamptz) returns integer language sql immutable parallel safe
  return floor(extract(epoch from at) / 3600)::integer;

create function everybody() returns uuid language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The filter values and search words of a case file. `s:` status, `a:` assignee (empty: unassigned and not concluded),
 * `d:` whether an `agendado` request has a date, `m:` mediation, `c:` month of creation. A part of an id is a word with
 * `#`.
 */
const facts = `
create function fold_search(texts text) returns text language sql stable parallel safe
  return trim(regexp_replace(
    regexp_replace(lower(normalize(coalesce(texts, ''), nfd)), '[\\u0300-\\u036f]+', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g'));

create function facets_of(s solicitud) returns text language sql immutable parallel safe
  return concat_ws(' ', 's:' || s.status,
    case when s.asignado_a is not null then 'a:' || s.asignado_a when s.status <> 'concluido' then 'a:' end,
    case when s.status = 'agendado' then case when s.fecha_agendada is null then 'd:no' else 'd:yes' end end);

create view main_facts as
  select m.id_solicitud_main,
    array(select distinct facet from unnest(string_to_array(
      concat_ws(' ', 'c:' || to_char(m.created_at at time zone 'UTC', 'YYYY-MM'), s.facets, d.facets), ' ')) facet
      order by facet) as facets,
    array_to_tsvector(
      string_to_array(fold_search(concat_ws(' ', m.titulo, author.nombre, s.texts, d.nombres)), ' ')
      || array(select '#' || part from unnest(string_to_array(
        lower(concat_ws('-', m.id_solicitud_main, s.ids)), '-')) part)) as palabras
  from solicitud_main m
  join app_user author on author.id = m.created_by
  left join (
    select s.id_solicitud_main, string_agg(facets_of(s), ' ') as facets, string_agg(s.id_solicitud, '-') as ids,
      string_agg(concat_ws(' ', s.titulo, s.tipo, u.nombre,
        (select string_agg(concat_ws(' ', party ->> 'nombre', party ->> 'identificacion'), ' ')
          from jsonb_array_elements(s.partes) party)), ' ') as texts
    from solicitud s left join app_user u on u.id = s.asignado_a
    group by s.id_solicitud_main) s on s.id_solicitud_main = m.id_solicitud_main
  left join (
    select s.id_solicitud_main, string_agg('m:' || d.status_mediacion, ' ') as facets,
      string_agg(d.nombre, ' ') as nombres
    from solicitud s join document d on d.id_solicitud = s.id_solicitud and d.deleted_at is null
    group by s.id_solicitud_main) d on d.id_solicitud_main = m.id_solicitud_main;

create function refresh_main(id char) returns void language plpgsql as $$
begin
  -- Concurrent changes of two requests of one case file run one after the other, and the second sees the first.
  perform from solicitud_main where id_solicitud_main = id for no key update;
  update solicitud_main m set facets = f.facets, palabras = f.palabras from main_facts f
    where m.id_solicitud_main = id and f.id_solicitud_main = id
    and (m.facets <> f.facets or m.palabras <> f.palabras);
end
$$`

const triggers = `
create function main_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally_change
      select kind, scope, bucket, 1 from (values
        ('mains', 0), ('updated', epoch_day(new.updated_at)), ('created', epoch_day(new.created_at))) k (kind, bucket)
        cross join unnest(array[everybody(), new.id_company]) scope
      union all values ('mains', new.created_by, 0, 1::bigint);
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

create trigger main_changed after insert or update of titulo, updated_at, facets on solicitud_main
  for each row execute function main_changed();

create function request_tallies(s solicitud) returns table (kind text, bucket integer, n bigint)
  language sql immutable
  begin atomic
    select s.status, 0, 1::bigint where s.status is not null
    union all select 'creadas', epoch_hour(s.created_at), 1 where s.created_at is not null
    union all select 'agendadas', epoch_hour(s.sent_at), 1 where s.sent_at is not null
    union all select 'concluidas', epoch_hour(s.concluded_at), 1 where s.concluded_at is not null
    union all select 'segundos', epoch_hour(s.concluded_at), extract(epoch from s.concluded_at - s.created_at)::bigint
      where s.concluded_at is not null;
  end;

create function request_changed() returns trigger language plpgsql as $$
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
  if tg_op = 'INSERT' then
    perform refresh_main(new.id_solicitud_main);
  elsif facets_of(new) <> facets_of(old) or new.titulo <> old.titulo or new.tipo is distinct from old.tipo
      or new.partes <> old.partes then
    perform refresh_main(new.id_solicitud_main);
  end if;
  return null;
end
$$;

create trigger request_changed after insert or update on solicitud
  for each row execute function request_changed();

create function document_changed() returns trigger language plpgsql as $$
begin
  perform refresh_main(id_solicitud_main) from solicitud where id_solicitud = new.id_solicitud;
  return null;
end
$$;

create trigger document_added after insert on document
  for each row when (new.id_solicitud is not null) execute function document_changed();

create trigger document_changed after update of nombre, status_mediacion, deleted_at on document
  for each row when (new.id_solicitud is not null) execute function document_changed()`

/** Sums up the appended rows; concurrent runs share the work, as each row is deleted by one of them. */
const folding = `
create function fold_tallies(most integer) returns bigint language sql
  begin atomic
    with gone as (
      delete from tally_change where ctid = any (array(
        select ctid from tally_change limit most for update skip locked)) returning *),
    sums as (select kind, scope, bucket, sum(n) as n from gone group by kind, scope, bucket),
    kept as (insert into tally as t select * from sums order by kind, scope, bucket
      on conflict (kind, scope, bucket) do update set n = t.n + excluded.n)
    select count(*) from gone;
  end`

/** Rebuilds everything that triggers maintain; bulk loads disable the triggers. */
const rebuilding = `
create procedure rebuild_lists() language plpgsql set work_mem = '128MB' as $$
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
      select created_by, id_company, epoch_day(updated_at) as updated, epoch_day(created_at) as created
      from solicitud_main) m
    cross join lateral (values ('mains', everybody(), 0), ('mains', id_company, 0), ('mains', created_by, 0),
      ('updated', everybody(), updated), ('updated', id_company, updated),
      ('created', everybody(), created), ('created', id_company, created)) k (kind, scope, bucket)
    group by kind, scope, bucket;
  insert into tally
    select t.kind, scope, t.bucket, sum(t.n) from solicitud s
    join solicitud_main m using (id_solicitud_main)
    cross join lateral request_tallies(s) t
    cross join lateral unnest(array[everybody(), s.id_company, m.created_by]) scope
    where scope <> m.created_by or t.kind in ('pendiente', 'agendado', 'concluido')
    group by t.kind, scope, t.bucket;
  alter table solicitud_main enable trigger main_changed;
end
$$`

const indexes = `
alter table main_facet add constraint main_facet_pkey primary key (id_company, facet, updated_at, id_solicitud_main);

create index tally_change_idx on tally_change (kind, scope, bucket) include (n);

create index solicitud_main_words_idx on solicitud_main using gin (palabras) with (fastupdate = off);

create index solicitud_main_created_idx on solicitud_main (created_at desc, id_solicitud_main desc);

create index solicitud_main_company_created_idx on solicitud_main (id_company, created_at desc, id_solicitud_main desc);

create index solicitud_main_title_idx on solicitud_main (orden, id_solicitud_main);

create index solicitud_main_company_title_idx on solicitud_main (id_company, orden, id_solicitud_main);

drop index solicitud_status_idx;

create index solicitud_open_idx on solicitud (id_company, status, created_at, id_solicitud_main)
  where status <> 'concluido';

create index solicitud_due_idx on solicitud (id_company, fecha_agendada, id_solicitud) include (asignado_a)
  where status = 'agendado';

create index solicitud_main_open_idx on solicitud_main (created_by)
  where facets && array['s:pendiente', 's:agendado'];

create index solicitud_unassigned_idx on solicitud (id_company, updated_at, id_solicitud)
  where asignado_a is null and status <> 'concluido'`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const script of [columns, tallies, facts, triggers, folding, rebuilding]) await run(db, script)
  await sql`call rebuild_lists()`.execute(db)
  await run(db, indexes)
}

/** A blank line separates the parts of a script. */
async function run(db: Kysely<unknown>, script: string): Promise<void> {
  for (const part of script.split(/;\n\n/)) await sql.raw(part).execute(db)
}
