import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

export const eventActions = [
  'setup.completed',
  'keys.rotated',
  'solicitud_main.created',
  'solicitud_main.deleted',
  'solicitud_main.restored',
  'solicitud_main.purged',
  'solicitud.updated',
  'solicitud.sent',
  'solicitud.returned',
  'solicitud.concluded',
  'solicitud.reminded',
  'document.uploaded',
  'document.filled',
  'document.signed',
  'document.extended',
  'document.evidence_exported',
  'document.deleted',
  'document.restored',
  'document.purged',
  'mediation.changed',
  'email.queued',
  'email.sent',
  'email.failed',
  'email.retried',
  'email.released',
  'email.cancelled',
  'user_shared.changed',
  'share.created',
  'share.opened',
  'share.removed',
  'template.created',
  'template.changed',
  'template.archived',
  'template.deleted',
  'template.restored',
  'signer.uploaded',
  'signer.removed',
  'signing.configured',
  'mail.configured',
  'mail.removed',
  'trust_anchor.added',
  'trust_anchor.removed',
  'authority.switched',
  'authority_country.switched',
  'company.created',
  'company.changed',
  'company.deactivated',
  'company.reactivated',
  'company.removed',
  'user.created',
  'user.invited',
  'user.changed',
  'user.deactivated',
  'user.reactivated',
  'user.removed',
  'user.sessions_ended',
  'user.let_in',
  'solicitud.handed_over',
  'password.changed',
  'password.reset',
  'totp.enabled',
  'totp.moved',
  'totp.removed',
  'totp.codes_renewed',
  'passkey.added',
  'passkey.removed',
  'passkey.copy_suspected',
  'session.started',
  'session.provider_linked',
  'session.ended',
  'session.reuse_detected',
  'session.other_browser',
] as const
export type EventAction = (typeof eventActions)[number]

/** One event of the history. `hash` is chained to the previous event of the same case file. */
export const eventSchema = z.strictObject({
  action: z.enum(eventActions),
  actor: z.nullable(z.strictObject({ id: z.nullable(uuid), nombre: z.string() })),
  id_documento: z.nullable(uuid),
  /** Names and figures for the sentence on the screen; never secrets. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: timestamp,
  hash: z.string(),
})
export type Event = z.infer<typeof eventSchema>

export const history = defineEndpoint({
  name: 'history',
  method: 'GET',
  path: '/api/v1/history/{id}/',
  policy: 'document.read',
  summary: 'La historia de un expediente, de una solicitud o de un documento, lo último primero.',
  tag: 'Historia',
  params: z.strictObject({ id: z.string().check(z.minLength(19), z.maxLength(36)) }),
  query: z.object({
    /** From the previous answer. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  replies: {
    200: z.strictObject({
      events: z.array(eventSchema),
      next: z.nullable(z.int()),
      /** False when any event's hash does not follow from the one before it. */
      intact: z.boolean(),
      /** Number of events in the whole chain. */
      count: z.int(),
    }),
  },
  errors: ['validation_failed'],
})
