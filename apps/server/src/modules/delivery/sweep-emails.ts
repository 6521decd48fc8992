import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** How long what a message said is kept once it went out, or was discarded. */
export const keptBodyDays = 90

const batch = 500

/**
 * Empties messages that went out or were discarded long ago of what they said and of their appointment; to whom, about
 * what and when, and what became of them stays. The document that one carried is kept or deleted by its own rules.
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
