import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isTemplateBase } from '../../documents/public.ts'

/** Number of newest documents outside of case files, and of shared ones, that are searched by name. */
const window = 1000

/** The requests of some case files with all fields that the search ranks. */
export async function findRequests(db: Kysely<Database>, mains: readonly string[]) {
  if (mains.length === 0) return []
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .innerJoin('app_user as author', 'author.id', 'main.created_by')
    .leftJoin('app_user as assignee', 'assignee.id', 'solicitud.asignado_a')
    .where('solicitud.id_solicitud_main', 'in', mains)
    .select([
      'solicitud.id_solicitud',
      'solicitud.id_solicitud_main',
      'solicitud.titulo',
      'solicitud.status',
      'solicitud.tipo',
      'solicitud.partes',
      'main.titulo as main_titulo',
      'author.nombre as author_nombre',
      'assignee.nombre as assignee_nombre',
    ])
    .orderBy('solicitud.position')
    .execute()
}
export type RequestRow = Awaited<ReturnType<typeof findRequests>>[number]

export type NamedDocument = {
  id_documento: string
  nombre: string
  created_at: Date
  id_solicitud: string | null
  titulo: string | null
}

const columns = sql`d.id_documento, d.nombre, d.created_at, d.id_solicitud, s.titulo`

/** The documents of some case files. */
export async function findDocumentsOfCases(db: Kysely<Database>, mains: readonly string[]): Promise<NamedDocument[]> {
  if (mains.length === 0) return []
  const { rows } = await sql<NamedDocument>`select ${columns} from solicitud s
    join document d on d.id_solicitud = s.id_solicitud and d.deleted_at is null
    where s.id_solicitud_main = any (${[...mains]})`.execute(db)
  return rows
}

/** Documents outside of the found case files: loose ones that `actor` may read, and shared ones. */
export async function findOtherDocuments(db: Kysely<Database>, actor: Actor): Promise<NamedDocument[]> {
  // An admin's own documents may belong to any company or none.
  const place = actor.role === 'admin' ? sql`true` : sql`d.id_company is not distinct from ${actor.id_company}`
  const own = sql`(select ${columns} from document d left join solicitud s on false
    where d.created_by = ${actor.id} and d.id_solicitud is null and d.deleted_at is null and ${place} and not ${isTemplateBase('d')}
    order by d.created_at desc limit ${window})`
  // Users with whom only the document is shared must not learn its request.
  const seesCase = actor.role === 'usuario' ? sql`m.created_by = ${actor.id}` : sql`true`
  const shared = sql`(select d.id_documento, d.nombre, d.created_at, d.id_solicitud,
      case when ${seesCase} then s.titulo end as titulo from user_shared u
    join document d on d.id_documento = u.id_documento and d.deleted_at is null and d.id_company = ${actor.id_company}
    left join solicitud s on s.id_solicitud = d.id_solicitud
    left join solicitud_main m on m.id_solicitud_main = s.id_solicitud_main
    where u.id_user = ${actor.id} order by u.created_at desc limit ${window})`
  const parts = [own, shared, ...ofCompanies(actor)]
  const { rows } = await sql<NamedDocument>`${sql.join(parts, sql` union `)}`.execute(db)
  return rows
}

/** Loose documents of the companies in which the user is staff. */
function ofCompanies(actor: Actor): RawBuilder<unknown>[] {
  if (actor.role === 'usuario' || (actor.role !== 'admin' && actor.id_company === null)) return []
  const mine = actor.role === 'admin' ? sql`true` : sql`c.id = ${actor.id_company}`
  return [
    sql`(select d.* from company c cross join lateral (
      select ${columns} from document d left join solicitud s on false
      where d.id_company = c.id and d.id_solicitud is null and d.deleted_at is null and not ${isTemplateBase('d')}
      order by d.created_at desc limit ${window}) d where ${mine} order by d.created_at desc limit ${window})`,
  ]
}
