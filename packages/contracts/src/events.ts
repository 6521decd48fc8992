import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { uuid } from './ids.ts'

export const eventActions = [
  'setup.completed',
  'solicitud_main.created',
  'document.uploaded',
  'document.signed',
  'document.extended',
  'document.evidence_exported',
  'share.created',
  'share.opened',
  'share.removed',
  'signer.uploaded',
  'signer.removed',
  'signing.configured',
  'trust_anchor.added',
  'trust_anchor.removed',
  'session.started',
  'session.ended',
  'session.reuse_detected',
] as const
export type EventAction = (typeof eventActions)[number]

/** One line of the audit trail. `hash` is chained to the previous event of the same case file. */
export const eventSchema = z.strictObject({
  action: z.enum(eventActions),
  actor: z.nullable(z.strictObject({ id: z.nullable(uuid), nombre: z.string() })),
  id_documento: z.nullable(uuid),
  /** Names and figures that the sentence on the screen needs; never secrets. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: timestamp,
  hash: z.string(),
})
export type Event = z.infer<typeof eventSchema>
