import * as z from 'zod/mini'
import { email, line, optionalText, personSchema, positiveInteger, timestamp, uuidParams } from './common.ts'
import { convocationSchema } from './convocations.ts'
import { documentRequestSchema } from './document-requests.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { pageNumber, pageOf } from './paging.ts'
import { stampPositionSchema } from './signing.ts'
import { fieldKeyPattern, templateLimits } from './template-field-types.ts'
import { reachedShape } from './reached.ts'
import {
  recipientFields,
  recipientRoles,
  signingRequestActions,
  signingRequestLimits as limits,
  signingRequestStatuses,
} from './request-states.ts'

export const signingTag = 'Pedir firmas'

/** Where a recipient signs one document of the request. */
const placeSchema = z.strictObject({ id_documento: uuid, position: stampPositionSchema })
/** `field`: the empty signature field at that place, which they sign. */
const chosenPlaceSchema = z.strictObject({ ...placeSchema.shape, field: z.optional(z.string()) })

const person = {
  nombre: line(120),
  email,
  telefono: optionalText(40),
  /** Number of the identity document. */
  identificacion: optionalText(40),
  /** The certificate must have that `identificacion`; otherwise the signature is refused. */
  must_match: z.optional(z.boolean()),
  rol: z.enum(recipientRoles),
  /** Recipients of one turn act at the same time, after those of the turn before. Ignored for `copia`. */
  turno: z.optional(positiveInteger.check(z.maximum(limits.recipients))),
  /** They type a code from their mail before they can read or do anything. Default: true for `firma_simple`. */
  code: z.optional(z.boolean()),
}
const newRecipientSchema = z.strictObject({
  ...person,
  places: z.optional(z.array(placeSchema).check(z.maxLength(limits.documents))),
})
export type NewRecipient = z.input<typeof newRecipientSchema>

const recipientList = <T extends z.ZodMiniType>(schema: T) =>
  z.array(schema).check(z.minLength(1), z.maxLength(limits.recipients))

/** Recipients of a document that is made from a template. */
export const fieldRecipientsSchema = recipientList(
  z.strictObject({
    ...person,
    /** Key of the signature field in which they sign; without one, their place is proposed. */
    field: z.optional(z.string().check(z.regex(fieldKeyPattern))),
  }),
)
export type FieldRecipient = z.output<typeof fieldRecipientsSchema>[number]

/** What requests for signatures say and allow. */
export const requestTerms = {
  mensaje: optionalText(2000),
  /** Default: 30 days from now. */
  expires_at: z.optional(timestamp),
  remind_every_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(limits.remindDays)))),
  allow_delegation: z.optional(z.boolean()),
}

export const recipientSchema = z.strictObject({
  ...reachedShape,
  identificacion: z.nullable(z.string()),
  must_match: z.boolean(),
  rol: z.enum(recipientRoles),
  /** Null for `copia`. */
  turno: z.nullable(z.int()),
  places: z.array(chosenPlaceSchema),
  code: z.boolean(),
  /** When a code was last typed right. */
  code_at: z.nullable(timestamp),
  /** `open`: they fill fields of the document before anybody signs. */
  fields: z.enum(recipientFields),
  filled_at: z.nullable(timestamp),
  /** Why they declined. */
  motivo: z.nullable(z.string()),
  /** Name of the recipient whose place they took. */
  delegated_from: z.nullable(z.string()),
})
export type SigningRecipient = z.infer<typeof recipientSchema>

export const signingRequestSchema = z.strictObject({
  id: uuid,
  titulo: z.string(),
  mensaje: z.nullable(z.string()),
  status: z.enum(signingRequestStatuses),
  /** The solicitud of its documents; null for documents outside of a case file. */
  id_solicitud: z.nullable(generatedId),
  /** Title of the case file; null without one. */
  expediente: z.nullable(z.string()),
  documents: z.array(z.strictObject({ id_documento: uuid, nombre: z.string() })),
  /** By turn, then as entered; those of `copia` last. */
  recipients: z.array(recipientSchema),
  allow_delegation: z.boolean(),
  remind_every_days: z.nullable(z.int()),
  expires_at: timestamp,
  created_by: personSchema,
  created_at: timestamp,
  sent_at: z.nullable(timestamp),
  completed_at: z.nullable(timestamp),
  /** Why it was taken back. */
  motivo: z.nullable(z.string()),
  /** Actions that the caller may perform. */
  actions: z.array(z.enum(signingRequestActions)),
})
export type SigningRequest = z.infer<typeof signingRequestSchema>

/** Why a new request is refused, whatever its documents are. */
export const newRequestErrors = [
  'recipients_missing',
  'recipient_repeated',
  'date_in_past',
  'request_term_too_long',
  'email_quota_exceeded',
  'code_needs_mail',
  'office_seal_needed',
] as const

/** Recipients of all kinds of requests are managed by the same calls. */
const anyRequestSchema = z.union([signingRequestSchema, documentRequestSchema, convocationSchema])

/** Requests for signatures, one for each row of a batch. */
export const batchRequestsSchema = z.strictObject({
  ...requestTerms,
  /** The recipients of each row, in the order of the rows. */
  recipients: z.array(fieldRecipientsSchema).check(z.minLength(1), z.maxLength(templateLimits.rows)),
})
export type BatchRequests = z.output<typeof batchRequestsSchema>

