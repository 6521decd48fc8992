import type { Rectangle } from '../appearance/geometry.ts'
import type { Certificate } from '../certificate.ts'

/** Main status indications of ETSI EN 319 102-1 §5.1.3. */
export type Indication = 'TOTAL_PASSED' | 'INDETERMINATE' | 'TOTAL_FAILED'

/** Sub-indications of ETSI EN 319 102-1; `MODIFIED_AFTER_SIGNING` is ours: the standard ignores PDF revisions. */
export type Subindication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'GENERIC'
  | 'TRY_LATER'
  | 'REVOKED_NO_POE'
  | 'MODIFIED_AFTER_SIGNING'

/**
 * One change by a later revision. `object` is an object number, `page` counts from 1, `rectangle` is in displayed
 * coordinates.
 */
export type Modification = {
  kind: ModificationKind
  object?: number
  page?: number
  key?: string
  rectangle?: Rectangle
  /** Full name of the form field. */
  field?: string
  /** Value of the field at signing and now, as text; null: empty. Only for `field_filled` and `field_changed`. */
  before?: string | null
  after?: string | null
  /** The save that made it, from 1. Only for additions. */
  revision?: number
  /** Signer and time of the first later signature that covers it; absent without one. */
  by?: string
  at?: Date
}

/** Stable codes of later changes. */
export type ModificationKind =
  // permitted, reported as additions
  | 'signature_added'
  | 'timestamp_added'
  | 'field_signed'
  | 'field_filled'
  | 'validation_data_added'
  | 'validation_data_removed'
  | 'metadata_changed'
  | 'resources_added'
  | 'unused_object_added'
  // not permitted
  | 'object_changed'
  | 'page_changed'
  | 'page_tree_changed'
  | 'catalog_changed'
  | 'form_changed'
  | 'field_changed'
  | 'field_added'
  | 'field_removed'
  | 'field_covers_page'
  | 'text_covered'
  | 'appearance_changed'
  | 'visual_difference'
  | 'annotation_added'
  | 'annotation_removed'
  | 'signature_reused'
  | 'info_changed'
  | 'trailer_changed'
  | 'repeated_key'
  | 'revision_chain_broken'
  | 'revision_unreadable'
  | 'trailing_bytes'

/** The signer according to the certificate; `serial` in hexadecimal. */
export type ReportSigner = {
  name: string
  organization: string | null
  serial: string
  issuer: string
  country: string | null
}

/** A timestamp that supports a signature. */
export type TimestampReport = {
  /** 'signature': over the signature value, inside its CMS; 'document': over the file, in a later revision. */
  kind: 'signature' | 'document'
  time: Date
  /** Name of the authority, from its certificate; empty when missing. */
  tsa: string
  /** True if it is a valid timestamp of these bytes, of any authority. */
  valid: boolean
  /** True if its authority's chain reaches an anchor. Only a valid and trusted timestamp proves a time. */
  trusted: boolean
  /** Stable codes of its problems. */
  problems: string[]
}

/** Source of the revocation answer: the file's /DSS, the signature itself, or the caller. */
export type RevocationSource = 'dss' | 'embedded' | 'online'

/** The report of one signature or document timestamp. */
export type SignatureReport = {
  /** Full field name. */
  field: string
  /** A person's signature, one that certifies the document (DocMDP), or a document timestamp. */
  kind: 'signature' | 'certification' | 'timestamp'
  indication: Indication
  subindication: Subindication | null
  signer: ReportSigner | null
  certificate: Certificate | null
  /**
   * Achieved PAdES baseline level (ETSI EN 319 142-1 §6), 'CMS' for older PKCS#7, 'timestamp' for document timestamps.
   */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | 'CMS' | 'timestamp' | 'unknown'
  /** The earliest proven time; without one, the claimed time. */
  signed_at: Date | null
  /** The time claimed by the signer, which proves nothing. */
  claimed_at: Date | null
  time_source: 'claimed' | 'timestamp'
  /** Those inside the signature, then the document timestamps that cover it, in file order. */
  timestamps: TimestampReport[]
  /** True if the signed bytes are intact: digest and signature value match. */
  integrity: 'intact' | 'broken' | 'not_checked'
  coversWholeFile: boolean
  /** Length of the signed file from the start of this one; 0 when no save ends there. */
  signedBytes: number
  /** The signed save, from 1, and the number of saves. */
  coversRevision: number
  revisions: number
  modifiedAfter: boolean
  /** Forbidden changes after signing. */
  modifications: Modification[]
  /** Permitted additions after signing: later signatures, filled fields, validation data. */
  additions: Modification[]
  trusted: boolean
  /** From the signer's certificate to the anchor, as far as known. */
  chain: Certificate[]
  /**
   * Of the signer's certificate; 'not_checked': not asked, 'unknown': no usable answer, 'not_needed': never revoked
   * (short-lived), or an anchor.
   */
  revocation: 'not_checked' | 'good' | 'revoked' | 'unknown' | 'not_needed'
  revocation_source: RevocationSource | null
  revoked_at: Date | null
  algorithms: { digest: string; signature: string; key: string } | null
  /**
   * SHA-256 of the signed attributes (DER) and the certificate, lower-case hex: who signed which bytes, also after data
   * was added to the signature. Absent without signed attributes.
   */
  signatureId?: string
  page?: number
  rectangle?: Rectangle
  reason?: string
  location?: string
  contactInfo?: string
  /** The signer's commitment: a `CommitmentType`, or the identifier of another one; absent without one. */
  commitment?: string
  /** Stable codes, for experts. */
  warnings: string[]
}

/** The report of a file. */
export type VerificationReport = {
  signatures: SignatureReport[]
  /** The worst of all signatures and timestamps; timestamps alone are no signature. */
  summary: 'valid' | 'indeterminate' | 'invalid' | 'unsigned'
  /** From `verifyOnline`: failed requests. Absent when nothing was requested. */
  online?: OnlineProblem[]
}

/** A request to an authority without a usable answer; `subject` is the certificate's. */
export type OnlineProblem = { code: string; subject: string; host: string; reason: string }

/** The objection of a check; the worst of all decides. */
export type Finding = { indication: 'INDETERMINATE' | 'TOTAL_FAILED'; subindication: Subindication; warning?: string }
