import * as z from 'zod/mini'
import { optionalText, personSchema, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'

/**
 * Where a message stands. `held`: kept, because the server has no mail set up; `queued`: goes out by itself, also after
 * a failure that may pass; `failed`: does not go out any more unless somebody retries.
 */
export const emailStatuses = ['queued', 'held', 'sent', 'failed', 'cancelled'] as const
export type EmailStatus = (typeof emailStatuses)[number]

/** What a message is for. `account`: invitations, forgotten passwords and what else concerns somebody's own account. */
export const emailKinds = ['document', 'notice', 'invitation', 'cancellation', 'reminder', 'account'] as const
export type EmailKind = (typeof emailKinds)[number]

/** One address of a message: whether it got there, or what the mail server has against it. */
export const emailRecipientSchema = z.strictObject({
  address: z.string(),
  /** The mail server has taken the message for it; nothing sends it there again. */
  sent: z.boolean(),
  /** Why not, in the caller's language, where the server refused this very address; else `reason` of the message counts. */
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
   * Every address of `to` and `cc`, and those that had it before a correction took them out. A message that is `failed` or
   * `queued` may have reached some of them: `retry` sends it only to those that do not have it.
   */
  recipients: z.array(emailRecipientSchema),
  subject: z.string(),
  /** Of `document`: how it travels. */
  as: z.nullable(z.enum(['attachment', 'link'])),
  id_documento: z.nullable(uuid),
  documento: z.nullable(z.string()),
  id_solicitud: z.nullable(generatedId),
  attempts: z.int(),
  /** Why the last attempt failed, after the addresses that it did not reach, in the caller's language; null: none did. */
  reason: z.nullable(z.string()),
  /** What the mail server said, as it said it. */
  server_reply: z.nullable(z.string()),
  next_attempt_at: z.nullable(timestamp),
  sent_at: z.nullable(timestamp),
  created_by: z.nullable(personSchema),
  created_at: timestamp,
  /** What the caller may do with it now. */
  actions: z.array(z.enum(['retry', 'cancel'])),
})
export type Email = z.infer<typeof emailSchema>

export const emailDetailsSchema = z.strictObject({
  ...emailSchema.shape,
  from: z.string(),
  reply_to: z.nullable(z.string()),
  text: z.string(),
  html: z.string(),
  /** Since when what it said is not kept any more: `text` and `html` are empty then. */
  emptied_at: z.nullable(timestamp),
  attachments: z.array(z.strictObject({ nombre: z.string(), mime: z.string(), size: z.nullable(z.int()) })),
})
export type EmailDetails = z.infer<typeof emailDetailsSchema>

/** How many addresses one message may have, `to` and `cc` together. */
export const mostRecipients = 20

/** Looked at closely by the server, as whoever sends it is told which one is wrong: `email_address_wrong`. */
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
    /** Made by the client: the same key sends once. */
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
  errors: ['validation_failed'],
})

export const outbox = defineEndpoint({
  name: 'outbox',
  method: 'GET',
  path: '/api/v1/outbox/',
  policy: 'outbox.read',
  summary: 'Todos los correos de la empresa (para un administrador, de todas), el último primero.',
  tag: 'Correo',
  query: z.strictObject({
    status: z.optional(z.enum(emailStatuses)),
    /** From the answer before. */
    before: z.optional(z.string().check(z.maxLength(100))),
  }),
  replies: {
    200: z.strictObject({
      results: z.array(emailSchema),
      /** Give it as `before` for what is older; null where there is nothing. */
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
  errors: ['validation_failed'],
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
  /** Absent: as they are. Whoever has the message already stays in them without getting it again. */
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
  errors: ['validation_failed', 'email_not_waiting'],
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
      /** Largest attachment in bytes. */
      attachment_bytes: z.int(),
    }),
  },
  errors: [],
})
