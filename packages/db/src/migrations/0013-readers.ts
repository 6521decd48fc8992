import { type Kysely, sql } from 'kysely'

/** Messages to a user refer to the user, whose address may change and who may leave. */
const readers = `
alter table email
  add column id_reader uuid references app_user,
  add column about jsonb`

/**
 * For waiting messages: the user who had the address when it was written. Only users with access get the button to the
 * page of a request; in text written by people such an address is no link.
 */
const found = `
update email set id_reader = person.id,
  about = case when kind <> 'notice' then jsonb_build_object('requests', jsonb_build_array(id_solicitud)) end
  from app_user person
  where email.status in ('queued', 'held', 'failed')
    and (kind = 'notice' or (kind in ('invitation', 'cancellation', 'reminder')
      and position('/solicitudes/' || id_solicitud || '"' in email.html) > 0))
    and lower(person.email) = lower(recipients -> 'to' ->> 0) and person.created_at <= email.created_at
    and (person.removed_at is null or person.removed_at >= email.created_at);

update email set status = 'cancelled', reason = 'reader_gone', next_attempt_at = null, lease_until = null
  where status in ('queued', 'held', 'failed') and id_reader is null
    and kind in ('invitation', 'cancellation', 'reminder')
    and position('/solicitudes/' || id_solicitud || '"' in html) > 0`

/** Messages whose link was used or replaced before sending are dropped. */
const closed = `
update email set status = 'cancelled', reason = 'link_used'
  where kind = 'account' and status = 'failed' and reason = 'link_closed' and (id_link is null or exists (
    select from one_time_link l where l.id = id_link and (l.used_at is not null or l.kind = 'reset')))`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [readers, found, closed].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
