import type { Generated } from 'kysely'
import type { Bytes, CreatedAt, Instant, NullableBytes, NullableInstant } from './column-shapes.ts'

/** An address of another program, to which the events of a company are sent. */
export interface WebhookTable {
  id: string
  id_company: string
  url: string
  /** types of events */
  events: string[]
  /** sealed with the server's key */
  secret: Bytes
  /** the secret before the last rotation, which also signs until then */
  old_secret: NullableBytes
  old_secret_until: NullableInstant
  activo: Generated<boolean>
  /** the first failure since the last success */
  failing_since: NullableInstant
  /** set when the server switched it off after days of failures */
  disabled_at: NullableInstant
  created_by: string | null
  created_at: CreatedAt
}

/** One event for one webhook. */
export interface WebhookDeliveryTable {
  /** order of the events of an object */
  no: Generated<number>
  id: Generated<string>
  id_webhook: string
  /** case file, request or document: its deliveries go out one after the other */
  object: string
  type: string
  /** JSON, with ids only */
  body: string
  status: Generated<'queued' | 'delivered' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: NullableInstant
  lease_until: NullableInstant
  /** HTTP status of the last answer */
  code: number | null
  /** why there was no answer */
  reason: string | null
  attempted_at: NullableInstant
  created_at: Instant
}
