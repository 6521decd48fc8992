import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
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
  /** Number of issuers in the file, and whether the chain reaches a trusted authority. */
  chain_length: z.int(),
  trusted: z.boolean(),
  /** Codes of what prevents signing today (`certificate_expired`, …); empty when nothing does. */
  problems: z.array(z.string()),
  /** Whole days until it expires; negative afterwards. */
  days_left: z.int(),
})
export type CertificateDetails = z.infer<typeof certificateSchema>

export const passphrase = z.string().check(z.maxLength(1024))

export const uploadSigner = defineEndpoint({
  name: 'uploadSigner',
  method: 'POST',
  path: '/api/v1/upload_signer/',
  policy: 'self',
  summary:
    'Guarda la firma de quien llama: un .p12 o .pfx, o un .cer con su .key, y si se quiere una imagen PNG o JPEG; sin ella se conserva la que hubiera. Una imagen sola, sin contraseña, cambia la de la firma guardada.',
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

export const signatureImage = defineEndpoint({
  name: 'signatureImage',
  method: 'GET',
  path: '/api/v1/signature_image/',
  policy: 'self',
  summary: 'La imagen de la firma guardada de quien llama.',
  tag: 'Firma',
  replies: { 200: { binary: 'image/png' } },
  errors: ['no_signer', 'file_missing'],
})

export const removeSignatureImage = defineEndpoint({
  name: 'removeSignatureImage',
  method: 'DELETE',
  path: '/api/v1/signature_image/',
  policy: 'self',
  summary: 'Borra la imagen de la firma guardada y deja su certificado. Repetirla no es un error.',
  tag: 'Firma',
  replies: { 200: z.strictObject({ removed: z.boolean() }) },
  errors: [],
})