export const createSigningRequest = defineEndpoint({
  name: 'createSigningRequest',
  method: 'POST',
  path: '/api/v1/create_signing_request/',
  policy: 'document.ask',
  summary:
    'Pide la firma o la aprobación de uno a 20 documentos a personas sin cuenta, por turnos. Sin «send: false» se envía en el acto.',
  tag: signingTag,
  body: z.strictObject({
    /** Idempotency key from the client: the same key makes one request. */
    key: z.optional(uuid),
    titulo: z.optional(line(200)),
    ...requestTerms,
    documents: z.array(z.strictObject({ id_documento: uuid })).check(z.minLength(1), z.maxLength(limits.documents)),
    recipients: recipientList(newRecipientSchema),
    /** False keeps a draft. */
    send: z.optional(z.boolean()),
    /** A draft that becomes this request and keeps its id. */
    replaces: z.optional(uuid),
  }),
  replies: { 201: signingRequestSchema },
  errors: [
    'validation_failed',
    'id_in_use',
    'document_not_pdf',
    'document_requested',
    'documents_apart',
    'request_closed',
    ...newRequestErrors,
  ],
})

export const listSigningRequests = defineEndpoint({
  name: 'listSigningRequests',
  method: 'GET',
  path: '/api/v1/list_signing_requests/',
  policy: 'solicitud.list',
  summary: 'Los pedidos de firma que ve quien llama, el último primero; de un expediente, de un documento o todos.',
  tag: signingTag,
  query: z.object({
    status: z.optional(z.enum(signingRequestStatuses)),
    /** In the title, or the name or address of a recipient. */
    q: z.optional(z.string().check(z.maxLength(200))),
    id_solicitud_main: z.optional(generatedId),
    id_documento: z.optional(uuid),
    page: pageNumber,
  }),
  replies: { 200: pageOf(signingRequestSchema) },
  errors: ['validation_failed'],
})

export const detailsSigningRequest = defineEndpoint({
  name: 'detailsSigningRequest',
  method: 'GET',
  path: '/api/v1/details_signing_request/{id}/',
  policy: 'document.ask',
  summary: 'Un pedido de firma, con el estado de cada destinatario.',
  tag: signingTag,
  params: uuidParams,
  replies: { 200: signingRequestSchema },
  errors: [],
})

export const sendSigningRequest = defineEndpoint({
  name: 'sendSigningRequest',
  method: 'POST',
  path: '/api/v1/send_signing_request/',
  policy: 'document.ask',
  summary: 'Envía un borrador: pide la firma a los destinatarios del primer turno.',
  tag: signingTag,
  body: z.strictObject({ id: uuid }),
  replies: { 200: signingRequestSchema },
  errors: [
    'validation_failed',
    'request_closed',
    'document_requested',
    'date_in_past',
    'email_quota_exceeded',
    'office_seal_needed',
  ],
})

export const deleteSigningRequest = defineEndpoint({
  name: 'deleteSigningRequest',
  method: 'DELETE',
  path: '/api/v1/delete_signing_request/{id}/',
  policy: 'document.ask',
  summary: 'Borra un borrador. Lo que ya se envió se anula.',
  tag: signingTag,
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: ['request_closed'],
})

export const recipientLink = defineEndpoint({
  name: 'recipientLink',
  method: 'POST',
  path: '/api/v1/recipient_link/',
  policy: 'document.ask',
  summary:
    'El enlace de un destinatario, para entregárselo de otra manera. Desde entonces su canal es «enlace», y la evidencia lo dice.',
  tag: signingTag,
  body: z.strictObject({ id_recipient: uuid }),
  replies: { 200: z.strictObject({ url: z.string() }) },
  errors: ['validation_failed', 'request_closed'],
})

export const remindRecipient = defineEndpoint({
  name: 'remindRecipient',
  method: 'POST',
  path: '/api/v1/remind_recipient/',
  policy: 'document.ask',
  summary: 'Recuerda a un destinatario lo que falta de su parte; como mucho cada hora.',
  tag: signingTag,
  body: z.strictObject({ id_recipient: uuid }),
  replies: { 200: anyRequestSchema },
  errors: ['validation_failed', 'request_closed', 'paused', 'email_quota_exceeded'],
})

export const updateRecipient = defineEndpoint({
  name: 'updateRecipient',
  method: 'POST',
  path: '/api/v1/update_recipient/',
  policy: 'document.ask',
  summary:
    'Corrige el nombre, el correo o el teléfono de quien aún no actúa. Con otro correo, su enlace anterior ya no abre.',
  tag: signingTag,
  body: z.strictObject({
    id_recipient: uuid,
    nombre: z.optional(line(120)),
    email: z.optional(email),
    telefono: optionalText(40),
  }),
  replies: { 200: anyRequestSchema },
  errors: ['validation_failed', 'request_closed', 'recipient_repeated', 'email_quota_exceeded'],
})

export const cancelSigningRequest = defineEndpoint({
  name: 'cancelSigningRequest',
  method: 'POST',
  path: '/api/v1/cancel_signing_request/',
  policy: 'document.ask',
  summary: 'Anula un pedido enviado que aún no termina. Las firmas ya hechas quedan en los documentos.',
  tag: signingTag,
  body: z.strictObject({ id: uuid, motivo: line(500) }),
  replies: { 200: signingRequestSchema },
  errors: ['validation_failed', 'request_closed'],
})
