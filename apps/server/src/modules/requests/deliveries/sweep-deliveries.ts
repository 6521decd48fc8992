import { recipientCopyDays } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/**
 * Deletes the rows of files that did not become documents, of requests that ended `recipientCopyDays` ago. The sweep then
 * deletes the files.
 */
export async function sweepDeliveries(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - recipientCopyDays * 24 * 3_600_000)
  const ended = db
    .selectFrom('requirement')
    .innerJoin('recipient', 'recipient.id', 'requirement.id_recipient')
    .innerJoin('request', 'request.id', 'recipient.id_request')
    .where('request.ended_at', '<=', before)
    .select('requirement.id')
  await db.deleteFrom('delivered_file').where('id_documento', 'is', null).where('id_requirement', 'in', ended).execute()
}
