import * as z from 'zod/mini'
import { activeContentSchema } from './active-content.ts'
import { pageImagesSchema, pageTextSchema, personSchema, positiveIntegerText, timestamp, uuidParams } from './common.ts'
import { maxBatch } from './constants.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { scanCodes, uploadCodes } from './problem.ts'
import { mediationStatuses, solicitudStatuses } from './states.ts'
import { verdicts, verifyFile } from './verification.ts'

/** Actions that the policies and the document's state allow the caller. */
export const documentActions = [
  'sign',
  'share',
  'share_users',
  'email',
  'mediate',
  'delete',
  'download',
  'verify',
] as const
export type DocumentAction = (typeof documentActions)[number]

export const documentSchema = z.strictObject({
  id_documento: uuid,
  nombre: z.string(),
  /** Opaque handle of the newest version; neither a path nor a URL. */
  pdf_path: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  paginas: z.nullable(z.int()),
  status_mediacion: z.enum(mediationStatuses),
  version: z.int(),
  signatures: z.strictObject({
    count: z.int(),
    verdict: z.nullable(z.enum(verdicts)),
    /** How many of them are simple signatures; absent without any. */
    simple: z.optional(z.int()),
  }),
  /** What the PDF may do in other readers; absent when it does nothing or was stored before this was examined. */
  active_content: z.optional(activeContentSchema),
  /** Ids of the users who signed a version; absent without any. */
  signed_by: z.optional(z.array(uuid)),
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
  /** Request of the document; null outside a case file. */
  solicitud_status: z.nullable(z.enum(solicitudStatuses)),
  actions: z.array(z.enum(documentActions)),
})
export type DocumentDetails = z.infer<typeof documentDetailsSchema>

function documentsReply() {
  return z.strictObject({ documents: z.array(documentSchema) })
}

export const detailsDocument = defineEndpoint({
  name: 'detailsDocument',
  method: 'GET',
  path: '/api/v1/details_document/{id}/',
  policy: 'document.read',
  summary: 'Un documento con sus versiones y lo que se puede hacer con él.',
  tag: 'Documentos',
  params: uuidParams,
  replies: { 200: documentDetailsSchema },
  errors: [],
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
  query: z.strictObject({ version: z.optional(positiveIntegerText) }),
  replies: { 200: { binary: 'application/octet-stream' } },
  errors: ['validation_failed'],
})

/** A signed link carries its permission in its token, so that image tags and browser downloads can use it. */
const linkParams = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

export const pageImage = defineEndpoint({
  name: 'pageImage',
  method: 'GET',
  path: '/api/v1/page_image/{token}/',
  policy: 'public',
  summary: 'La imagen de una página; su dirección viene firmada en «pages» y dura poco.',
  tag: 'Documentos',
  params: linkParams,
  replies: { 200: { binary: 'image/*' } },
  errors: ['pdf_damaged', 'page_not_found'],
})

export const pageText = defineEndpoint({
  name: 'pageText',
  method: 'GET',
  path: '/api/v1/page_text/{token}/',
  policy: 'public',
  summary: 'El texto de una página con el lugar de cada palabra, y sus enlaces; con el token de su imagen.',
  tag: 'Documentos',
  params: linkParams,
  replies: { 200: pageTextSchema },
  errors: ['pdf_damaged', 'pdf_encrypted', 'pdf_xfa', 'page_not_found'],
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

export const uploadDocument = defineEndpoint({
  name: 'uploadDocument',
  method: 'POST',
  path: '/api/v1/upload_document/',
  policy: 'document.upload',
  summary: 'Guarda archivos: en una solicitud con «id_solicitud», o fuera de todo expediente sin él.',
  tag: 'Documentos',
  multipart: {
    minFiles: 1,
    maxFiles: 20,
    data: z._default(
      z.strictObject({
        id_solicitud: z.optional(generatedId),
        /** Idempotency key from the client: for a week, the same key with the same files adds nothing. */
        key: z.optional(uuid),
      }),
      {},
    ),
  },
  replies: { 200: documentsReply(), 201: documentsReply() },
  errors: [
    'validation_failed',
    'malformed_request',
    'id_in_use',
    ...uploadCodes,
    ...scanCodes,
    'transition_not_allowed',
    'solicitud_concluded',
  ],
})

export const unlockPdf = defineEndpoint({
  name: 'unlockPdf',
  method: 'POST',
  path: '/api/v1/unlock_pdf/',
  policy: 'document.upload',
  summary: 'Devuelve un PDF sin su contraseña, para subirlo después. Ni el archivo ni la contraseña se guardan.',
  tag: 'Documentos',
  multipart: {
    minFiles: 1,
    maxFiles: 1,
    bytesPerFile: verifyFile.multipart.bytesPerFile,
    /** User or owner password; without it, only a file that opens without one is returned. */
    data: z._default(z.strictObject({ password: z.optional(z.string().check(z.maxLength(200))) }), {}),
  },
  replies: { 200: { binary: 'application/pdf' } },
  errors: [
    'validation_failed',
    'malformed_request',
    'file_missing',
    'file_empty',
    'file_too_large',
    'pdf_damaged',
    'pdf_encrypted',
    'pdf_signed_and_encrypted',
  ],
})

export const deleteDocument = defineEndpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  path: '/api/v1/delete_document/',
  policy: 'document.delete',
  summary: 'Lleva un documento a la papelera, donde queda 30 días.',
  tag: 'Documentos',
  body: z.strictObject({ id_documento: uuid }),
  replies: { 200: z.strictObject({ id_documento: uuid }) },
  errors: ['validation_failed', 'last_document', 'solicitud_concluded', 'transition_not_allowed', 'document_requested'],
})

