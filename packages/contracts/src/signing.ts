import * as z from 'zod/mini'
import { activeContentSchema } from './active-content.ts'
import { positionSchema, positiveInteger, sha256Hex, timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { problemSchema, signerCodes, type ErrorCode } from './problem.ts'
import { passphrase } from './signers.ts'
import { levels, signingHashes, appearances, maxBatch } from './constants.ts'

/** DER, base64 without line breaks; certificates and small PKCS#12 files. */
export const base64 = (maximum: number) => z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(maximum))
const keyFile = base64(Math.ceil((256 * 1024) / 3) * 4)

/** A key sent with the request and not stored: a .p12, or a .cer with its .key. */
export const keyFilesSchema = z.union([
  z.strictObject({ p12: keyFile }),
  z.strictObject({ cer: keyFile, key: keyFile }),
])
export type KeyFiles = z.infer<typeof keyFilesSchema>

/** Place of the stamp: a box on a given page, or on the last one. */
export const stampPositionSchema = z.strictObject({
  ...positionSchema.shape,
  page: z.union([positiveInteger, z.literal('last')]),
})
export type StampPosition = z.infer<typeof stampPositionSchema>

/** Form fields that are locked after signing: all, only these, or all but these (FieldMDP). */
export const lockSchema = z.union([
  z.strictObject({ action: z.literal('all') }),
  z.strictObject({
    action: z.enum(['include', 'exclude']),
    /** Full names; a name includes the fields below it. */
    fields: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.minLength(1), z.maxLength(500)),
  }),
])

/** What the signer commits to (ETSI EN 319 122-1 §5.2.3). */
export const commitmentTypes = [
  'proof_of_origin',
  'proof_of_receipt',
  'proof_of_delivery',
  'proof_of_sender',
  'proof_of_approval',
  'proof_of_creation',
] as const

/** Look and text of a signature; defaults come from the company's settings. */
const look = {
  position: z.optional(stampPositionSchema),
  /** An empty signature field of the document, which fixes the place. */
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  appearance: z.optional(z.enum(appearances)),
  /** `every_page` repeats the stamp on each page; only for documents without earlier signatures. */
  repeat: z.optional(z.enum(['once', 'every_page'])),
  /** With `appearance: 'image'`: show name and date beside the image; true by default. */
  image_text: z.optional(z.boolean()),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  location: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  level: z.optional(z.enum(levels)),
  /** Certifies the document (DocMDP): which later changes are allowed. First signatures only. */
  certify: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  /** Locks the form with the signature. The next signer then needs an existing, unlocked field. */
  lock: z.optional(lockSchema),
  /** A signed attribute. The reason then appears in the stamp only: a PAdES signature does not carry both. */
  commitment_type: z.optional(z.enum(commitmentTypes)),
  /** Minutes east of UTC for the time in the stamp; UTC by default. */
  utc_offset: z.optional(z.int().check(z.minimum(-720), z.maximum(840))),
  /** Language of the stamp's words. */
  language: z.optional(z.enum(['es', 'en'])),
}

const idempotency = z.looseObject({ 'idempotency-key': z.optional(z.string().check(z.minLength(8), z.maxLength(100))) })

