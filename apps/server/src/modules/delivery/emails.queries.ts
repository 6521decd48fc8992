import type { EmailStatus } from '@foja/contracts/emails'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import type { OfficeMailbox, MailboxScope } from './recipient-access.ts'

/** Messages with the names that screens show. */
function selectEmails(db: Kysely<Database>) {
  return db
    .selectFrom('email')
    .leftJoin('app_user as author', 'author.id', 'email.created_by')
    .leftJoin('document', 'document.id_documento', 'email.id_documento')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .leftJoin('share', 'share.id', 'email.id_share')
    .selectAll('email')
    .select((eb) => [
      eb.fn.coalesce('main.created_by', 'document.created_by').as('carried_author'),
      'document.deleted_at as carried_deleted_at',
      'share.expires_at as link_expires_at',
      'share.revoked_at as link_revoked_at',
      'author.nombre as author_nombre',
      'author.email as author_email',
      'document.nombre as documento',
      'document.mime as documento_mime',
    ])
}
export type EmailRow = Awaited<ReturnType<ReturnType<typeof selectEmails>['executeTakeFirstOrThrow']>>

export async function findEmail(db: Kysely<Database>, id: string): Promise<EmailRow | undefined> {
  return await selectEmails(db).where('email.id', '=', id).executeTakeFirst()
}

/** The messages that carried a document, newest first. */
export async function findDocumentEmails(db: Kysely<Database>, document: string): Promise<EmailRow[]> {
  return await selectEmails(db)
    .where('email.id_documento', '=', document)
    .where('email.kind', '=', 'document')
    .orderBy('email.created_at', 'desc')
    .orderBy('email.id', 'desc')
    .limit(100)
    .execute()
}

/** Cursor of an outbox page: the last message of the previous page. */
export type Place = { at: Date; id: string }

/** Messages of one company or of all, newest first: `limit` of them after `before`. */
export async function findOutbox(
  db: Kysely<Database>,
  reach: OfficeMailbox,
  { status, before, limit }: { status: EmailStatus | undefined; before: Place | null; limit: number },
): Promise<EmailRow[]> {
  let query = selectEmails(db)
  if (reach !== 'all') query = query.where('email.id_company', '=', reach.company)
  if (status !== undefined) query = query.where('email.status', '=', status)
  if (before !== null) {
    query = query.where(sql<boolean>`(email.created_at, email.id) < (${before.at}, ${before.id}::uuid)`)
  }
  return await query.orderBy('email.created_at', 'desc').orderBy('email.id', 'desc').limit(limit).execute()
}

const waiting = ['queued', 'held', 'failed'] as const

/** Counts waiting and failed messages, without system messages to example addresses. */
export async function countWaiting(
  db: Kysely<Database>,
  reach: MailboxScope,
): Promise<Record<(typeof waiting)[number], number>> {
  let query = db
    .selectFrom('email')
    .where('status', 'in', waiting)
    .where((eb) => eb.or([eb('kind', '=', 'document'), eb('reason', 'is distinct from', 'example_address')]))
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
  if (reach !== 'all') {
    query = query.where('id_company', '=', reach.company)
    if ('author' in reach) query = query.where('created_by', '=', reach.author)
  }
  const counts = { queued: 0, held: 0, failed: 0 }
  for (const { status, count } of await query.execute()) {
    const known = waiting.find((one) => one === status)
    if (known !== undefined) counts[known] = count
  }
  return counts
}
