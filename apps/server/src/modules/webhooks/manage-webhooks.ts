import {
  mostWebhooks,
  oldSecretHours,
  webhookTest,
  type createWebhook as createEndpoint,
  type updateWebhook as updateEndpoint,
} from '@foja/contracts/webhooks'
import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely, Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle } from '../../http/throttle.ts'
import { lockActor, requireManagedCompany } from '../identity/public.ts'
import { deliveryLeaseMs, sendClaimed } from './send-delivery.ts'
import { enqueueDue } from './webhook-jobs.ts'
import { createSecret } from './webhook-secret.ts'
import { selectDeliveries, selectWebhooks, type DeliveryRow, type WebhookRow } from './webhooks.queries.ts'

type WithSecret = { secret: string; row: WebhookRow }

/** An https address without credentials. Whether it may be reached is checked at each attempt. */
function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === ''
  if (url === null || !isPlain) throw new ProblemError('webhook_url_wrong', { field: 'url' })
  return url.href
}

/** Returns a webhook that the caller manages. Throws `not_found`. */
export async function requireWebhook(db: Kysely<Database>, actor: Ctx['actor'], id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(db).where('webhook.id', '=', id).executeTakeFirst()
  authorize('webhook.manage', actor, row && { id_company: row.id_company, created_by: null })
  return row!
}

async function record(trx: Transaction<Database>, ctx: Ctx, row: WebhookRow, action: EventAction, at: Date) {
  await appendEvent(trx, {
    action,
    id_company: row.id_company,
    actor: ctx.actor.id,
    actor_label: ctx.actor.nombre,
    ip: ctx.ip,
    // The rest of the address may be a secret.
    data: { direccion: new URL(row.url).host },
    at,
  })
}

/** Changes a webhook that the caller manages, with an event. */
async function change<T>(
  ctx: Ctx,
  id: string,
  action: EventAction,
  work: (trx: Transaction<Database>, row: WebhookRow, at: Date) => Promise<T>,
): Promise<T> {
  return await inTransaction(ctx.db, async (trx) => {
    await lockActor(trx, ctx.actor, ctx.clock())
    await trx.selectFrom('webhook').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const row = await requireWebhook(trx, ctx.actor, id)
    const at = ctx.clock()
    const result = await work(trx, row, at)
    await record(trx, ctx, row, action, at)
    return result
  })
}

/**
 * Creates a webhook of a company and returns its secret this once.
 * @throws ProblemError company_unknown, webhook_url_wrong, webhook_limit
 */
export async function createWebhook(ctx: Ctx, input: z.output<typeof createEndpoint.body>): Promise<WithSecret> {
  const { db, keys, clock, actor } = ctx
  const url = readUrl(input.url)
  return await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const id_company = await requireManagedCompany({ db: trx, actor }, 'webhook.manage', input.id_company)
    // Concurrent calls cannot exceed the limit.
    await trx.selectFrom('company').select('id').where('id', '=', id_company).forNoKeyUpdate().execute()
    const own = await trx.selectFrom('webhook').select('id').where('id_company', '=', id_company).execute()
    if (own.length >= mostWebhooks) throw new ProblemError('webhook_limit')
    const id = randomUUID()
    const at = clock()
    const { text, sealed } = createSecret(keys, id)
    const events = [...new Set(input.events)]
    await trx
      .insertInto('webhook')
      .values({ id, id_company, url, events, secret: sealed, created_by: actor.id, created_at: at })
      .execute()
    const row = await requireWebhook(trx, actor, id)
    await record(trx, ctx, row, 'webhook.created', at)
    return { secret: text, row }
  })
}

/**
 * Changes the address or the events, pauses or resumes. What waited goes out once it is resumed.
 * @throws ProblemError not_found, webhook_url_wrong
 */
export async function updateWebhook(
  ctx: Ctx,
  { id, ...input }: z.output<typeof updateEndpoint.body> & { id: string },
): Promise<WebhookRow> {
  const url = input.url === undefined ? undefined : readUrl(input.url)
  const changed = await change(ctx, id, 'webhook.changed', async (trx) => {
    const resumed = input.activo === true ? { disabled_at: null, failing_since: null } : {}
    const set = {
      ...(url === undefined ? {} : { url }),
      ...(input.events === undefined ? {} : { events: [...new Set(input.events)] }),
      ...(input.activo === undefined ? {} : { activo: input.activo, ...resumed }),
    }
    if (Object.keys(set).length > 0) await trx.updateTable('webhook').set(set).where('id', '=', id).execute()
    return await requireWebhook(trx, ctx.actor, id)
  })
  if (input.activo === true) await enqueueDue(ctx)
  return changed
}

/** @throws ProblemError not_found */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  await change(ctx, id, 'webhook.deleted', async (trx) => {
    await trx.deleteFrom('webhook').where('id', '=', id).execute()
  })
}

/**
 * Replaces the secret and returns the new one this once. The one before also signs for a day; one before that no more.
 * @throws ProblemError not_found
 */
export async function rotateSecret(ctx: Ctx, id: string): Promise<WithSecret> {
  return await change(ctx, id, 'webhook.rotated', async (trx, { secret: old_secret }, at) => {
    const { text, sealed } = createSecret(ctx.keys, id)
    const old_secret_until = new Date(at.getTime() + oldSecretHours * 3_600_000)
    await trx
      .updateTable('webhook')
      .set({ secret: sealed, old_secret, old_secret_until })
      .where('id', '=', id)
      .execute()
    return { secret: text, row: await requireWebhook(trx, ctx.actor, id) }
  })
}

async function requireDelivery(db: Kysely<Database>, actor: Ctx['actor'], id: string): Promise<DeliveryRow> {
  const row = await selectDeliveries(db).where('webhook_delivery.id', '=', id).executeTakeFirst()
  authorize('webhook.manage', actor, row && { id_company: row.id_company, created_by: null })
  return row!
}

/**
 * Sends a delivery again, with the same id and content; one that is being sent is left alone.
 * @throws ProblemError not_found, webhook_inactive
 */
export async function replayDelivery(ctx: Ctx, id: string): Promise<DeliveryRow> {
  const replayed = await inTransaction(ctx.db, async (trx) => {
    await lockActor(trx, ctx.actor, ctx.clock())
    const { activo } = await requireDelivery(trx, ctx.actor, id)
    if (!activo) throw new ProblemError('webhook_inactive')
    const at = ctx.clock()
    await trx
      .updateTable('webhook_delivery')
      .set({ status: 'queued', attempts: 0, next_attempt_at: at, lease_until: null })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
      .execute()
    return await requireDelivery(trx, ctx.actor, id)
  })
  await enqueueDue(ctx)
  return replayed
}

const tests = { tries: 10, seconds: 600 }

/**
 * Sends a test message now, also to a paused webhook, and returns it with its outcome.
 * @throws ProblemError not_found, paused
 */
export async function testWebhook(ctx: Ctx, id: string): Promise<DeliveryRow> {
  const { db, clock, actor } = ctx
  const { id_company } = await requireWebhook(db, actor, id)
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('webhook test', actor.id, tests)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  const at = clock()
  const message = { type: webhookTest, timestamp: at.toISOString(), data: { id_company } }
  const delivery = await db
    .insertInto('webhook_delivery')
    .values({
      id_webhook: id,
      object: `test ${randomUUID()}`,
      type: webhookTest,
      body: JSON.stringify(message),
      attempts: 1,
      next_attempt_at: at,
      lease_until: new Date(at.getTime() + deliveryLeaseMs),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sendClaimed(ctx, delivery, ctx.log)
  return await requireDelivery(db, actor, delivery.id)
}
