import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'

/** Kinds of notifications; those that require an action are also sent by email. */
export const notificationKinds = [
  'solicitud.sent',
  'solicitud.assigned',
  'solicitud.scheduled',
  'solicitud.returned',
  'solicitud.concluded',
  'solicitud.reminder',
  'mediation.changed',
  'document.signed',
  'document.shared',
  'template.filled',
  'email.failed',
  'share.opened',
  'request.completed',
  'request.declined',
  'request.expired',
  'documents.delivered',
  'documents.expired',
  'convocation.answered',
  'webhook.disabled',
  'retention.due',
  'user.provisioned',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(notificationKinds),
  /** The user who did it; null for the system and for people without an account. */
  actor: z.nullable(z.string()),
  id_solicitud: z.nullable(generatedId),
  id_documento: z.nullable(uuid),
  /**
   * Facts for the sentence: `titulo`, `nombre`, `motivo`, `mensaje`, `fecha`, `status`, `to`; for `template.filled`
   * also `id_template`, `done` and `failed`. Never secrets.
   */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: timestamp,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notificationSchema>

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/v1/list_notifications/',
  policy: 'self',
  summary: 'Los avisos de quien llama, el último primero, 30 por vez.',
  tag: 'Avisos',
  query: z.object({
    /** From the previous answer. */
    before: z.optional(z.string().check(z.maxLength(40))),
    /** `1`: only unread ones. */
    unread: z.optional(z.literal('1')),
  }),
  replies: {
    200: z.strictObject({
      unread: z.int(),
      results: z.array(notificationSchema),
      next: z.nullable(z.string()),
    }),
  },
  errors: ['validation_failed'],
})

export const readNotifications = defineEndpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/v1/read_notifications/',
  policy: 'self',
  summary: 'Da por leídos unos avisos, o todos los que había hasta uno.',
  tag: 'Avisos',
  body: z.union([
    z.strictObject({ ids: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ until: z.string().check(z.maxLength(40)) }),
  ]),
  replies: { 200: z.strictObject({ unread: z.int() }) },
  errors: ['validation_failed'],
})

/**
 * One message of the live stream, the JSON of a `data:` line; the event's name is its `type`. It only signals a change:
 * the client fetches the data with its current permissions.
 */
export const liveMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello') }),
  z.strictObject({ type: z.literal('notification'), unread: z.int() }),
  z.strictObject({
    type: z.literal('changed'),
    id_solicitud_main: z.nullable(generatedId),
    id_documento: z.nullable(uuid),
  }),
])
export type LiveMessage = z.infer<typeof liveMessageSchema>

export const live = defineEndpoint({
  name: 'live',
  method: 'GET',
  path: '/api/v1/live/',
  policy: 'self',
  summary: 'Lo que cambia, al momento (server-sent events). Termina con la sesión; se vuelve a abrir con otra.',
  tag: 'Avisos',
  replies: { 200: { binary: 'text/event-stream', data: liveMessageSchema } },
  errors: [],
})
