import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import { type ListFilter, inScope, type ListScope } from './list-filter.ts'

/** The order of an export by an unchanging column, so that no case file is missed or repeated. */
export type ExportOrder = { column: 'created_at' | 'orden'; descending: boolean }

/** The last case file read. */
export type Mark = { key: string; id: string }

/** Case files after `mark`, with the text of their order column. */
export async function nextMains(
  db: Kysely<Database>,
  scope: ListScope,
  { conditions }: ListFilter,
  { column, descending }: ExportOrder,
  mark: Mark | null,
  limit: number,
): Promise<Mark[]> {
  const key = sql.ref(`m.${column}`)
  const type = column === 'orden' ? sql`text` : sql`timestamptz`
  const after =
    mark === null
      ? sql`true`
      : sql`(${key}, m.id_solicitud_main) ${descending ? sql`<` : sql`>`} (${mark.key}::${type}, ${mark.id})`
  const way = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Mark>`select ${key}::text as key, m.id_solicitud_main as id from solicitud_main m
    where ${sql.join([inScope(scope), ...conditions, after], sql` and `)}
    order by ${key} ${way}, m.id_solicitud_main ${way} limit ${limit}`.execute(db)
  return rows
}

export type ExportRow = {
  id_solicitud_main: string
  main_titulo: string
  author: string
  id_solicitud: string
  titulo: string
  tipo: string | null
  status: SolicitudStatus
  fecha_agendada: Date | null
  lugar: string | null
  partes: Parte[]
  assignee: string | null
  created_at: Date
  updated_at: Date
  documents: { nombre: string; status_mediacion: MediationStatus }[]
}

/** The requests of several case files that match the filter, in the order of `mains`. */
export async function requestsOf(
  db: Kysely<Database>,
  { request }: ListFilter,
  mains: readonly string[],
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select m.id_solicitud_main, m.titulo as main_titulo, author.nombre as author, s.id_solicitud, s.titulo, s.tipo,
      s.status, s.fecha_agendada, s.lugar, s.partes, assignee.nombre as assignee, s.created_at, s.updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('nombre', d.nombre, 'status_mediacion', d.status_mediacion)
        order by d.position, d.created_at) from document d
        where d.id_solicitud = s.id_solicitud and d.deleted_at is null), '[]') as documents
    from unnest(${mains}::bpchar[]) with ordinality as wanted(id, n)
    join solicitud_main m on m.id_solicitud_main = wanted.id
    join solicitud s on s.id_solicitud_main = m.id_solicitud_main
    join app_user author on author.id = m.created_by
    left join app_user assignee on assignee.id = s.asignado_a
    where ${sql.join([sql`true`, ...request], sql` and `)}
    order by wanted.n, s.position`.execute(db)
  return rows
}
