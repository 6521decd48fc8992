import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** Case files by id, unordered, with their authors. */
export async function findMains(db: Kysely<Database>, ids: string[]) {
  if (ids.length === 0) return []
  return await db
    .selectFrom('solicitud_main')
    .innerJoin('app_user', 'app_user.id', 'solicitud_main.created_by')
    .where('id_solicitud_main', 'in', ids)
    .select([
      'id_solicitud_main',
      'titulo',
      'solicitud_main.id_company',
      'solicitud_main.created_at',
      'solicitud_main.updated_at',
      'payload_sha256',
      'created_by',
      'app_user.nombre as author_nombre',
      'app_user.email as author_email',
    ])
    .execute()
}
export type MainRow = Awaited<ReturnType<typeof findMains>>[number]

/** The requests of several case files, in order. */
export async function findSolicitudes(db: Kysely<Database>, mains: string[]) {
  if (mains.length === 0) return []
  return await db
    .selectFrom('solicitud')
    .leftJoin('app_user', 'app_user.id', 'solicitud.asignado_a')
    .where('id_solicitud_main', 'in', mains)
    .selectAll('solicitud')
    .select('app_user.nombre as assignee_nombre')
    .orderBy('id_solicitud_main')
    .orderBy('position')
    .execute()
}
export type SolicitudRow = Awaited<ReturnType<typeof findSolicitudes>>[number]

/** The case file of a request, as a policy resource. */
export async function findMainOfSolicitud(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main', 'solicitud_main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', id)
    .select(['solicitud_main.id_solicitud_main', 'solicitud_main.id_company', 'solicitud_main.created_by'])
    .executeTakeFirst()
}

/** True if a document of the case file, in the recycle bin or not, has a signature. */
export async function isSigned(db: Kysely<Database>, idMain: string): Promise<boolean> {
  const signed = await db
    .selectFrom('solicitud')
    .innerJoin('document', 'document.id_solicitud', 'solicitud.id_solicitud')
    .where('solicitud.id_solicitud_main', '=', idMain)
    .where('signature_count', '>', 0)
    .select('id_documento')
    .limit(1)
    .executeTakeFirst()
  return signed !== undefined
}
