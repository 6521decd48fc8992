import * as z from 'zod/mini'
import { positiveIntegerText, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import type { EventAction } from './events.ts'
import { generatedId, uuid } from './ids.ts'

/** Events of the history that webhooks may receive, with what they report, for the API page. */
const summaries = {
  'solicitud_main.created': 'Un expediente nuevo, con sus solicitudes.',
  'solicitud_main.deleted': 'El expediente fue a la papelera.',
  'solicitud_main.restored': 'El expediente volvió de la papelera.',
  'solicitud.updated': 'Cambiaron los datos de una solicitud.',
  'solicitud.sent': 'Una solicitud fue enviada.',
  'solicitud.returned': 'Una solicitud fue devuelta para corregir.',
  'solicitud.concluded': 'Una solicitud concluyó.',
  'mediation.changed': 'Cambió el estado de la mediación de un documento; status dice a cuál.',
  'document.uploaded': 'Un documento nuevo.',
  'document.filled': 'Un documento nuevo, hecho de una plantilla.',
  'document.signed': 'Una firma más en un documento; version es la que la lleva.',
  'document.deleted': 'El documento fue a la papelera.',
  'document.restored': 'El documento volvió de la papelera.',
  'signing_request.sent': 'Un pedido de firmas fue enviado.',
  'signing_request.completed': 'Todos firmaron.',
  'signing_request.cancelled': 'La oficina anuló el pedido de firmas.',
  'signing_request.expired': 'El pedido de firmas venció.',
  'document_request.sent': 'Un pedido de documentos fue enviado.',
  'document_request.completed': 'La oficina aceptó todo lo que pidió.',
  'document_request.cancelled': 'La oficina anuló el pedido de documentos.',
  'document_request.expired': 'El pedido de documentos venció.',
  'convocation.sent': 'Las partes fueron convocadas.',
  'recipient.seen': 'Un destinatario abrió su pedido por primera vez.',
  'recipient.signed': 'Un destinatario firmó.',
  'recipient.approved': 'Un destinatario dio su visto bueno.',
  'recipient.declined': 'Un destinatario no quiso firmar; el pedido termina.',
  'recipient.delegated': 'Un destinatario pasó el pedido a otra persona.',
  'recipient.delivered': 'Un destinatario entregó un archivo.',
  'recipient.answered': 'Una parte contestó la convocatoria; answer dice qué.',
  'requirement.accepted': 'La oficina aceptó un documento entregado.',
  'requirement.returned': 'La oficina devolvió un documento entregado.',
} as const satisfies Partial<Record<EventAction, string>>

export type WebhookEvent = keyof typeof summaries
export const webhookEvents = Object.keys(summaries) as [WebhookEvent, ...WebhookEvent[]]
export const webhookSummary = (type: WebhookEvent): string => summaries[type]

/** Sent by the test button only. */
export const webhookTest = 'webhook.test'

/** The body of a webhook message: ids and states only. `data` has the ids of the objects that the event concerns. */
export const webhookMessageSchema = z.strictObject({
  type: z.enum([...webhookEvents, webhookTest]),
  timestamp,
  data: z.strictObject({
    id_company: uuid,
    id_solicitud_main: z.optional(generatedId),
    id_solicitud: z.optional(generatedId),
    id_documento: z.optional(uuid),
    id_pedido: z.optional(uuid),
    id_recipient: z.optional(uuid),
    id_requirement: z.optional(uuid),
    version: z.optional(z.int()),
    status: z.optional(z.string()),
    answer: z.optional(z.string()),
  }),
})

export const longestWebhookUrl = 500
/** Webhooks of one company. */
export const mostWebhooks = 10
/** How long the secret before a rotation also signs. */
export const oldSecretHours = 24
/** After so many days with failures only, Foja stops a webhook. */
export const webhookFailureDays = 3
/** How long deliveries are kept. */
export const keptDeliveryDays = 30

export const webhookSchema = z.strictObject({
  id: uuid,
  id_company: uuid,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  activo: z.boolean(),
  /** When Foja stopped it after days of failures; null: it did not. */
  disabled_at: z.nullable(timestamp),
  /** The first failure since the last success. */
  failing_since: z.nullable(timestamp),
  /** Until when the secret before the last rotation also signs. */
  old_secret_until: z.nullable(timestamp),
  /** Deliveries that wait. */
  waiting: z.int(),
  created_at: timestamp,
})
export type Webhook = z.infer<typeof webhookSchema>

export const deliveryStatuses = ['queued', 'delivered', 'failed'] as const

/** Why there was no answer. */
export const deliveryReasons = ['unreachable', 'timeout', 'redirect', 'unexpected'] as const

export const webhookDeliverySchema = z.strictObject({
  /** The `webhook-id` header; the same in each attempt. */
  id: uuid,
  type: z.enum([...webhookEvents, webhookTest]),
  body: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  /** HTTP status of the last answer; null: there was none. */
  code: z.nullable(z.int()),
  reason: z.nullable(z.enum(deliveryReasons)),
  created_at: timestamp,
  attempted_at: z.nullable(timestamp),
  next_attempt_at: z.nullable(timestamp),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

const tag = 'Webhooks'
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestWebhookUrl))
const events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length))
const withSecret = z.strictObject({ secret: z.string(), ...webhookSchema.shape })

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/v1/webhooks/',
  policy: 'webhook.manage',
  summary: 'Los webhooks de una empresa, el primero primero.',
  tag,
  query: z.object({
    /** Default: the caller's. */
    id_company: z.optional(uuid),
  }),
  replies: { 200: z.strictObject({ webhooks: z.array(webhookSchema) }) },
  errors: ['validation_failed', 'company_unknown'],
})

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/v1/create_webhook/',
  policy: 'webhook.manage',
  summary: 'Crea un webhook y da su secreto esta única vez.',
  tag,
  body: z.strictObject({
    url,
    events,
    /** Default: the caller's. */
    id_company: z.optional(uuid),
  }),
  replies: { 201: withSecret },
  errors: ['validation_failed', 'company_unknown', 'webhook_url_wrong', 'webhook_limit'],
})

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/api/v1/update_webhook/{id}/',
  policy: 'webhook.manage',
  summary: 'Cambia un webhook, lo pausa o lo reanuda; lo que no se manda queda como está.',
  tag,
  params: uuidParams,
  body: z.strictObject({ url: z.optional(url), events: z.optional(events), activo: z.optional(z.boolean()) }),
  replies: { 200: webhookSchema },
  errors: ['validation_failed', 'webhook_url_wrong'],
})

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/delete_webhook/{id}/',
  policy: 'webhook.manage',
  summary: 'Borra un webhook con sus envíos.',
  tag,
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: [],
})

