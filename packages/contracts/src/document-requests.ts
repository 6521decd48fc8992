import * as z from 'zod/mini'
import {
  email,
  line,
  optionalText,
  pageImagesSchema,
  personSchema,
  recipientHeaders,
  timestamp,
  uuidParams,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { pageNumber, pageOf } from './paging.ts'
import { scanCodes, uploadCodes } from './problem.ts'
import { reachedShape } from './reached.ts'
import {
  acceptedKinds,
  documentRequestActions,
  documentRequestStatuses,
  requirementStatuses,
  signingRequestLimits,
} from './request-states.ts'
import { documentRequestLimits as limits } from './requirement-rules.ts'

const tag = 'Pedir documentos'

const newRequirementSchema = z.strictObject({
  nombre: line(120),
  /** What it should show, or where to get it. */
  ayuda: optionalText(500),
  /** Default: true. The request is complete when all of these are accepted. */
  obligatorio: z.optional(z.boolean()),
  /** Default: PDF and pictures. */
  acepta: z.optional(z.array(z.enum(acceptedKinds)).check(z.minLength(1), z.maxLength(acceptedKinds.length))),
  /** Default: 1. */
  max_files: z.optional(z.int().check(z.minimum(1), z.maximum(limits.filesPerRequirement))),
})
export type NewRequirement = z.input<typeof newRequirementSchema>

const deliveredSchema = z.strictObject({
  id: uuid,
  nombre: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  paginas: z.nullable(z.int()),
  delivered_at: timestamp,
  /** Signed and short-lived. */
  download_url: z.string(),
})
export type DeliveredFile = z.infer<typeof deliveredSchema>

const requirementShape = {
  id: uuid,
  nombre: z.string(),
  ayuda: z.nullable(z.string()),
  obligatorio: z.boolean(),
  acepta: z.array(z.enum(acceptedKinds)),
  max_files: z.int(),
  status: z.enum(requirementStatuses),
  /** Why it was returned; null in other states. */
  motivo: z.nullable(z.string()),
  reviewed_at: z.nullable(timestamp),
}

/** What one recipient delivers for it; a requirement stands once for each recipient. */
const requirementSchema = z.strictObject({
  ...requirementShape,
  id_recipient: uuid,
  documents: z.array(
    z.extend(deliveredSchema, {
      /** The document of the solicitud that it became when it was accepted. */
      id_documento: z.nullable(uuid),
    }),
  ),
})
export type Requirement = z.infer<typeof requirementSchema>

const deliveryRecipientSchema = z.strictObject({
  ...reachedShape,
  code: z.boolean(),
  code_at: z.nullable(timestamp),
})
export type DeliveryRecipient = z.infer<typeof deliveryRecipientSchema>

export const documentRequestSchema = z.strictObject({
  id: uuid,
  titulo: z.string(),
  mensaje: z.nullable(z.string()),
  status: z.enum(documentRequestStatuses),
  /** Where accepted documents go. */
  id_solicitud: generatedId,
  /** Title of the case file; null while it is in the recycle bin. */
  expediente: z.nullable(z.string()),
  recipients: z.array(deliveryRecipientSchema),
  requirements: z.array(requirementSchema),
  remind_every_days: z.nullable(z.int()),
  expires_at: timestamp,
  created_by: personSchema,
  created_at: timestamp,
  completed_at: z.nullable(timestamp),
  /** Why it was taken back. */
  motivo: z.nullable(z.string()),
  /** Actions that the caller may perform. */
  actions: z.array(z.enum(documentRequestActions)),
})
export type DocumentRequest = z.infer<typeof documentRequestSchema>

export const createDocumentRequest = defineEndpoint({
  name: 'createDocumentRequest',
  method: 'POST',
  path: '/api/v1/create_document_request/',
  policy: 'document.ask',
  summary: 'Pide documentos por una lista a personas sin cuenta. Lo que se acepta queda en la solicitud.',
  tag,
  body: z.strictObject({
    /** Idempotency key from the client: the same key makes one request. */
    key: z.optional(uuid),
    id_solicitud: generatedId,
    titulo: z.optional(line(200)),
    mensaje: optionalText(2000),
    /** Each of them delivers the whole list, apart from the others. */
    recipients: z
      .array(
        z.strictObject({
          nombre: line(120),
          email,
          telefono: optionalText(40),
          /** As `code` of a recipient of a request for signatures. */
          code: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.recipients)),
    requirements: z.array(newRequirementSchema).check(z.minLength(1), z.maxLength(limits.requirements)),
    /** Default: 30 days from now. */
    expires_at: z.optional(timestamp),
    remind_every_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(signingRequestLimits.remindDays)))),
  }),
  replies: { 201: documentRequestSchema },
  errors: [
    'validation_failed',
    'id_in_use',
    'recipient_repeated',
    'date_in_past',
    'request_term_too_long',
    'email_quota_exceeded',
    'code_needs_mail',
    'transition_not_allowed',
    'solicitud_concluded',
  ],
})

export const listDocumentRequests = defineEndpoint({
  name: 'listDocumentRequests',
  method: 'GET',
  path: '/api/v1/list_document_requests/',
  policy: 'solicitud.list',
  summary: 'Los pedidos de documentos que ve quien llama, el último primero; de un expediente o todos.',
  tag,
  query: z.object({
    status: z.optional(z.enum(documentRequestStatuses)),
    /** In the title, or the name or address of a recipient. */
    q: z.optional(z.string().check(z.maxLength(200))),
    id_solicitud_main: z.optional(generatedId),
    page: pageNumber,
  }),
  replies: { 200: pageOf(documentRequestSchema) },
  errors: ['validation_failed'],
})

