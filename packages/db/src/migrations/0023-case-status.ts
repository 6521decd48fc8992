import { type Kysely, sql } from 'kysely'

/**
 * The facet `s:` of a case file is the status that lists show for it: that of all its requests, and `agendado` as soon
 * as they differ. Earlier it had one for each status of a request.
 */
const facts = `
lock table solicitud_main, solicitud in share row exclusive mode;

create or replace view main_facts as
  select m.id_solicitud_main,
    array(select facet from unnest(string_to_array(
      concat_ws(' ', 'c:' || to_char(m.created_at at time zone 'UTC', 'YYYY-MM'), s.facets, d.facets), ' ')) facet
      where facet not like 's:%'
      union select 's:' || s.status where s.status is not null
      order by 1) as facets,
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
          from jsonb_array_elements(s.partes) party)), ' ') as texts,
      case when min(s.status) = max(s.status) then min(s.status) else 'agendado' end as status
    from solicitud s left join app_user u on u.id = s.asignado_a
    group by s.id_solicitud_main) s on s.id_solicitud_main = m.id_solicitud_main
  left join (
    select s.id_solicitud_main, string_agg('m:' || d.status_mediacion, ' ') as facets,
      string_agg(d.nombre, ' ') as nombres
    from solicitud s join document d on d.id_solicitud = s.id_solicitud and d.deleted_at is null
    group by s.id_solicitud_main) d on d.id_solicitud_main = m.id_solicitud_main;

update solicitud_main m set facets = f.facets from main_facts f
  where m.id_solicitud_main = f.id_solicitud_main and m.facets <> f.facets
  and m.id_solicitud_main in (
    select id_solicitud_main from solicitud group by id_solicitud_main having min(status) <> max(status))`

export async function up(db: Kysely<unknown>): Promise<void> {
  // A blank line separates the statements.
  for (const part of facts.split(/;\n\n/)) await sql.raw(part).execute(db)
}
