import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** How long the content of sent or cancelled messages is kept. */
export const keptBodyDays = 90

const batch = 500

/**
 * Deletes the text and the calendar of messages sent or cancelled long ago. Recipients, subject, times and status stay.
 * Attached documents have their own retention.
 */
export async function sweepEmails(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptBodyDays * 24 * 3_600_000)
  for (let emptied = batch; emptied === batch;) {
    const { rows } = await sql`
      update email set text = '', html = '', calendar = null, emptied_at = ${now}
      where id in (select id from email
        where status in ('sent', 'cancelled') and emptied_at is null and coalesce(sent_at, created_at) < ${before}
        order by coalesce(sent_at, created_at) limit ${batch})
      returning id`.execute(db)
    emptied = rows.length
  }
}
