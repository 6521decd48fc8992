import { can, type Resource } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { maySignIn } from '../../identity/public.ts'
import type { Notice } from './notice.ts'

/** The subject of a notice, as the policies need it. */
type Subject = { resource: Resource; sharedWith: ReadonlySet<string> }

async function findSubject(
  db: Kysely<Database>,
  { id_solicitud, id_documento }: Pick<Notice, 'id_solicitud' | 'id_documento'>,
): Promise<Subject | null> {
  if (id_documento == null && id_solicitud == null) return null
  if (id_documento == null) {
    const resource = await db
      .selectFrom('solicitud')
      .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
      .where('solicitud.id_solicitud', '=', id_solicitud!)
      .select(['main.id_company', 'main.created_by'])
      .executeTakeFirstOrThrow()
    return { resource, sharedWith: new Set() }
  }
  const resource = await db
    .selectFrom('document')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('document.id_documento', '=', id_documento)
    .select((eb) => ['document.id_company', eb.fn.coalesce('main.created_by', 'document.created_by').as('created_by')])
    .executeTakeFirstOrThrow()
  const shared = await db.selectFrom('user_shared').where('id_documento', '=', id_documento).select('id_user').execute()
  return { resource, sharedWith: new Set(shared.map(({ id_user }) => id_user)) }
}

/**
 * Finds which of `ids` may still sign in and see the subject of the notice, with what a message to them needs; users
 * who moved away or lost a role are skipped. Always in the same order, to prevent deadlocks. `id_company`: company of
 * the subject, whose management may read the message; without a subject, the user's own.
 */
export async function findRecipients(
  db: Kysely<Database>,
  ids: readonly string[],
  about: Pick<Notice, 'id_solicitud' | 'id_documento'>,
) {
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.id', 'in', ids)
    .where(maySignIn)
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.nombre',
      'app_user.locale',
      'app_user.role',
      'app_user.id_company',
    ])
    .orderBy('app_user.id')
    .execute()
  const subject = await findSubject(db, about)
  if (subject === null) return people
  const { resource, sharedWith } = subject
  return people
    .filter((person) => can('document.read', person, { ...resource, sharedWithActor: sharedWith.has(person.id) }))
    .map((person) => ({ ...person, id_company: resource.id_company }))
}

/** The managers of a company, to notify about it; without any, the admins. */
export async function findManagers(db: Kysely<Database>, company: string): Promise<string[]> {
  const active = db.selectFrom('app_user').select('id').where('activo', '=', true).where('service', '=', false)
  const managers = await active.where('role', '=', 'gestor').where('id_company', '=', company).execute()
  const people = managers.length > 0 ? managers : await active.where('role', '=', 'admin').execute()
  return people.map(({ id }) => id)
}

/** Inserts the notice for each of `people`; returns those for whom it is new. */
export async function insertNotifications(
  trx: Transaction<Database>,
  people: readonly string[],
  notice: Notice,
  at: Date,
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const row = {
    kind: notice.kind,
    actor_label: notice.actor?.nombre ?? null,
    id_solicitud: notice.id_solicitud ?? null,
    id_documento: notice.id_documento ?? null,
    data: JSON.stringify(notice.data),
    key: notice.key ?? null,
    created_at: at,
  }
  const inserted = await trx
    .insertInto('notification')
    .values(people.map((id_user) => ({ ...row, id_user })))
    .onConflict((conflict) => conflict.columns(['id_user', 'key']).where('key', 'is not', null).doNothing())
    .returning('id_user')
    .execute()
  return new Set(inserted.map(({ id_user }) => id_user))
}

/**
 * Own notices: of the current company, without a subject, or for an admin all. Notices from a former company are
 * hidden.
 */
const selectOwn = (db: Kysely<Database>) =>
  db
    .selectFrom('notification')
    .innerJoin('app_user as reader', 'reader.id', 'notification.id_user')
    .leftJoin('document', 'document.id_documento', 'notification.id_documento')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'notification.id_solicitud')
    .where(
      sql<boolean>`(reader.role = 'admin'
        or coalesce(document.id_company, solicitud.id_company, reader.id_company) = reader.id_company)`,
    )

/** Finds the notices of a user before `before`, newest first. */
export async function findNotifications(
  db: Kysely<Database>,
  user: string,
  { before, unread, limit }: { before: string | undefined; unread: boolean; limit: number },
) {
  let select = selectOwn(db).selectAll('notification').where('notification.id_user', '=', user)
  if (before !== undefined) select = select.where('notification.id', '<', Number(before))
  if (unread) select = select.where('read_at', 'is', null)
  return await select.orderBy('notification.id', 'desc').limit(limit).execute()
}
export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number]

/** Counts the unread notices per user; users without any are absent. */
export async function countUnread(db: Kysely<Database>, users: readonly string[]): Promise<Map<string, number>> {
  if (users.length === 0) return new Map()
  const rows = await selectOwn(db)
    .where('id_user', '=', sql<string>`any(${[...users]}::uuid[])`)
    .where('read_at', 'is', null)
    .groupBy('id_user')
    .select((eb) => ['id_user', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ id_user, count }) => [id_user, count]))
}

/** Marks notices of a user as read: those of `ids`, or all up to `until`; returns how many were unread. */
export async function markRead(
  db: Kysely<Database>,
  user: string,
  which: { ids: readonly string[] } | { until: string },
  at: Date,
): Promise<number> {
  const update = db.updateTable('notification').set({ read_at: at }).where('id_user', '=', user)
  const chosen =
    'ids' in which ? update.where('id', 'in', which.ids.map(Number)) : update.where('id', '<=', Number(which.until))
  const { numUpdatedRows } = await chosen.where('read_at', 'is', null).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
