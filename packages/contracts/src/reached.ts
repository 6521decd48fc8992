import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { emailStatuses } from './emails.ts'
import { uuid } from './ids.ts'
import { recipientChannels, recipientStatuses } from './request-states.ts'

/** Of a recipient of any request: how they are reached, and what they have done. */
export const reachedShape = {
  id: uuid,
  nombre: z.string(),
  /** Empty for a party of a convocation without an address: their link is given to them by other means. */
  email: z.string(),
  telefono: z.nullable(z.string()),
  status: z.enum(recipientStatuses),
  channel: z.enum(recipientChannels),
  /** State of the last message with their link or code; null: none. */
  mail_status: z.nullable(z.enum(emailStatuses)),
  sent_at: z.nullable(timestamp),
  seen_at: z.nullable(timestamp),
  /** When they did the last of what is asked of them. */
  acted_at: z.nullable(timestamp),
  reminded_at: z.nullable(timestamp),
}
