import type { EmailStatus } from '@foja/contracts/emails'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** The state of the last message to each of some recipients of requests; those without one are missing. */
export async function findMailStatuses(
  db: Kysely<Database>,
  recipients: readonly { id: string }[],
): Promise<Map<string, EmailStatus>> {
  if (recipients.length === 0) return new Map()
  const rows = await db
    .selectFrom('email')
    .where(
      'id_recipient',
      'in',
      recipients.map(({ id }) => id),
    )
    .select(['id_recipient', 'status'])
    .distinctOn('id_recipient')
    .orderBy('id_recipient')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id_recipient, status }) => [id_recipient!, status]))
}