export const signedDocumentSchema = z.strictObject({
  id_documento: uuid,
  pdf_path: z.string(),
  sha256: z.string(),
  version: z.int(),
  level: z.string(),
  signatures: z.int(),
  /** The code to check this version at /verificar; null for an invisible signature without one. */
  code: z.nullable(z.string()),
  /** True when the file was damaged and was rewritten before signing. */
  repaired: z.boolean(),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>

export const signingErrors = [
  'validation_failed',
  'stale_document',
  'document_requested',
  'document_not_pdf',
  'pdf_damaged',
  'pdf_signed_and_damaged',
  'pdf_encrypted',
  'pdf_forbids_signing',
  'page_not_found',
  'field_not_found',
  'field_already_signed',
  'rectangle_outside_page',
  'text_not_encodable',
  'image_unsupported',
  'file_missing',
  'id_in_use',
  'timestamp_not_configured',
  'timestamp_failed',
  'revocation_unavailable',
  'chain_incomplete',
  'certificate_revoked',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_not_for_signing',
  'certificate_weak_key',
] as const satisfies readonly ErrorCode[]

export const customPdfSigning = defineEndpoint({
  name: 'customPdfSigning',
  method: 'POST',
  path: '/api/v1/custom_pdf_signing/',
  policy: 'document.sign',
  summary:
    'Firma uno o varios PDF con la firma guardada de quien llama, o con la que viene en «key» y no se guarda. «sha256» y «hashes» son los de los archivos que la persona vio. De varios, cada uno sale bien o mal por su cuenta; de uno solo, el error es la respuesta.',
  tag: 'Firma',
  headers: idempotency,
  body: z.strictObject({
    id_documento: z.optional(uuid),
    ids_documento: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(maxBatch))),
    password: passphrase,
    /** Signs with this key instead of the stored one. */
    key: z.optional(keyFilesSchema),
    sha256: z.optional(sha256Hex),
    /** For several documents: the hash of each, by id. */
    hashes: z.optional(z.record(z.string(), sha256Hex)),
    ...look,
  }),
  replies: {
    200: z.strictObject({
      documents: z.array(signedDocumentSchema),
      failures: z.array(z.strictObject({ id_documento: uuid, problem: problemSchema })),
    }),
  },
  errors: ['no_signer', 'passphrase_paused', ...signerCodes, ...signingErrors],
})

export const prepareSigning = defineEndpoint({
  name: 'prepareSigning',
  method: 'POST',
  path: '/api/v1/prepare_signing/',
  policy: 'document.sign',
  summary:
    'Prepara una firma cuya clave está en otra parte (el navegador, una tarjeta): devuelve los atributos que hay que firmar. Vale diez minutos.',
  tag: 'Firma',
  body: z.strictObject({
    id_documento: uuid,
    sha256: z.optional(sha256Hex),
    /** The signer's certificate and its issuers, nearest first. */
    certificate: base64(64 * 1024),
    chain: z.array(base64(64 * 1024)).check(z.maxLength(10)),
    ...look,
  }),
  replies: {
    200: z.strictObject({
      id_preparacion: uuid,
      /**
       * DER SignedAttributes, base64: the data to sign, with `hash`. RSA: PKCS#1 v1.5, or RSASSA-PSS with a salt as
       * long as the digest if the certificate requires it. EC: ECDSA (DER). Ed25519: the attributes themselves.
       */
      signed_attributes: z.string(),
      hash: z.enum(signingHashes),
      expires_at: timestamp,
    }),
  },
  errors: ['certificate_damaged', 'paused', ...signingErrors],
})

export const completeSigning = defineEndpoint({
  name: 'completeSigning',
  method: 'POST',
  path: '/api/v1/complete_signing/',
  policy: 'document.sign',
  summary:
    'Termina una firma preparada con el valor que dio la clave. Si el sello de tiempo falla se puede repetir con un nivel menor.',
  tag: 'Firma',
  body: z.strictObject({
    id_preparacion: uuid,
    signature: base64(8 * 1024),
    level: z.optional(z.enum(levels)),
  }),
  replies: { 200: z.strictObject({ document: signedDocumentSchema }) },
  errors: ['signature_mismatch', 'preparation_expired', ...signingErrors],
})

export const extendSignatures = defineEndpoint({
  name: 'extendSignatures',
  method: 'POST',
  path: '/api/v1/extend_signatures/',
  policy: 'document.sign',
  summary:
    'Refuerza las firmas de un documento para que se puedan comprobar dentro de años: agrega los datos de validación y, con B-LTA, un sello de tiempo de archivo. Repetirlo renueva el sello.',
  tag: 'Firma',
  headers: idempotency,
  body: z.strictObject({ id_documento: uuid, sha256: z.optional(sha256Hex), level: z.enum(['B-LT', 'B-LTA']) }),
  replies: { 200: z.strictObject({ document: signedDocumentSchema }) },
  errors: ['document_not_signed', ...signingErrors],
})

export const preflightReaders = ['adobe', 'dss', 'firmaec'] as const

export const preflightLineSchema = z.strictObject({
  /** Stable code of the check. */
  check: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  /** Software that would object: Adobe Acrobat, the European DSS, Ecuador's FirmaEC. */
  affects: z.array(z.enum(preflightReaders)),
  /** The finding and the remedy, in the caller's language. */
  title: z.string(),
  advice: z.nullable(z.string()),
})
export type PreflightLine = z.infer<typeof preflightLineSchema>

