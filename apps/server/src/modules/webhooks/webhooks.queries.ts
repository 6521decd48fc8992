import { keptDeliveryDays, type WebhookDelivery } from '@foja/contracts/webhooks'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** Webhooks with the number of their deliveries that wait. */
export function selectWebhooks(db: Kysely<Database>) {
  return db
    .selectFrom('webhook')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('webhook_delivery')
        .whereRef('webhook_delivery.id_webhook', '=', 'webhook.id')
        .where('webhook_delivery.status', '=', 'queued')
        .select((count) => count.fn.countAll<number>().as('waiting'))
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
}
export type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

/** Deliveries with the company of their webhook. */
export function selectDeliveries(db: Kysely<Database>) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.id_webhook')
    .selectAll('webhook_delivery')
    .select(['webhook.id_company', 'webhook.activo'])
}
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

type Page = { status: WebhookDelivery['status'] | undefined; before: number | undefined; limit: number }

/** The deliveries of a webhook, newest first. */
export async function findDeliveries(db: Kysely<Database>, webhook: string, { status, before, limit }: Page) {
  let query = selectDeliveries(db).where('id_webhook', '=', webhook)
  if (status !== undefined) query = query.where('status', '=', status)
  if (before !== undefined) query = query.where('no', '<', before)
  return await query.orderBy('no', 'desc').limit(limit).execute()
}

/** An unfinished delivery of the same object before this one, or one of it that is being sent. */
const isHeld = (now: Date) => sql<boolean>`exists (select from webhook_delivery other
  where other.id_webhook = webhook_delivery.id_webhook and other.object = webhook_delivery.object
    and other.status = 'queued' and other.no <> webhook_delivery.no
    and (other.no < webhook_delivery.no or other.lease_until > ${now}))`

/** A delivery that may be sent now: of each object the first one that waits, if no worker has it. */
const isDue = (now: Date) => sql<boolean>`webhook_delivery.status = 'queued'
  and webhook_delivery.next_attempt_at <= ${now}
  and (webhook_delivery.lease_until is null or webhook_delivery.lease_until <= ${now})
  and exists (select from webhook where webhook.id = webhook_delivery.id_webhook and webhook.activo)
  and not ${isHeld(now)}`

/** Claims a delivery for this worker until `until`; undefined: it is not due. */
export async function claimDelivery(db: Kysely<Database>, id: string, { now, until }: { now: Date; until: Date }) {
  return await db
    .updateTable('webhook_delivery')
    .set({ attempts: sql<number>`attempts + 1`, lease_until: until })
    .where('id', '=', id)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()
}

/** Deliveries that are due, oldest first, without those of some webhooks. */
export async function findDue(
  db: Kysely<Database>,
  now: Date,
  { except, limit }: { except: readonly string[]; limit: number },
) {
  let query = db.selectFrom('webhook_delivery').where(isDue(now))
  if (except.length > 0) query = query.where('id_webhook', 'not in', except)
  return await query.orderBy('no').limit(limit).select(['id', 'id_webhook']).execute()
}

/** Ends all leases: their workers ended with the process before. */
export async function endDeliveryLeases(db: Kysely<Database>): Promise<void> {
  await db.updateTable('webhook_delivery').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
}

const perSweep = 5000

/** Deletes old deliveries, and secrets from before a rotation that sign no more. */
export async function sweepWebhooks(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDeliveryDays * 24 * 3_600_000)
  for (let deleted = perSweep; deleted === perSweep;) {
    const { rows } = await sql`delete from webhook_delivery where no in
      (select no from webhook_delivery where created_at < ${before} order by created_at limit ${perSweep})
      returning 1`.execute(db)
    deleted = rows.length
  }
  const none = { old_secret: null, old_secret_until: null }
  await db.updateTable('webhook').set(none).where('old_secret_until', '<=', now).execute()
}
