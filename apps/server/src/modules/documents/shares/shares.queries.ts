import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import { companyIsActive } from '../../identity/public.ts'

/** Links of a document, newest first. */
export async function findShares(db: Kysely<Database>, document: string) {
  return await db
    .selectFrom('share')
    .selectAll()
    .where('id_documento', '=', document)
    .orderBy('created_at', 'desc')
    .execute()
}
export type ShareRow = Awaited<ReturnType<typeof findShares>>[number]

export async function findShareById(db: Kysely<Database>, id: string): Promise<ShareRow | undefined> {
  return await db.selectFrom('share').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Links of undeleted documents whose author and company are active. */
const liveShares = (db: Kysely<Database>) =>
  db
    .selectFrom('share')
    .innerJoin('app_user', 'app_user.id', 'share.created_by')
    .innerJoin('document', 'document.id_documento', 'share.id_documento')
    .leftJoin('company', 'company.id', 'document.id_company')
    .where('document.deleted_at', 'is', null)
    .where('app_user.activo', '=', true)
    .where(companyIsActive)
    .selectAll('share')

/** A live link by its id, for page images and downloads. */
export async function findLiveShare(db: Kysely<Database>, id: string): Promise<ShareRow | undefined> {
  return await liveShares(db).where('share.id', '=', id).executeTakeFirst()
}

/** A live link by the digest of its token, open or not, with its author and their company. */
export async function findShareByToken(db: Kysely<Database>, tokenSha256: string) {
  return await liveShares(db)
    .where('token_sha256', '=', tokenSha256)
    .select(['app_user.nombre as author_nombre', 'company.nombre as company_nombre'])
    .executeTakeFirst()
}

/** True if a link is neither revoked nor expired at `now`. Views are counted elsewhere. */
export function isOpen(share: Pick<ShareRow, 'revoked_at' | 'expires_at'>, now: Date): boolean {
  return share.revoked_at === null && (share.expires_at === null || share.expires_at > now)
}

/** Counts one view; false if the link has none left or was revoked. */
export async function countView(db: Kysely<Database>, id: string, at: Date): Promise<boolean> {
  const updated = await db
    .updateTable('share')
    .set({ views: sql`views + 1`, last_view_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('max_views', 'is', null), eb('views', '<', eb.ref('max_views'))]))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The latest views of a link, newest first. */
export async function findViews(db: Kysely<Database>, share: string, limit = 100) {
  return await db
    .selectFrom('share_view')
    .where('id_share', '=', share)
    .select(['at', 'ip'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The active users of the document's company with whom it is shared, by name. Users who left are excluded. */
export async function findSharedWith(db: Kysely<Database>, document: string) {
  return await db
    .selectFrom('user_shared')
    .innerJoin('document', 'document.id_documento', 'user_shared.id_documento')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.id', '=', 'user_shared.id_user')
        .onRef('app_user.id_company', '=', 'document.id_company')
        .on('app_user.activo', '=', true),
    )
    .where('user_shared.id_documento', '=', document)
    .select(['app_user.id', 'app_user.nombre', 'app_user.email', 'app_user.role'])
    .orderBy('app_user.nombre')
    .orderBy('app_user.id')
    .execute()
}
export type PersonRow = Awaited<ReturnType<typeof findSharedWith>>[number]

/** The users of `ids` who are active in a company. */
export async function findColleagues(
  db: Kysely<Database>,
  company: string | null,
  ids: string[],
): Promise<PersonRow[]> {
  if (company === null || ids.length === 0) return []
  return await db
    .selectFrom('app_user')
    .where('id', 'in', ids)
    .where('id_company', '=', company)
    .where('activo', '=', true)
    .select(['id', 'nombre', 'email', 'role'])
    .orderBy('nombre')
    .orderBy('id')
    .execute()
}

/** True if a share link is open: its page images and downloads expire with it. */
export async function shareIsOpen(db: Kysely<Database>, id: string, now: Date): Promise<boolean> {
  const share = await findLiveShare(db, id)
  return share !== undefined && isOpen(share, now)
}
