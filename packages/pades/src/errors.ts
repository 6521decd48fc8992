/** Every cause that callers may distinguish. A new cause is a new code, never a message to be parsed. */
export type PadesErrorCode =
  | 'p12_wrong_passphrase'
  | 'p12_damaged'
  | 'p12_unsupported_algorithm'
  | 'p12_too_large'
  | 'p12_too_slow'
  | 'p12_no_private_key'
  | 'p12_no_matching_certificate'
  | 'certificate_damaged'
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'certificate_not_for_signing'
  | 'certificate_weak_key'
  | 'pdf_not_a_pdf'
  | 'pdf_damaged'
  | 'pdf_signed_and_damaged'
  | 'pdf_encrypted'
  | 'pdf_forbids_signing'
  | 'page_not_found'
  | 'field_not_found'
  | 'field_already_signed'
  | 'rectangle_outside_page'
  | 'text_not_encodable'
  | 'placeholder_too_small'
  | 'image_unsupported'
  | 'signature_mismatch'
  | 'timestamp_damaged'
  | 'revocation_damaged'
  | 'revocation_refused'
  | 'revocation_unsupported'
  | 'timestamp_failed'
  | 'revocation_unavailable'
  | 'chain_incomplete'
  | 'certificate_revoked'
  | 'pdf_not_signed'

/**
 * Every intentional error of this package. `detail` is for logs and messages: it holds figures and names, never a
 * passphrase, a key or decrypted bytes.
 */
export class PadesError extends Error {
  readonly code: PadesErrorCode
  readonly detail?: Record<string, unknown>

  constructor(code: PadesErrorCode, detail?: Record<string, unknown>) {
    super(detail ? `${code} ${JSON.stringify(detail)}` : code)
    this.name = 'PadesError'
    this.code = code
    this.detail = detail
  }
}
