import {
  deliveryReasons,
  webhookEvents,
  webhookTest,
  type Webhook,
  type WebhookDelivery,
} from '@foja/contracts/webhooks'
import type { DeliveryRow, WebhookRow } from './webhooks.queries.ts'

const textOf = (at: Date | null) => at?.toISOString() ?? null

/** Wire shape of a webhook, without its secrets. Events of another release are left out. */
export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  id_company: row.id_company,
  url: row.url,
  events: webhookEvents.filter((type) => row.events.includes(type)),
  activo: row.activo,
  disabled_at: textOf(row.disabled_at),
  failing_since: textOf(row.failing_since),
  old_secret_until: row.old_secret_until !== null && row.old_secret_until > now ? textOf(row.old_secret_until) : null,
  waiting: row.waiting,
  created_at: row.created_at.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: webhookEvents.find((type) => type === row.type) ?? webhookTest,
  body: row.body,
  status: row.status,
  attempts: row.attempts,
  code: row.code,
  reason: deliveryReasons.find((reason) => reason === row.reason) ?? null,
  created_at: row.created_at.toISOString(),
  attempted_at: textOf(row.attempted_at),
  next_attempt_at: textOf(row.next_attempt_at),
})
