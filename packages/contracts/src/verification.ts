import * as z from 'zod/mini'
import {
  pageImagesSchema,
  pageTextSchema,
  positiveInteger,
  positiveIntegerText,
  sha256Hex,
  timestamp,
  uuidParams,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

export const indications = ['TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'] as const
/** ETSI EN 319 102-1, 5.1: the possible results of a validation. */
export type Indication = (typeof indications)[number]

export const verdicts = ['valid', 'indeterminate', 'invalid'] as const
/** The worst indication of a document's signatures, for badges and lists. */
export type Verdict = (typeof verdicts)[number]

const certificateName = z.strictObject({
  nombre: z.string(),
  organizacion: z.nullable(z.string()),
  pais: z.nullable(z.string()),
})

/** A place on the page: points from the top left corner of the displayed page. */
const rectangle = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** One change that was saved after a signature. */
export const changeSchema = z.strictObject({
  kind: z.string(),
  page: z.nullable(z.int()),
  object: z.nullable(z.int()),
  rectangle: z.nullable(rectangle),
  field: z.nullable(z.string()),
  /** Value of a form field at signing and now. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Signer and time of the first later signature that covers the change; null: none. */
  by: z.nullable(z.string()),
  at: z.nullable(timestamp),
})
export type Change = z.infer<typeof changeSchema>

export const visualResults = ['whole', 'same', 'different', 'partial', 'not_compared'] as const
export const visualReasons = [
  'not_asked',
  'already_invalid',
  'revision_unknown',
  'cannot_be_drawn',
  'limits',
  'time',
  'busy',
] as const

/**
 * Result of comparing the page images at signing with the current ones, apart from the reported additions.
 *
 * - `whole`: the file ends with the signed bytes: there is nothing to compare.
 * - `same`, `different`: every page was compared. Differences are `visual_difference` modifications.
 * - `partial`: the compared pages look the same; `reason` says why others were not compared.
 * - `not_compared`: no page was compared; `reason` says why.
 */
export const visualSchema = z.strictObject({
  result: z.enum(visualResults),
  reason: z.nullable(z.enum(visualReasons)),
  pages_compared: z.int(),
})
export type Visual = z.infer<typeof visualSchema>

export const signatureReportSchema = z.strictObject({
  field: z.string(),
  kind: z.enum(['signature', 'certification', 'timestamp']),
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
  /** The chain from the signer's issuer upwards, as far as known; `anchor` marks the trusted one. */
  chain: z.array(
    z.strictObject({ ...certificateName.shape, fingerprint: z.string(), valid_to: timestamp, anchor: z.boolean() }),
  ),
  level: z.string(),
  /** The time proven by a timestamp, otherwise the time claimed by the signer. */
  signed_at: z.nullable(timestamp),
  claimed_at: z.nullable(timestamp),
  time_source: z.enum(['claimed', 'timestamp']),
  /** Timestamps of this signature, and document timestamps that cover it. */
  timestamps: z.array(
    z.strictObject({
      kind: z.enum(['signature', 'document']),
      time: timestamp,
      tsa: z.string(),
      valid: z.boolean(),
      trusted: z.boolean(),
      problems: z.array(z.string()),
    }),
  ),
  integrity: z.boolean(),
  covers_whole_file: z.boolean(),
  /** The signed revision is this many bytes from the start of the file; null when unknown. */
  signed_bytes: z.nullable(z.int()),
  modified_after: z.boolean(),
  /** Forbidden changes. */
  modifications: z.array(changeSchema),
  /** Permitted changes, always reported: later signatures, filled fields, validation data. */
  additions: z.array(changeSchema),
  visual: visualSchema,
  trusted: z.boolean(),
  /** Of the signer's certificate; `not_needed`: short-lived and never revoked, or itself a trusted authority. */
  revocation: z.enum(['not_checked', 'good', 'revoked', 'unknown', 'not_needed']),
  /** Source of the answer: the document's validation data, the signature, or the authority now. */
  revocation_source: z.nullable(z.enum(['dss', 'embedded', 'online'])),
  revoked_at: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** A `commitment_type`, or the identifier of another one; absent when the signer states none. */
  commitment: z.optional(z.string()),
  /**
   * A simple signature of this name, made in this Foja: the certificate is the seal of the office. Absent for a signature
   * by certificate.
   */
  simple: z.optional(z.strictObject({ nombre: z.string() })),
  page: z.nullable(z.int()),
  rectangle: z.nullable(rectangle),
  warnings: z.array(z.string()),
  /** One sentence in the caller's language. */
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

/**
 * Pages of a file sent for verification, kept in memory until `expires_at` or until its memory is needed. `handle`
 * opens them at `verify_page/`; width and height are PDF points.
 */
export const sentPagesSchema = z.strictObject({
  handle: z.string(),
  expires_at: timestamp,
  pages: z.array(z.strictObject({ page: z.int(), width: z.number(), height: z.number() })),
})
export type SentPages = z.infer<typeof sentPagesSchema>

/** `images`: null when the pages cannot be drawn. */
export const sentVerificationSchema = z.strictObject({
  ...verificationSchema.shape,
  images: z.nullable(sentPagesSchema),
})
export type SentVerification = z.infer<typeof sentVerificationSchema>

export const verifyDocument = defineEndpoint({
  name: 'verifyDocument',
  method: 'POST',
  path: '/api/v1/verify_document/',
  policy: 'document.read',
  summary: 'Comprueba las firmas de un documento guardado.',
  tag: 'Firmas',
  body: z.strictObject({
    id_documento: uuid,
    version: z.optional(positiveInteger),
    /** Asks the authorities now and ignores cached answers. */
    refresh: z.optional(z.boolean()),
  }),
  replies: { 200: verificationSchema },
  errors: ['validation_failed', 'document_not_pdf', 'pdf_damaged', 'pdf_encrypted'],
})

export const verifyFile = defineEndpoint({
  name: 'verifyFile',
  method: 'POST',
  path: '/api/v1/verify_document/',
  policy: 'public',
  session: 'optional',
  summary:
    'Comprueba las firmas de un PDF que se envía. Nada se escribe en disco: el archivo queda unos minutos en memoria para mostrar sus páginas. Si el PDF pide contraseña, va en «password». Con sesión cuentan también las autoridades de la empresa de quien llama.',
  tag: 'Firmas',
  multipart: {
    minFiles: 1,
    maxFiles: 1,
    bytesPerFile: 50 * 1024 * 1024,
    /** User or owner password of an encrypted file. Used once, never stored. */
    data: z._default(z.strictObject({ password: z.optional(z.string().check(z.maxLength(200))) }), {}),
  },
  replies: { 200: sentVerificationSchema },
  errors: [
    'validation_failed',
    'malformed_request',
    'file_missing',
    'file_empty',
    'file_too_large',
    'pdf_not_a_pdf',
    'pdf_damaged',
    'pdf_signed_and_damaged',
    'pdf_encrypted',
    'too_many_attempts',
  ],
})

export const verifyPage = defineEndpoint({
  name: 'verifyPage',
  method: 'GET',
  path: '/api/v1/verify_page/{handle}/{page}/',
  policy: 'public',
  summary:
    'La imagen de una página de un PDF que se envió a comprobar; con «signed_bytes» de una firma, como era al firmar.',
  tag: 'Firmas',
  params: z.strictObject({ handle: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), page: positiveIntegerText }),
  query: z.strictObject({
    signed_bytes: z.optional(positiveIntegerText),
    dpi: z.optional(z.coerce.number().check(z.int(), z.minimum(36), z.maximum(150))),
  }),
  replies: { 200: { binary: 'image/*' } },
  errors: ['validation_failed', 'pdf_damaged', 'pdf_encrypted', 'pdf_xfa', 'page_not_found', 'too_many_attempts'],
})

export const verifyPageText = defineEndpoint({
  name: 'verifyPageText',
  method: 'GET',
  path: '/api/v1/verify_page_text/{handle}/{page}/',
  policy: 'public',
  summary: 'El texto y los enlaces de una página de un PDF que se envió a comprobar, como «verify_page».',
  tag: 'Firmas',
  params: verifyPage.params,
  query: z.strictObject({ signed_bytes: z.optional(positiveIntegerText) }),
  replies: { 200: pageTextSchema },
  errors: ['validation_failed', 'pdf_damaged', 'pdf_encrypted', 'pdf_xfa', 'page_not_found', 'too_many_attempts'],
})

/** Printed in stamps: four groups of four characters of a Crockford alphabet, 80 random bits; dashes optional. */
export const verificationCode = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.overwrite((text) => text.replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/),
)

export const verifyCode = defineEndpoint({
  name: 'verifyCode',
  method: 'GET',
  path: '/api/v1/verify_code/',
  policy: 'public',
  summary: 'Comprueba el documento que lleva impreso un código de verificación.',
  tag: 'Firmas',
  query: z.strictObject({ codigo: verificationCode }),
  replies: {
    200: z.strictObject({
      codigo: z.string(),
      nombre: z.string(),
      paginas: z.nullable(z.int()),
      size: z.int(),
      signed_at: timestamp,
      /** False when the document changed after this code was printed. */
      is_newest: z.boolean(),
      /** The pages of that version, to compare with the paper; null when they cannot be drawn. */
      images: z.nullable(pageImagesSchema),
      verification: verificationSchema,
    }),
  },
  errors: ['validation_failed', 'code_unknown', 'too_many_attempts'],
})

export const evidenceReport = defineEndpoint({
  name: 'evidenceReport',
  method: 'GET',
  path: '/api/v1/evidence_report/{id}/',
  policy: 'document.read',
  summary: 'Informe de evidencias de un documento en PDF: cada versión con su hash, cada firma y cada hecho.',
  tag: 'Firmas',
  params: uuidParams,
  query: z.strictObject({ utc_offset: z.optional(z.coerce.number().check(z.int(), z.minimum(-720), z.maximum(840))) }),
  replies: { 200: { binary: 'application/pdf' } },
  errors: ['validation_failed', 'document_not_pdf'],
})

export const trustAnchorSchema = z.strictObject({
  id: uuid,
  /** null: valid for every company. */
  id_company: z.nullable(uuid),
  subject: z.string(),
  issuer: z.string(),
  fingerprint: z.string(),
  not_before: timestamp,
  not_after: timestamp,
  created_at: timestamp,
})
export type TrustAnchor = z.infer<typeof trustAnchorSchema>

export const trustAnchorPreviewSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  fingerprint: z.string(),
  not_before: timestamp,
  not_after: timestamp,
  /** Already trusted. */
  known: z.boolean(),
  /** Ships with Foja, so its fingerprint was already compared. */
  shipped: z.boolean(),
})
export type TrustAnchorPreview = z.infer<typeof trustAnchorPreviewSchema>

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
  summary:
    'Agrega autoridades desde archivos PEM, DER o PKCS#7 y enciende las que vienen con Foja; con `preview`, dice cuáles son y no agrega nada.',
  tag: 'Autoridades',
  multipart: {
    minFiles: 1,
    maxFiles: 20,
    bytesPerFile: 1024 * 1024,
    data: z._default(z.strictObject({ preview: z.optional(z.boolean()) }), {}),
  },
  replies: { 200: z.array(trustAnchorPreviewSchema), 201: z.array(trustAnchorSchema) },
  errors: [
    'validation_failed',
    'file_missing',
    'file_too_large',
    'certificate_damaged',
    'trust_anchor_not_ca',
    'trust_anchor_exists',
  ],
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
  errors: [],
})

export const trustIssuer = defineEndpoint({
  name: 'trustIssuer',
  method: 'POST',
  path: '/api/v1/trust_issuer/',
  policy: 'trust.manage',
  summary: 'Confía en la autoridad más alta que trae la firma de un documento guardado.',
  tag: 'Autoridades',
  body: z.strictObject({ id_documento: uuid, fingerprint: sha256Hex }),
  replies: { 201: z.array(trustAnchorSchema) },
  errors: [
    'validation_failed',
    'not_found',
    'issuer_not_found',
    'trust_anchor_not_ca',
    'trust_anchor_exists',
    'pdf_damaged',
    'pdf_signed_and_damaged',
    'pdf_encrypted',
  ],
})
