import * as z from 'zod/mini'
import { pageImagesSchema, personSchema, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { mediationStatuses } from './states.ts'
import { verdicts } from './verification.ts'

/** What the caller may do with a document now, as the policies and the document's state allow. */
export const documentActions = ['sign', 'share', 'download', 'verify'] as const
export type DocumentAction = (typeof documentActions)[number]

export const documentSchema = z.strictObject({
  id_documento: uuid,
  nombre: z.string(),
  /** Opaque handle of the newest version; never a path nor a URL. */
  pdf_path: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  paginas: z.nullable(z.int()),
  status_mediacion: z.enum(mediationStatuses),
  version: z.int(),
  signatures: z.strictObject({ count: z.int(), verdict: z.nullable(z.enum(verdicts)) }),
  created_by: personSchema,
  created_at: timestamp,
})
export type Document = z.infer<typeof documentSchema>

export const documentVersionSchema = z.strictObject({
  version: z.int(),
  pdf_path: z.string(),
  size: z.int(),
  sha256: z.string(),
  origin: z.enum(['upload', 'sign', 'fill', 'extend']),
  created_by: personSchema,
  created_at: timestamp,
})
export type DocumentVersion = z.infer<typeof documentVersionSchema>

export const documentDetailsSchema = z.strictObject({
  ...documentSchema.shape,
  id_solicitud: z.nullable(generatedId),
  id_solicitud_main: z.nullable(generatedId),
  titulo: z.nullable(z.string()),
  versions: z.array(documentVersionSchema),
  actions: z.array(z.enum(documentActions)),
})
export type DocumentDetails = z.infer<typeof documentDetailsSchema>

export const detailsDocument = defineEndpoint({
  name: 'detailsDocument',
  method: 'GET',
  path: '/api/v1/details_document/{id}/',
  policy: 'document.read',
  summary: 'Un documento con sus versiones y lo que se puede hacer con él.',
  tag: 'Documentos',
  params: uuidParams,
  replies: { 200: documentDetailsSchema },
  errors: ['validation_failed'],
})

export const pdfToImage = defineEndpoint({
  name: 'pdfToImage',
  method: 'POST',
  path: '/api/v1/pdf_to_image/',
  policy: 'document.read',
  summary: 'Las páginas de un PDF como imágenes.',
  tag: 'Documentos',
  body: z.strictObject({ pdf_path: z.string().check(z.minLength(1), z.maxLength(200)) }),
  replies: { 200: pageImagesSchema },
  errors: ['validation_failed', 'document_not_pdf', 'pdf_damaged', 'pdf_encrypted', 'pdf_xfa'],
})

export const downloadDocument = defineEndpoint({
  name: 'downloadDocument',
  method: 'GET',
  path: '/api/v1/download_document/{id}/',
  policy: 'document.read',
  summary: 'El archivo de un documento; sin «version», la última.',
  tag: 'Documentos',
  params: uuidParams,
  query: z.strictObject({ version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  replies: { 200: { binary: 'application/octet-stream' } },
  errors: ['validation_failed'],
})

/** Signed links carry who may open what in their token, so that an image tag and a browser's download can use them. */
const linkParams = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

export const pageImage = defineEndpoint({
  name: 'pageImage',
  method: 'GET',
  path: '/api/v1/page_image/{token}/',
  policy: 'public',
  summary: 'La imagen de una página; su dirección viene firmada en «pages» y dura poco.',
  tag: 'Documentos',
  params: linkParams,
  replies: { 200: { binary: 'image/webp' } },
  errors: ['pdf_damaged', 'page_not_found'],
})

export const fileLink = defineEndpoint({
  name: 'fileLink',
  method: 'GET',
  path: '/api/v1/file/{token}/',
  policy: 'public',
  summary: 'El archivo de un enlace compartido; su dirección viene firmada y dura poco.',
  tag: 'Compartir',
  params: linkParams,
  replies: { 200: { binary: 'application/octet-stream' } },
  errors: [],
})
