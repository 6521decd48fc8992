import * as z from 'zod/mini'
import { activeContentSchema } from './active-content.ts'
import { sharePasswordLength } from './constants.ts'
import { pageImagesSchema, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { colleagueSchema } from './home.ts'
import { uuid } from './ids.ts'
import { verificationSchema } from './verification.ts'

const shareSchema = z.strictObject({
  id: uuid,
  id_documento: uuid,
  expires_at: z.nullable(timestamp),
  has_password: z.boolean(),
  max_views: z.nullable(z.int()),
  allow_download: z.boolean(),
  views: z.int(),
  last_view_at: z.nullable(timestamp),
  revoked_at: z.nullable(timestamp),
  created_at: timestamp,
})
export type Share = z.infer<typeof shareSchema>

const newShareSchema = z.strictObject({ ...shareSchema.shape, share: z.string(), url: z.string() })

export const createShareDocument = defineEndpoint({
  name: 'createShareDocument',
  method: 'POST',
  path: '/api/v1/create_share_document/',
  policy: 'document.share',
  summary:
    'Crea un enlace que abre un documento sin ingresar. El enlace se muestra esta única vez. ' +
    'Vence en 30 días, salvo que se pida otra fecha o ninguna (null).',
  tag: 'Compartir',
  body: z.strictObject({
    id_documento: uuid,
    /** Absent: 30 days from now; null: never. */
    expires_at: z.optional(z.nullable(timestamp)),
    password: z.optional(z.string().check(z.minLength(sharePasswordLength), z.maxLength(200))),
    max_views: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    allow_download: z.optional(z.boolean()),
    /** Idempotency key from the client: the same key with the same options returns the same link. */
    key: z.optional(uuid),
  }),
  replies: { 200: newShareSchema, 201: newShareSchema },
  errors: ['validation_failed', 'share_expiry_in_past', 'id_in_use'],
})

/**
 * The token is in the query, as in the specification; the password in the header `X-Share-Password`, optionally
 * percent-encoded: up to nine characters for each of its 200.
 */
const shareQuery = z.strictObject({ share: z.string().check(z.minLength(1), z.maxLength(200)) })
const shareHeaders = z.looseObject({ 'x-share-password': z.optional(z.string().check(z.maxLength(1800))) })

export const getDocumentShare = defineEndpoint({
  name: 'getDocumentShare',
  method: 'GET',
  path: '/api/v1/get_document_share/',
  policy: 'public',
  summary: 'El documento de un enlace compartido, con sus páginas y el veredicto de cada firma.',
  tag: 'Compartir',
  query: shareQuery,
  headers: shareHeaders,
  replies: {
    200: z.strictObject({
      nombre: z.string(),
      mime: z.string(),
      size: z.int(),
      sha256: z.string(),
      shared_by: z.string(),
      company: z.string(),
      expires_at: z.nullable(timestamp),
      allow_download: z.boolean(),
      /** Signed and short-lived; null when the link forbids downloads. */
      download_url: z.nullable(z.string()),
      images: z.nullable(pageImagesSchema),
      verification: z.nullable(verificationSchema),
      /** As in a document. */
      active_content: z.optional(activeContentSchema),
    }),
  },
  errors: ['validation_failed', 'password_required', 'password_wrong'],
})

export const listShare = defineEndpoint({
  name: 'listShare',
  method: 'GET',
  path: '/api/v1/list_share/{id}/',
  policy: 'document.share',
  summary: 'Los enlaces de un documento.',
  tag: 'Compartir',
  params: uuidParams,
  replies: { 200: z.array(shareSchema) },
  errors: [],
})

export const removeShare = defineEndpoint({
  name: 'removeShare',
  method: 'DELETE',
  path: '/api/v1/remove_share/{id}/',
  policy: 'share.remove',
  summary: 'Anula un enlace desde este momento.',
  tag: 'Compartir',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: [],
})

export const shareViews = defineEndpoint({
  name: 'shareViews',
  method: 'GET',
  path: '/api/v1/share_views/{id}/',
  policy: 'share.remove',
  summary: 'Cuándo se abrió un enlace, lo último primero, 100 como mucho.',
  tag: 'Compartir',
  params: uuidParams,
  replies: { 200: z.array(z.strictObject({ at: timestamp, ip: z.nullable(z.string()) })) },
  errors: [],
})

const sharedWithSchema = z.strictObject({
  users: z.array(colleagueSchema),
  /** Users of the document's company. */
  id_company: z.nullable(uuid),
})

export const userShared = defineEndpoint({
  name: 'userShared',
  method: 'GET',
  path: '/api/v1/user_shared/{id}/',
  policy: 'document.share',
  summary: 'Con quién de la empresa se comparte un documento.',
  tag: 'Compartir',
  params: uuidParams,
  replies: { 200: sharedWithSchema },
  errors: [],
})

export const updateUserShared = defineEndpoint({
  name: 'updateUserShared',
  method: 'POST',
  path: '/api/v1/user_shared/update/{id}/',
  policy: 'document.share',
  summary: 'Deja compartido un documento con estas personas y ninguna otra; se avisa a las nuevas.',
  tag: 'Compartir',
  params: uuidParams,
  body: z.strictObject({ users: z.array(uuid).check(z.maxLength(100)) }),
  replies: { 200: sharedWithSchema },
  errors: ['validation_failed', 'person_unknown'],
})
