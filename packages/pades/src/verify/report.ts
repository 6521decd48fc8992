import type { Rectangle } from '../appearance/geometry.ts'
import type { Certificate } from '../certificate.ts'

/** Main status indications of ETSI EN 319 102-1 §5.1.3. */
export type Indication = 'TOTAL_PASSED' | 'INDETERMINATE' | 'TOTAL_FAILED'

/** Sub-indications of ETSI EN 319 102-1; `MODIFIED_AFTER_SIGNING` is ours: the standard does not look at PDF revisions. */
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
 * One change that a later revision made. `object` is an object number, `page` counts from 1, `rectangle` is where a
 * reader sees it.
 */
export type Modification = {
  kind: ModificationKind
  object?: number
  page?: number
  key?: string
  rectangle?: Rectangle
  /** Full name of the form field. */
  field?: string
  /** Value of the field when it was signed and now, as text; null: empty. Only of `field_filled` and `field_changed`. */
  before?: string | null
  after?: string | null
  /** The save that made it, from 1. Only of additions. */
  revision?: number
  /** Who signed the first later save that holds it, and when; absent when no later signature covers it. */
  by?: string
  at?: Date
}

/** Stable codes of what a later save did. */
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

/** Who signed, as the certificate says; `serial` in hexadecimal. */
export type ReportSigner = {
  name: string
  organization: string | null
  serial: string
  issuer: string
  country: string | null
}

/** A timestamp that speaks for a signature. */
export type TimestampReport = {
  /** 'signature': over the signature value, inside its CMS; 'document': over the file, in a later revision. */
  kind: 'signature' | 'document'
  time: Date
  /** Name of the authority, out of its certificate; empty when that is missing. */
  tsa: string
  /** Whether it is a right timestamp of these bytes, whoever made it. */
  valid: boolean
  /** Whether an anchor answers for the authority. Only a timestamp that is valid and trusted proves a time. */
  trusted: boolean
  /** Stable codes of what is wrong with it. */
  problems: string[]
}

/** Where the answer on revocation comes from: the file's /DSS, the signature itself, or the caller. */
export type RevocationSource = 'dss' | 'embedded' | 'online'

/** What is known of one signature or document timestamp. */
export type SignatureReport = {
  /** Full field name. */
  field: string
  /** A person's signature, one that certifies the document (DocMDP), or a document timestamp. */
  kind: 'signature' | 'certification' | 'timestamp'
  indication: Indication
  subindication: Subindication | null
  signer: ReportSigner | null
  certificate: Certificate | null
  /** PAdES baseline level that holds (ETSI EN 319 142-1 §6), 'CMS' for older PKCS#7, 'timestamp' for documents'. */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | 'CMS' | 'timestamp' | 'unknown'
  /** The earliest proven time; without one, what the signer's clock said. */
  signed_at: Date | null
  /** What the signer's clock said, which proves nothing. */
  claimed_at: Date | null
  time_source: 'claimed' | 'timestamp'
  /** Those inside the signature, then the document timestamps that cover it, in the order of the file. */
  timestamps: TimestampReport[]
  /** Whether the signed bytes are the ones that were signed: digest and signature value. */
  integrity: 'intact' | 'broken' | 'not_checked'
  coversWholeFile: boolean
  /** The file that was signed is that many bytes from the beginning of this one; 0 when no save ends there. */
  signedBytes: number
  /** Which save of the file was signed, from 1, and how many there are. */
  coversRevision: number
  revisions: number
  modifiedAfter: boolean
  /** What was changed after signing and is not permitted. */
  modifications: Modification[]
  /** What was added after signing and is permitted: later signatures, filled fields, validation data. */
  additions: Modification[]
  trusted: boolean
  /** From the signer's certificate to the anchor, or as far as it leads. */
  chain: Certificate[]
  /**
   * Of the signer's certificate; 'not_checked': nobody was asked, 'unknown': no answer that counts, 'not_needed': it is
   * never revoked (short-lived), or trusted by decision.
   */
  revocation: 'not_checked' | 'good' | 'revoked' | 'unknown' | 'not_needed'
  revocation_source: RevocationSource | null
  revoked_at: Date | null
  algorithms: { digest: string; signature: string; key: string } | null
  page?: number
  rectangle?: Rectangle
  reason?: string
  location?: string
  contactInfo?: string
  /** What the signer commits to: a `CommitmentType`, or the identifier of another one; absent when nothing is said. */
  commitment?: string
  /** Stable codes, for people who look closer. */
  warnings: string[]
}

/** What is known of a file. */
export type VerificationReport = {
  signatures: SignatureReport[]
  /** The worst of all signatures and timestamps; timestamps alone do not make a file signed. */
  summary: 'valid' | 'indeterminate' | 'invalid' | 'unsigned'
  /** Of `verifyOnline`: what could not be had from the network. Absent when nobody asked. */
  online?: OnlineProblem[]
}

/** A question to an authority that got no answer of use; `subject` is whose certificate it was about. */
export type OnlineProblem = { code: string; subject: string; host: string; reason: string }

/** A check's objection; the worst of all decides. */
export type Finding = { indication: 'INDETERMINATE' | 'TOTAL_FAILED'; subindication: Subindication; warning?: string }