export const detailsDocumentRequest = defineEndpoint({
  name: 'detailsDocumentRequest',
  method: 'GET',
  path: '/api/v1/details_document_request/{id}/',
  policy: 'document.ask',
  summary: 'Un pedido de documentos, con el estado de cada requisito y los archivos entregados.',
  tag,
  params: uuidParams,
  replies: { 200: documentRequestSchema },
  errors: [],
})

export const requestChecklist = defineEndpoint({
  name: 'requestChecklist',
  method: 'GET',
  path: '/api/v1/request_checklist/{id_solicitud}/',
  policy: 'document.ask',
  summary: 'La lista que la oficina pidió la última vez en un expediente del mismo tipo; vacía si no hay ninguna.',
  tag,
  params: z.strictObject({ id_solicitud: generatedId }),
  replies: {
    200: z.strictObject({
      requirements: z.array(
        z.omit(z.strictObject(requirementShape), {
          id: true,
          status: true,
          motivo: true,
          reviewed_at: true,
        }),
      ),
    }),
  },
  errors: [],
})

export const deliveredPages = defineEndpoint({
  name: 'deliveredPages',
  method: 'GET',
  path: '/api/v1/delivered_pages/{id}/',
  policy: 'document.ask',
  summary: 'Las páginas de un PDF entregado, para revisarlo.',
  tag,
  params: uuidParams,
  replies: { 200: pageImagesSchema },
  errors: ['document_not_pdf'],
})

export const reviewRequirement = defineEndpoint({
  name: 'reviewRequirement',
  method: 'POST',
  path: '/api/v1/review_requirement/',
  policy: 'document.ask',
  summary:
    'Acepta lo recibido de un requisito, y sus archivos pasan a la solicitud; o lo devuelve con un motivo, que se envía a quien lo entregó.',
  tag,
  body: z.discriminatedUnion('status', [
    z.strictObject({ id_requirement: uuid, status: z.literal('aceptado') }),
    z.strictObject({ id_requirement: uuid, status: z.literal('observado'), motivo: line(500) }),
  ]),
  replies: { 200: documentRequestSchema },
  errors: [
    'validation_failed',
    'request_closed',
    'email_quota_exceeded',
    'transition_not_allowed',
    'solicitud_concluded',
  ],
})

export const cancelDocumentRequest = defineEndpoint({
  name: 'cancelDocumentRequest',
  method: 'POST',
  path: '/api/v1/cancel_document_request/',
  policy: 'document.ask',
  summary: 'Anula un pedido de documentos abierto. Lo aceptado queda en la solicitud.',
  tag,
  body: z.strictObject({ id: uuid, motivo: line(500) }),
  replies: { 200: documentRequestSchema },
  errors: ['validation_failed', 'request_closed'],
})

/** What the page of a recipient of documents shows. */
export const deliveryViewSchema = z.strictObject({
  kind: z.literal('documentos'),
  /** Of the request. */
  id: uuid,
  company: z.string(),
  /** PNG or JPEG as a data URL; null without a logo. */
  logo: z.nullable(z.string()),
  /** Who asks. */
  asked_by: z.string(),
  titulo: z.string(),
  mensaje: z.nullable(z.string()),
  status: z.enum(documentRequestStatuses),
  expires_at: timestamp,
  /** Until when the recipient can come back for the receipt; null while the request is open. */
  copies_until: z.nullable(timestamp),
  recipient: z.strictObject({ nombre: z.string(), email: z.string() }),
  requirements: z.array(z.strictObject({ ...requirementShape, documents: z.array(deliveredSchema) })),
  /** What may still be delivered by this link. */
  left: z.strictObject({ files: z.int(), bytes: z.int() }),
  /** When the newest file arrived; null before the first. */
  delivered_at: z.nullable(timestamp),
  may_deliver: z.boolean(),
})
export type DeliveryView = z.infer<typeof deliveryViewSchema>

export const recipientDeliver = defineEndpoint({
  name: 'recipientDeliver',
  method: 'POST',
  path: '/api/v1/recipient_deliver/',
  policy: 'recipient',
  summary: 'Entrega archivos de un requisito. Un archivo que ya está no se agrega otra vez.',
  tag,
  headers: recipientHeaders,
  multipart: {
    minFiles: 1,
    maxFiles: limits.filesPerRequirement,
    bytesPerFile: limits.bytesPerFile,
    data: z.strictObject({ id_requirement: uuid }),
  },
  replies: { 200: deliveryViewSchema },
  errors: [
    'validation_failed',
    'malformed_request',
    'request_closed',
    ...uploadCodes,
    ...scanCodes,
    'file_kind_not_asked',
    'delivery_full',
  ],
})

export const recipientWithdraw = defineEndpoint({
  name: 'recipientWithdraw',
  method: 'DELETE',
  path: '/api/v1/recipient_delivered/{id}/',
  policy: 'recipient',
  summary: 'Quita un archivo entregado que aún no se revisa.',
  tag,
  headers: recipientHeaders,
  params: uuidParams,
  replies: { 200: deliveryViewSchema },
  errors: ['request_closed'],
})

export const recipientReceipt = defineEndpoint({
  name: 'recipientReceipt',
  method: 'GET',
  path: '/api/v1/recipient_receipt/',
  policy: 'recipient',
  summary: 'Constancia en PDF de lo entregado: qué, cuándo y el SHA-256 de cada archivo.',
  tag,
  headers: recipientHeaders,
  replies: { 200: { binary: 'application/pdf' } },
  errors: [],
})