/** Place of a form field: like a position, of any size. */
const fieldPlaceSchema = z.strictObject({
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})

/** An empty signature field. `label`: the author's description for people; `name` identifies it when signing. */
const waitingFieldSchema = z.strictObject({
  name: z.string(),
  label: z.optional(z.string()),
  position: z.nullable(fieldPlaceSchema),
})

export const preflightSigning = defineEndpoint({
  name: 'preflightSigning',
  method: 'POST',
  path: '/api/v1/preflight_signing/',
  policy: 'document.sign',
  summary:
    'Antes de firmar: si Adobe, el DSS europeo y FirmaEC aceptarán este certificado y este nivel, y qué admite cada documento.',
  tag: 'Firma',
  body: z.strictObject({
    ids_documento: z.optional(z.array(uuid).check(z.maxLength(maxBatch))),
    level: z.optional(z.enum(levels)),
    /** A certificate other than the stored one, for a key in the browser. */
    certificate: z.optional(base64(64 * 1024)),
    chain: z.optional(z.array(base64(64 * 1024)).check(z.maxLength(10))),
  }),
  replies: {
    200: z.strictObject({
      level: z.enum(levels),
      lines: z.array(preflightLineSchema),
      documents: z.array(
        z.strictObject({
          id_documento: uuid,
          sha256: z.string(),
          paginas: z.nullable(z.int()),
          signatures: z.int(),
          /** Empty signature fields of the document. */
          fields: z.array(waitingFieldSchema),
          /** 1, 2 or 3 when the document is certified. */
          certified: z.nullable(z.int()),
          needs_repair: z.boolean(),
          active_content: activeContentSchema,
          /** Why it cannot be signed. */
          problem: z.nullable(problemSchema),
        }),
      ),
    }),
  },
  errors: ['validation_failed', 'no_signer', 'certificate_damaged'],
})

export const signingSettingsSchema = z.strictObject({
  level: z.enum(levels),
  hash: z.enum(signingHashes),
  appearance: z.enum(appearances),
  repeat: z.enum(['once', 'every_page']),
  /** RFC 3161 authority; without it only B-B is possible. */
  tsa_url: z.nullable(z.string().check(z.maxLength(500), z.regex(/^https?:\/\/\S+$/))),
  tsa_username: z.nullable(z.string().check(z.maxLength(200))),
  tsa_policy: z.nullable(z.string().check(z.regex(/^[0-2](\.\d+)+$/), z.maxLength(200))),
})

export const readSigningSettings = z.strictObject({
  ...signingSettingsSchema.shape,
  tsa_has_password: z.boolean(),
  /** False for read-only access. */
  may_change: z.boolean(),
})
export type SigningSettings = z.infer<typeof readSigningSettings>

export const getSigningSettings = defineEndpoint({
  name: 'getSigningSettings',
  method: 'GET',
  path: '/api/v1/signing_settings/',
  policy: 'self',
  summary: 'Nivel, aspecto y sello de tiempo con que firma la empresa de quien llama.',
  tag: 'Firma',
  replies: { 200: readSigningSettings },
  errors: [],
})

export const changeSigningSettings = defineEndpoint({
  name: 'changeSigningSettings',
  method: 'PUT',
  path: '/api/v1/signing_settings/',
  policy: 'signing.configure',
  summary: 'Cambia con qué nivel, aspecto y sello de tiempo firma la empresa. Sin «tsa_password» queda la que había.',
  tag: 'Firma',
  body: z.strictObject({
    ...signingSettingsSchema.shape,
    tsa_password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  }),
  replies: { 200: readSigningSettings },
  errors: ['validation_failed', 'timestamp_not_configured'],
})

export const testTimestamp = defineEndpoint({
  name: 'testTimestamp',
  method: 'POST',
  path: '/api/v1/test_timestamp/',
  policy: 'signing.configure',
  summary: 'Pide un sello de tiempo de prueba a la autoridad guardada.',
  tag: 'Firma',
  replies: { 200: z.strictObject({ tsa: z.string(), time: timestamp, trusted: z.boolean() }) },
  errors: ['timestamp_not_configured', 'timestamp_failed'],
})
