import { webhookFailureDays, webhookTest, type deliveryReasons } from '@foja/contracts/webhooks'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { WebhookDeliveryTable, WebhookTable } from '@foja/db/webhook-tables'
import type { Job, QueueLogger } from '@foja/jobs/queue'
import { NetworkError, type NetworkErrorCode } from '@foja/pades/net/fetcher'
import type { Selectable, Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { retryPauses } from '../../lib/retry-pauses.ts'
import { findManagers, notify } from '../notify/public.ts'
import { signMessage } from './webhook-secret.ts'
import { claimDelivery, findDue } from './webhooks.queries.ts'

type Delivery = Selectable<WebhookDeliveryTable>
type Webhook = Selectable<WebhookTable>
type Reason = (typeof deliveryReasons)[number]

const minuteMs = 60_000

/** The fetcher ends an attempt after a quarter of it, so that an expired lease means that its worker has ended. */
export const deliveryLeaseMs = minuteMs

/** The answer to an attempt: an HTTP status, or why there is none. */
type Outcome = { code: number; reason: null } | { code: null; reason: Reason }
type Attempt = { outcome: Outcome; cause?: string }

/** Private and unreachable hosts are not told apart: the answer must not tell which names the internal network has. */
const reasons: Partial<Record<NetworkErrorCode, Reason>> = {
  address_forbidden: 'unreachable',
  unreachable: 'unreachable',
  timeout: 'timeout',
  redirect: 'redirect',
}

/** Why there is no answer, as «certificate has expired»: for the log only, because it may tell what the network has. */
function causeOf(error: unknown): string {
  const { cause = error } = error as Error
  const { message, code } = cause as NodeJS.ErrnoException
  // The error of several addresses has no message.
  return message || String(code)
}

/** Sends the message once. The content of the answer is not read. */
async function post(deps: AppDeps, webhook: Webhook, { id, body }: Delivery): Promise<Attempt> {
  try {
    const reply = await deps.webhookFetcher({
      url: webhook.url,
      method: 'POST',
      body: Buffer.from(body),
      contentType: 'application/json',
      headers: signMessage(deps.keys, webhook, { id, body, at: deps.clock() }),
      maxBytes: 0,
    })
    return { outcome: { code: reply.status, reason: null } }
  } catch (error) {
    const reason = error instanceof NetworkError ? reasons[error.code] : undefined
    return { outcome: { code: null, reason: reason ?? 'unexpected' }, cause: causeOf(error) }
  }
}

const isAccepted = ({ code }: Outcome) => code !== null && code >= 200 && code < 300

const hostOf = (webhook: Webhook) => new URL(webhook.url).host

/** Stops a webhook that has failed for days, and notifies the managers of its company. */
async function disable(trx: Transaction<Database>, deps: AppDeps, webhook: Webhook, at: Date): Promise<void> {
  await trx.updateTable('webhook').set({ activo: false, disabled_at: at }).where('id', '=', webhook.id).execute()
  const nombre = hostOf(webhook)
  await notify(trx, deps, {
    kind: 'webhook.disabled',
    to: await findManagers(trx, webhook.id_company),
    actor: null,
    data: { nombre, id_company: webhook.id_company },
    key: `webhook.disabled:${webhook.id}:${at.toISOString()}`,
    email: true,
  })
  await appendEvent(trx, {
    action: 'webhook.disabled',
    id_company: webhook.id_company,
    actor_label: 'Foja',
    data: { direccion: nombre },
    at,
  })
}

/** Notes a success or failure at the webhook. Tests do not count. */
async function noteOutcome(trx: Transaction<Database>, deps: AppDeps, webhook: Webhook, failed: boolean, at: Date) {
  const { id } = webhook
  const now = await trx.selectFrom('webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (now === undefined || (!failed && now.failing_since === null)) return
  const failing_since = failed ? (now.failing_since ?? at) : null
  await trx.updateTable('webhook').set({ failing_since }).where('id', '=', id).execute()
  const days = failing_since === null ? 0 : (at.getTime() - failing_since.getTime()) / (24 * 60 * minuteMs)
  if (now.activo && days >= webhookFailureDays) await disable(trx, deps, now, at)
}

/** The columns of a delivery after an attempt. A test is not repeated. */
function settle({ attempts, type }: Delivery, outcome: Outcome, at: Date) {
  const pause = type === webhookTest ? undefined : retryPauses[attempts - 1]
  const answer = { ...outcome, attempted_at: at, lease_until: null }
  if (isAccepted(outcome)) return { ...answer, status: 'delivered' as const, next_attempt_at: null }
  return pause === undefined
    ? { ...answer, status: 'failed' as const, next_attempt_at: null }
    : { ...answer, status: 'queued' as const, next_attempt_at: new Date(at.getTime() + pause * minuteMs) }
}

/**
 * Makes one attempt to send a claimed delivery, logs it and stores its outcome, unless another worker has taken over the
 * lease.
 * At least once: if the process dies after the answer, the message is sent again after the lease, with the same id.
 */
export async function sendClaimed(deps: AppDeps, delivery: Delivery, log: QueueLogger): Promise<Outcome | null> {
  const { id, id_webhook } = delivery
  const webhook = await deps.db.selectFrom('webhook').selectAll().where('id', '=', id_webhook).executeTakeFirst()
  if (webhook === undefined) return null
  const { outcome, cause } = await post(deps, webhook, delivery)
  const line = { webhook: id_webhook, delivery: id, type: delivery.type, ...outcome, cause }
  if (isAccepted(outcome)) log.info(line, 'a webhook message was sent')
  else log.warn(line, 'a webhook message was not sent')
  await inTransaction(deps.db, async (trx) => {
    const at = deps.clock()
    const { numUpdatedRows } = await trx
      .updateTable('webhook_delivery')
      .set(settle(delivery, outcome, at))
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where('attempts', '=', delivery.attempts)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || delivery.type === webhookTest) return
    await noteOutcome(trx, deps, webhook, !isAccepted(outcome), at)
  })
  return outcome
}

/** Makes one attempt to send a delivery if it is due. Returns false if there was no answer. */
async function sendDelivery(deps: AppDeps, id: string, log: QueueLogger): Promise<boolean> {
  const now = deps.clock()
  const delivery = await claimDelivery(deps.db, id, { now, until: new Date(now.getTime() + deliveryLeaseMs) })
  if (delivery === undefined) return true
  const outcome = await sendClaimed(deps, delivery, log)
  return outcome === null || outcome.code !== null
}

const perRound = 200
const atOnce = 8

/**
 * Sends all deliveries that are due: of each webhook one after the other, of some webhooks at the same time, so that a
 * slow one does not delay the others. One that does not answer waits for the next run.
 */
export async function sendDue(deps: AppDeps, { signal, log }: Pick<Job, 'signal' | 'log'>): Promise<void> {
  const silent: string[] = []
  for (;;) {
    const due = await findDue(deps.db, deps.clock(), { except: silent, limit: perRound })
    if (due.length === 0 || signal.aborted) return
    const queues = [...Map.groupBy(due, ({ id_webhook }) => id_webhook)]
    const work = async () => {
      for (let next = queues.shift(); next !== undefined; next = queues.shift()) {
        const [webhook, deliveries] = next
        for (const { id } of deliveries) {
          if (signal.aborted) return
          if (await sendDelivery(deps, id, log)) continue
          silent.push(webhook)
          break
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}
