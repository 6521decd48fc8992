import type { EventRow } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** Finds a case file by its id or by the id of one of its requests, as the policies need it. */
export async function findCaseOf(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('solicitud_main')
    .where((eb) =>
      eb.or([
        eb('id_solicitud_main', '=', id),
        eb('id_solicitud_main', '=', (sub) =>
          sub.selectFrom('solicitud').where('id_solicitud', '=', id).select('solicitud.id_solicitud_main'),
        ),
      ]),
    )
    .select(['id_solicitud_main', 'id_company', 'created_by'])
    .executeTakeFirst()
}

/** Finds a document as policies and history need it, also in the recycle bin, where sharing does not apply. */
export async function findDocumentOwner(db: Kysely<Database>, id: string, user: string) {
  return await db
    .selectFrom('document')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('document.id_documento', '=', id)
    .where((eb) => eb.or([eb('document.id_solicitud', 'is', null), eb('solicitud.id_solicitud', 'is not', null)]))
    .select((eb) => [
      'document.id_documento',
      'document.id_company',
      'main.id_solicitud_main',
      eb.fn.coalesce('main.created_by', 'document.created_by').as('created_by'),
      sql<boolean>`document.deleted_at is null and exists (select from user_shared
        where user_shared.id_documento = document.id_documento and user_shared.id_user = ${user})`.as(
        'sharedWithActor',
      ),
    ])
    .executeTakeFirst()
}

/** Finds events of a chain, or of one document in it, newest first. */
export async function findEvents(
  db: Kysely<Database>,
  page: { chain: string; document: string | null; before: number | undefined; limit: number },
): Promise<EventRow[]> {
  let select = db.selectFrom('event').selectAll().where('chain', '=', page.chain)
  if (page.document !== null) select = select.where('id_documento', '=', page.document)
  if (page.before !== undefined) select = select.where('seq', '<', page.before)
  return await select.orderBy('seq', 'desc').limit(page.limit).execute()
}
