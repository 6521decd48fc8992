import * as z from 'zod/mini'
import { timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

export const indications = ['TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'] as const
/** ETSI EN 319 102-1, 5.1: what a validation may conclude. */
export type Indication = (typeof indications)[number]

export const verdicts = ['valid', 'indeterminate', 'invalid'] as const
/** The worst indication of a document's signatures, for badges and lists. */
export type Verdict = (typeof verdicts)[number]

const certificateName = z.strictObject({
  nombre: z.string(),
  organizacion: z.nullable(z.string()),
  pais: z.nullable(z.string()),
})

export const signatureReportSchema = z.strictObject({
  field: z.string(),
  kind: z.enum(['signature', 'timestamp']),
  indication: z.enum(indications),
  subindication: z.nullable(z.string()),
  signer: z.nullable(
    z.strictObject({
      name: z.string(),
      serial: z.string(),
      issuer: z.string(),
      identificacion: z.nullable(z.string()),
      valid_from: timestamp,
      valid_to: timestamp,
      key_type: z.string(),
      fingerprint: z.string(),
    }),
  ),
  /** The chain from the signer's issuer up, as far as it is known; `anchor` marks the one that is trusted. */
  chain: z.array(
    z.strictObject({ ...certificateName.shape, fingerprint: z.string(), valid_to: timestamp, anchor: z.boolean() }),
  ),
  level: z.string(),
  signed_at: z.nullable(timestamp),
  time_source: z.enum(['claimed', 'timestamp']),
  integrity: z.boolean(),
  covers_whole_file: z.boolean(),
  modified_after: z.boolean(),
  modifications: z.array(z.strictObject({ kind: z.string(), page: z.nullable(z.int()), object: z.nullable(z.int()) })),
  trusted: z.boolean(),
  revocation: z.enum(['not_checked', 'good', 'revoked', 'unknown']),
  reason: z.nullable(z.string()),
  location: z.nullable(z.string()),
  page: z.nullable(z.int()),
  warnings: z.array(z.string()),
  /** One plain sentence in the caller's language. */
  explanation: z.string(),
})
export type SignatureReport = z.infer<typeof signatureReportSchema>

export const verificationSchema = z.strictObject({
  signatures: z.array(signatureReportSchema),
  /** Worst first: `invalid` wins over `indeterminate`, which wins over `valid`. */
  summary: z.enum(['unsigned', ...verdicts]),
  sha256: z.string(),
  checked_at: timestamp,
})
export type Verification = z.infer<typeof verificationSchema>

export const verifyDocument = defineEndpoint({
  name: 'verifyDocument',
  method: 'POST',
  path: '/api/v1/verify_document/',
  policy: 'document.read',
  summary: 'Comprueba las firmas de un documento guardado.',
  tag: 'Firmas',
  body: z.strictObject({ id_documento: uuid, version: z.optional(z.int().check(z.minimum(1))) }),
  replies: { 200: verificationSchema },
  errors: ['validation_failed', 'document_not_pdf', 'pdf_damaged', 'pdf_encrypted'],
})

export const trustAnchorSchema = z.strictObject({
  id: uuid,
  /** null: it counts for every company. */
  id_company: z.nullable(uuid),
  subject: z.string(),
  issuer: z.string(),
  fingerprint: z.string(),
  not_before: timestamp,
  not_after: timestamp,
  created_at: timestamp,
})
export type TrustAnchor = z.infer<typeof trustAnchorSchema>

export const listTrustAnchors = defineEndpoint({
  name: 'listTrustAnchors',
  method: 'GET',
  path: '/api/v1/list_trust_anchors/',
  policy: 'trust.list',
  summary: 'Las autoridades en las que se apoyan los veredictos.',
  tag: 'Autoridades',
  replies: { 200: z.array(trustAnchorSchema) },
  errors: [],
})

export const uploadTrustAnchor = defineEndpoint({
  name: 'uploadTrustAnchor',
  method: 'POST',
  path: '/api/v1/upload_trust_anchor/',
  policy: 'trust.manage',
  summary: 'Añade autoridades desde archivos PEM, DER o PKCS#7.',
  tag: 'Autoridades',
  multipart: { minFiles: 1, maxFiles: 20, bytesPerFile: 1024 * 1024 },
  replies: { 201: z.array(trustAnchorSchema) },
  errors: ['file_missing', 'file_too_large', 'certificate_damaged', 'trust_anchor_not_ca', 'trust_anchor_exists'],
})

export const removeTrustAnchor = defineEndpoint({
  name: 'removeTrustAnchor',
  method: 'DELETE',
  path: '/api/v1/remove_trust_anchor/{id}/',
  policy: 'trust.manage',
  summary: 'Deja de confiar en una autoridad.',
  tag: 'Autoridades',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: ['validation_failed'],
})