export const rotateWebhookSecret = defineEndpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/v1/rotate_webhook_secret/{id}/',
  policy: 'webhook.manage',
  summary: `Cambia el secreto de un webhook y da el nuevo esta única vez; el anterior también firma ${oldSecretHours} horas más.`,
  tag,
  params: uuidParams,
  body: z.strictObject({}),
  replies: { 200: withSecret },
  errors: ['validation_failed'],
})

export const listWebhookDeliveries = defineEndpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/v1/webhook_deliveries/{id}/',
  policy: 'webhook.manage',
  summary: `Los envíos de un webhook de los últimos ${keptDeliveryDays} días, el último primero, 50 por vez.`,
  tag,
  params: uuidParams,
  query: z.object({
    status: z.optional(z.enum(deliveryStatuses)),
    /** From the previous answer. */
    before: z.optional(positiveIntegerText),
  }),
  replies: { 200: z.strictObject({ results: z.array(webhookDeliverySchema), next: z.nullable(z.int()) }) },
  errors: ['validation_failed'],
})

export const replayWebhookDelivery = defineEndpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: '/api/v1/replay_webhook_delivery/{id}/',
  policy: 'webhook.manage',
  summary: 'Envía otra vez, con el mismo webhook-id.',
  tag,
  params: uuidParams,
  body: z.strictObject({}),
  replies: { 200: webhookDeliverySchema },
  errors: ['validation_failed', 'webhook_inactive'],
})

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/v1/test_webhook/{id}/',
  policy: 'webhook.manage',
  summary: 'Envía ahora un mensaje de prueba y da su resultado.',
  tag,
  params: uuidParams,
  body: z.strictObject({}),
  replies: { 200: webhookDeliverySchema },
  errors: ['validation_failed', 'paused'],
})
