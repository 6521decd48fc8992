import * as z from 'zod/mini'
import { line, optionalText, timestamp, uuidParams } from './common.ts'
import { documentSchema } from './documents.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import {
  batchRequestsSchema,
  fieldRecipientsSchema,
  newRequestErrors,
  requestTerms,
  signingRequestSchema,
} from './signing-requests.ts'
import { templateDataSchema } from './template-fields.ts'
import { templateLimits } from './template-field-types.ts'

/** Problems of field values. */
export const fillErrors = [
  'template_data_wrong',
  'text_not_encodable',
  'image_unsupported',
  'pdf_cannot_be_filled',
] as const

/** Body limit of calls with values: they contain images. */
export const valuesBytes = 12 * 1024 * 1024

export const templateValues = defineEndpoint({
  name: 'templateValues',
  method: 'GET',
  path: '/api/v1/template_values/{id}/',
  policy: 'template.read',
  summary: 'Con qué empieza el formulario de una plantilla: lo que traen la solicitud, la empresa y quien la usa.',
  tag: 'Plantillas',
  params: uuidParams,
  query: z.strictObject({ id_solicitud: z.optional(generatedId) }),
  replies: { 200: z.strictObject({ data: templateDataSchema }) },
  errors: ['validation_failed'],
})

const filling = {
  id: uuid,
  data: templateDataSchema,
  nombre: optionalText(200),
  id_solicitud: z.optional(generatedId),
  /** True: flattens the PDF's own form fields into the page, so that they cannot be changed. */
  flatten: z.optional(z.boolean()),
  /** Idempotency key from the client: the same key with the same request creates nothing. */
  key: z.optional(uuid),
}

const fillingErrors = [
  'validation_failed',
  'id_in_use',
  'template_archived',
  'transition_not_allowed',
  'solicitud_concluded',
  ...fillErrors,
] as const

export const fillTemplate = defineEndpoint({
  name: 'fillTemplate',
  method: 'POST',
  path: '/api/v1/fill_template/',
  policy: 'template.read',
  summary:
    'Hace un documento de una plantilla: en una solicitud con «id_solicitud», o fuera de todo expediente sin él.',
  tag: 'Plantillas',
  bodyBytes: valuesBytes,
  body: z.strictObject(filling),
  replies: { 200: documentSchema, 201: documentSchema },
  errors: fillingErrors,
})

export const requestFromTemplate = defineEndpoint({
  name: 'requestFromTemplate',
  method: 'POST',
  path: '/api/v1/request_from_template/',
  policy: 'template.read',
  summary:
    'Hace un documento de una plantilla y pide su firma, en un paso: cada destinatario firma en su campo de la plantilla.',
  tag: 'Pedir firmas',
  bodyBytes: valuesBytes,
  body: z.strictObject({
    ...filling,
    ...requestTerms,
    titulo: z.optional(line(200)),
    recipients: fieldRecipientsSchema,
    /** False keeps a draft. */
    send: z.optional(z.boolean()),
  }),
  replies: { 201: signingRequestSchema },
  errors: [...fillingErrors, ...newRequestErrors],
})

/** State of a batch. `failed` rows give a reason; the others are in the ZIP, or are documents. */
export const fillBatchSchema = z.strictObject({
  id: uuid,
  id_template: uuid,
  status: z.enum(['running', 'done', 'cancelled']),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  errors: z.array(
    z.strictObject({
      /** From 1, without the header row. */
      row: z.int(),
      field: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  /** True if a signature of each document is asked for. */
  requests: z.boolean(),
  /** True if there is a ZIP to download. */
  zip: z.boolean(),
  created_at: timestamp,
})
export type FillBatch = z.infer<typeof fillBatchSchema>

export const startFillBatch = defineEndpoint({
  name: 'startFillBatch',
  method: 'POST',
  path: '/api/v1/fill_batch/',
  policy: 'template.read',
  summary:
    'Rellena una plantilla una vez por fila: un ZIP, o un documento cada una en una solicitud. Con «requests» pide además la firma de cada documento.',
  tag: 'Plantillas',
  bodyBytes: valuesBytes,
  body: z.strictObject({
    id: uuid,
    key: uuid,
    rows: z.array(templateDataSchema).check(z.minLength(1), z.maxLength(templateLimits.rows)),
    /** Field whose value names each file; by default the template's name and the row number. */
    name_field: z.optional(z.string().check(z.maxLength(60))),
    id_solicitud: z.optional(generatedId),
    flatten: z.optional(z.boolean()),
    /** Asks for the signature of each document; those outside every case file are then no ZIP. */
    requests: z.optional(batchRequestsSchema),
  }),
  replies: { 200: fillBatchSchema, 202: fillBatchSchema },
  errors: [
    'validation_failed',
    'id_in_use',
    'template_archived',
    'transition_not_allowed',
    'solicitud_concluded',
    'email_quota_exceeded',
  ],
})

export const detailsFillBatch = defineEndpoint({
  name: 'detailsFillBatch',
  method: 'GET',
  path: '/api/v1/fill_batch/{id}/',
  policy: 'self',
  summary: 'Cuánto lleva un relleno de muchos, y qué filas no salieron.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: fillBatchSchema },
  errors: [],
})

export const cancelFillBatch = defineEndpoint({
  name: 'cancelFillBatch',
  method: 'DELETE',
  path: '/api/v1/fill_batch/{id}/',
  policy: 'self',
  summary: 'Detiene un relleno de muchos; lo que ya salió queda.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: fillBatchSchema },
  errors: [],
})

export const fillBatchZip = defineEndpoint({
  name: 'fillBatchZip',
  method: 'GET',
  path: '/api/v1/fill_batch_zip/{id}/',
  policy: 'self',
  summary: 'Los PDF de un relleno de muchos en un ZIP; se guarda un día.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: { binary: 'application/zip' } },
  errors: ['nothing_to_download'],
})
