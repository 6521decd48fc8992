import { type Kysely, sql } from 'kysely'

/** What the mail server had against each address: a message that reached some says so of the others alone. */
const refusals = `
alter table email add column refused jsonb not null default '[]'`

/** The mark of the share link has the message's id in it, as a person may write `{{enlace}}` and mean just that. */
const marks = `
update email set text = replace(text, '{{enlace}}', '{{enlace:' || id || '}}'),
  html = replace(html, '{{enlace}}', '{{enlace:' || id || '}}')
  where delivery = 'link'`

/** What a message said is not kept for ever, nor the key of an upload: the sweep finds the old ones by these. */
const upkeep = `
alter table email add column emptied_at timestamptz(3);

create index email_kept_idx on email (coalesce(sent_at, created_at))
  where emptied_at is null and status in ('sent', 'cancelled');

create index upload_created_idx on upload (created_at)`

/** The zone of whoever chose the date of a request: its messages tell the hour in it. */
const zones = `
alter table solicitud add column time_zone text`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [refusals, marks, upkeep, zones].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
