import * as z from 'zod/mini'
import { optionalText, personSchema, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { mostRecipients } from './constants.ts'

/**
 * State of a message. `held`: kept because no mail server is configured; `queued`: sent automatically, also after a
 * temporary failure; `failed`: not sent unless a user retries.
 */
export const emailStatuses = ['queued', 'held', 'sent', 'failed', 'cancelled'] as const
export type EmailStatus = (typeof emailStatuses)[number]

/**
 * Purpose of a message. `account`: invitations, password resets and other account notices; `request`: to a recipient of a
 * signing request.
 */
export const emailKinds = [
  'document',
  'notice',
  'invitation',
  'cancellation',
  'reminder',
  'account',
  'request',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** One recipient: delivered, or the mail server's objection. */
export const emailRecipientSchema = z.strictObject({
  address: z.string(),
  /** The mail server accepted the message for this address; it is never sent there again. */
  sent: z.boolean(),
  /**
   * The refusal in the caller's language, if the server refused this address; otherwise the `reason` of the message
   * applies.
   */
  reason: z.nullable(z.string()),
  server_reply: z.nullable(z.string()),
})
export type EmailRecipient = z.infer<typeof emailRecipientSchema>

export const emailSchema = z.strictObject({
  id_envio: uuid,
  kind: z.enum(emailKinds),
  status: z.enum(emailStatuses),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  /**
   * Every address of `to` and `cc`, including those removed by a correction after delivery. A `failed` or `queued`
   * message may have reached some of them: `retry` sends it to the others only.
   */
  recipients: z.array(emailRecipientSchema),
  subject: z.string(),
  /** Of `document`: how it is delivered. */
  as: z.nullable(z.enum(['attachment', 'link'])),
  id_documento: z.nullable(uuid),
  documento: z.nullable(z.string()),
  id_solicitud: z.nullable(generatedId),
  attempts: z.int(),
  /** Reason of the last failure in the caller's language, after the addresses that failed; null: no failure. */
  reason: z.nullable(z.string()),
  /** The mail server's own words. */
  server_reply: z.nullable(z.string()),
  next_attempt_at: z.nullable(timestamp),
  sent_at: z.nullable(timestamp),
  created_by: z.nullable(personSchema),
  created_at: timestamp,
  /** Actions that the caller may perform. */
  actions: z.array(z.enum(['retry', 'cancel'])),
})
export type Email = z.infer<typeof emailSchema>

export const emailDetailsSchema = z.strictObject({
  ...emailSchema.shape,
  from: z.string(),
  reply_to: z.nullable(z.string()),
  text: z.string(),
  html: z.string(),
  /** When the content was deleted: `text` and `html` are empty then. */
  emptied_at: z.nullable(timestamp),
  attachments: z.array(z.strictObject({ nombre: z.string(), mime: z.string(), size: z.nullable(z.int()) })),
})
export type EmailDetails = z.infer<typeof emailDetailsSchema>

/** Validated by the server, which names the wrong address: `email_address_wrong`. */
const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(254))
const addresses = z.array(address).check(z.maxLength(mostRecipients))

export const sendDocumentByEmail = defineEndpoint({
  name: 'sendDocumentByEmail',
  method: 'POST',
  path: '/api/v1/send_document_by_email/',
  policy: 'document.email',
  summary: 'Envía un documento por correo, adjunto o como enlace. Su estado se ve en el documento.',
  tag: 'Correo',
  body: z.strictObject({
    id_documento: uuid,
    to: addresses.check(z.minLength(1)),
    cc: z.optional(addresses),
    subject: optionalText(200),
    message: optionalText(5000),
    as: z.enum(['attachment', 'link']),
    /** Idempotency key from the client: the same key sends once. */
    key: z.optional(uuid),
  }),
  replies: { 200: z.strictObject({ id_envio: uuid, status: z.enum(emailStatuses) }) },
  errors: [
    'validation_failed',
    'id_in_use',
    'email_address_wrong',
    'email_quota_exceeded',
    'email_attachment_too_large',
  ],
})

export const listEmail = defineEndpoint({
  name: 'listEmail',
  method: 'GET',
  path: '/api/v1/list_email/{id}/',
  policy: 'document.email',
  summary: 'Los correos que llevaron un documento, el último primero, 100 como mucho.',
  tag: 'Correo',
  params: uuidParams,
  replies: { 200: z.array(emailSchema) },
  errors: [],
})

export const outbox = defineEndpoint({
  name: 'outbox',
  method: 'GET',
  path: '/api/v1/outbox/',
  policy: 'outbox.read',
  summary: 'Todos los correos de la empresa (para un administrador, de todas), el último primero.',
  tag: 'Correo',
  query: z.object({
    status: z.optional(z.enum(emailStatuses)),
    /** From the previous answer. */
    before: z.optional(z.string().check(z.maxLength(100))),
  }),
  replies: {
    200: z.strictObject({
      results: z.array(emailSchema),
      /** Pass it as `before` to get older messages; null at the end. */
      next: z.nullable(z.string()),
      counts: z.strictObject({ queued: z.int(), held: z.int(), failed: z.int() }),
    }),
  },
  errors: ['validation_failed'],
})

export const detailsEmail = defineEndpoint({
  name: 'detailsEmail',
  method: 'GET',
  path: '/api/v1/details_email/{id}/',
  policy: 'email.read',
  summary: 'Un correo entero, tal como sale.',
  tag: 'Correo',
  params: uuidParams,
  replies: { 200: emailDetailsSchema },
  errors: [],
})

export const retryEmail = defineEndpoint({
  name: 'retryEmail',
  method: 'POST',
  path: '/api/v1/retry_email/{id}/',
  policy: 'email.read',
  summary:
    'Vuelve a enviar un correo que falló o que esperaba, a quienes aún no lo tienen; «to» y «cc» corrigen a quién va.',
  tag: 'Correo',
  params: uuidParams,
  /** Absent: unchanged. Addresses that already have the message stay listed and do not get it again. */
  body: z.strictObject({ to: z.optional(addresses.check(z.minLength(1))), cc: z.optional(addresses) }),
  replies: { 200: emailSchema },
  errors: ['validation_failed', 'email_not_waiting', 'email_address_wrong', 'email_quota_exceeded'],
})

export const cancelEmail = defineEndpoint({
  name: 'cancelEmail',
  method: 'POST',
  path: '/api/v1/cancel_email/{id}/',
  policy: 'email.read',
  summary: 'Descarta un correo que aún no salió.',
  tag: 'Correo',
  params: uuidParams,
  replies: { 200: emailSchema },
  errors: ['email_not_waiting'],
})

export const releaseOutbox = defineEndpoint({
  name: 'releaseOutbox',
  method: 'POST',
  path: '/api/v1/release_outbox/',
  policy: 'outbox.read',
  summary: 'Envía ahora todos los correos retenidos que ve quien llama.',
  tag: 'Correo',
  replies: { 200: z.strictObject({ released: z.int() }) },
  errors: [],
})

export const mailState = defineEndpoint({
  name: 'mailState',
  method: 'GET',
  path: '/api/v1/mail_state/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Si el servidor puede enviar correos, y lo que espera o falló entre lo que ve quien llama.',
  tag: 'Correo',
  replies: {
    200: z.strictObject({
      configured: z.boolean(),
      from: z.nullable(z.string()),
      held: z.int(),
      failed: z.int(),
      attachment_bytes: z.int(),
    }),
  },
  errors: [],
})
