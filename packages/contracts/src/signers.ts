import * as z from 'zod/mini'
import { positionSchema, sha256Hex, timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { signerCodes } from './problem.ts'

export const certificateSchema = z.strictObject({
  nombre: z.string(),
  identificacion: z.nullable(z.string()),
  organizacion: z.nullable(z.string()),
  pais: z.nullable(z.string()),
  issuer: z.string(),
  serial: z.string(),
  not_before: timestamp,
  not_after: timestamp,
  key_type: z.string(),
  fingerprint: z.string(),
  /** How many issuers came with the file, and whether the chain reaches an authority that is trusted here. */
  chain_length: z.int(),
  trusted: z.boolean(),
  /** Codes of what stands in the way of signing today (`certificate_expired`, …); empty when nothing does. */
  problems: z.array(z.string()),
  /** Whole days until it expires; negative afterwards. */
  days_left: z.int(),
})
export type CertificateDetails = z.infer<typeof certificateSchema>

const passphrase = z.string().check(z.maxLength(1024))

export const uploadSigner = defineEndpoint({
  name: 'uploadSigner',
  method: 'POST',
  path: '/api/v1/upload_signer/',
  policy: 'self',
  summary:
    'Guarda la firma de quien llama: un .p12 o .pfx, o un .cer con su .key, y si se quiere una imagen PNG o JPEG. Una imagen sola, sin contraseña, cambia la de la firma guardada.',
  tag: 'Firma',
  multipart: {
    minFiles: 1,
    maxFiles: 3,
    bytesPerFile: 2 * 1024 * 1024,
    data: z.strictObject({ password: passphrase }),
  },
  replies: { 200: certificateSchema },
  errors: [
    'validation_failed',
    'malformed_request',
    'file_missing',
    'file_too_large',
    'file_type_not_allowed',
    'image_unsupported',
    'no_signer',
    ...signerCodes,
  ],
})

export const doHaveDigitalSignature = defineEndpoint({
  name: 'doHaveDigitalSignature',
  method: 'GET',
  path: '/api/v1/do_have_digital_signature/',
  policy: 'self',
  summary: 'Si quien llama tiene una firma guardada, y cuál es su certificado.',
  tag: 'Firma',
  replies: {
    200: z.strictObject({
      has_signature: z.boolean(),
      certificate: z.nullable(certificateSchema),
      has_image: z.boolean(),
    }),
  },
  errors: [],
})

export const removeSignature = defineEndpoint({
  name: 'removeSignature',
  method: 'GET',
  path: '/api/v1/remove_signature/',
  policy: 'self',
  summary: 'Borra la firma guardada de quien llama. Repetirla no es un error.',
  tag: 'Firma',
  replies: { 200: z.strictObject({ removed: z.boolean() }) },
  errors: [],
  writes: true,
})

export const appearances = ['qr', 'text', 'image', 'invisible'] as const
export type AppearanceKind = (typeof appearances)[number]

export const customPdfSigning = defineEndpoint({
  name: 'customPdfSigning',
  method: 'POST',
  path: '/api/v1/custom_pdf_signing/',
  policy: 'document.sign',
  summary: 'Firma un PDF con la firma guardada de quien llama. «sha256» es el del archivo que la persona vio.',
  tag: 'Firma',
  headers: z.looseObject({ 'idempotency-key': z.optional(z.string().check(z.minLength(8), z.maxLength(100))) }),
  body: z.strictObject({
    id_documento: uuid,
    password: passphrase,
    sha256: z.optional(sha256Hex),
    position: z.optional(positionSchema),
    appearance: z.optional(z.enum(appearances)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    location: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    level: z.optional(z.enum(['B-B'])),
    /** Minutes east of UTC in which the stamp writes the time; UTC when absent. */
    utc_offset: z.optional(z.int().check(z.minimum(-720), z.maximum(840))),
    /** Language of the stamp's words. */
    language: z.optional(z.enum(['es', 'en'])),
  }),
  replies: {
    200: z.strictObject({
      documents: z.array(
        z.strictObject({
          id_documento: uuid,
          pdf_path: z.string(),
          sha256: z.string(),
          version: z.int(),
          level: z.string(),
          signatures: z.int(),
        }),
      ),
    }),
  },
  errors: [
    'validation_failed',
    'no_signer',
    'stale_document',
    'document_not_pdf',
    'p12_wrong_passphrase',
    'certificate_expired',
    'certificate_not_yet_valid',
    'certificate_not_for_signing',
    'pdf_damaged',
    'pdf_signed_and_damaged',
    'pdf_encrypted',
    'pdf_forbids_signing',
    'page_not_found',
    'rectangle_outside_page',
    'text_not_encodable',
    'id_in_use',
  ],
})