export const looseDocuments = defineEndpoint({
  name: 'looseDocuments',
  method: 'GET',
  path: '/api/v1/loose_documents/',
  policy: 'document.upload',
  summary:
    'Los documentos fuera de todo expediente que quien llama puede firmar, lo último primero, 30 por página. El PDF de una plantilla no cuenta.',
  tag: 'Documentos',
  query: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    page: z.optional(positiveIntegerText),
  }),
  replies: {
    200: z.strictObject({
      results: z.array(documentSchema),
      /** Number of the next page, if there is one. */
      next: z.nullable(z.int()),
    }),
  },
  errors: ['validation_failed'],
})

export const deletedDocumentSchema = z.strictObject({
  ...documentSchema.shape,
  id_solicitud: z.nullable(generatedId),
  titulo: z.nullable(z.string()),
  deleted_at: timestamp,
  deleted_by: z.nullable(personSchema),
  /** When it is deleted permanently. */
  purge_at: timestamp,
})
export type DeletedDocument = z.infer<typeof deletedDocumentSchema>

export const listDeleted = defineEndpoint({
  name: 'listDeleted',
  method: 'GET',
  path: '/api/v1/list_deleted/',
  policy: 'document.upload',
  summary: 'La papelera: lo que quien llama puede recuperar, lo último primero, 100 como mucho.',
  tag: 'Documentos',
  query: z.object({ id_solicitud: z.optional(generatedId) }),
  replies: { 200: z.array(deletedDocumentSchema) },
  errors: ['validation_failed'],
})

export const restoreDocument = defineEndpoint({
  name: 'restoreDocument',
  method: 'POST',
  path: '/api/v1/restore_document/',
  policy: 'document.delete',
  summary: 'Recupera un documento de la papelera, con sus versiones y firmas.',
  tag: 'Documentos',
  body: z.strictObject({ id_documento: uuid }),
  replies: { 200: documentSchema },
  errors: ['validation_failed', 'solicitud_concluded', 'transition_not_allowed'],
})

export const searchDocument = defineEndpoint({
  name: 'searchDocument',
  method: 'GET',
  path: '/api/v1/search_document/{id}/',
  policy: 'document.read',
  summary: 'Dónde está un texto en las páginas de un PDF; no importan tildes ni mayúsculas.',
  tag: 'Documentos',
  params: uuidParams,
  query: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    version: z.optional(positiveIntegerText),
  }),
  replies: {
    200: z.strictObject({
      /** False for a document without text, such as a scan. */
      has_text: z.boolean(),
      /** True if there were more matches than the answer holds. */
      more: z.boolean(),
      hits: z.array(
        z.strictObject({
          page: z.int(),
          /** Surrounding text; the match is between `start` and `end` (UTF-16 units). */
          snippet: z.string(),
          start: z.int(),
          end: z.int(),
          /** Points, origin at the top left of the displayed page; one rectangle per line. */
          rects: z.array(z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
        }),
      ),
    }),
  },
  errors: ['validation_failed', 'document_not_pdf', 'pdf_damaged', 'pdf_encrypted', 'pdf_xfa'],
})

export const downloadZip = defineEndpoint({
  name: 'downloadZip',
  method: 'POST',
  path: '/api/v1/download_zip/',
  policy: 'solicitud.list',
  summary: 'Los documentos de varias solicitudes en un ZIP, en una carpeta cada una, o los documentos elegidos.',
  tag: 'Documentos',
  body: z.union([
    z.strictObject({ ids_solicitud: z.array(generatedId).check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ ids_documento: z.array(uuid).check(z.minLength(1), z.maxLength(maxBatch)) }),
  ]),
  replies: { 200: { binary: 'application/zip' } },
  errors: ['validation_failed', 'nothing_to_download'],
})
