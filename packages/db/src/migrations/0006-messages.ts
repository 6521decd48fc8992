import { type Kysely, sql } from 'kysely'

/** Refusals by address, so that a partly delivered message names the failed addresses. */
const refusals = `
alter table email add column refused jsonb not null default '[]'`

/** The placeholder of the share link contains the message's id, because a user may type a literal `{{enlace}}`. */
const marks = `
update email set text = replace(text, '{{enlace}}', '{{enlace:' || id || '}}'),
  html = replace(html, '{{enlace}}', '{{enlace:' || id || '}}')
  where delivery = 'link'`

/** The sweep deletes old message contents and upload keys; it finds them by these. */
const upkeep = `
alter table email add column emptied_at timestamptz(3);

create index email_kept_idx on email (coalesce(sent_at, created_at))
  where emptied_at is null and status in ('sent', 'cancelled');

create index upload_created_idx on upload (created_at)`

/** Time zone of the user who set the date of a request: its messages use it. */
const zones = `
alter table solicitud add column time_zone text`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [refusals, marks, upkeep, zones].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
