import * as z from 'zod/mini'

/** Problems of an uploaded signature file, its passphrase or its certificate. */
export const signerCodes = [
  'p12_wrong_passphrase',
  'passphrase_empty',
  'p12_damaged',
  'p12_unsupported_algorithm',
  'p12_too_large',
  'p12_too_slow',
  'p12_no_private_key',
  'p12_no_matching_certificate',
  'certificate_damaged',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_not_for_signing',
  'certificate_weak_key',
] as const

/** Problems of files that become documents. */
export const uploadCodes = [
  'file_missing',
  'file_empty',
  'file_too_large',
  'too_many_files',
  'file_type_not_allowed',
  'pdf_not_a_pdf',
  'pdf_damaged',
  'pdf_encrypted',
  'image_unsupported',
] as const

/** Results of the antivirus that the user can act on. */
const scannedCodes = ['file_infected', 'file_not_scannable'] as const

/** Problems of files that the antivirus scans, where one is set up. */
export const scanCodes = [...scannedCodes, 'antivirus_unavailable'] as const

/**
 * Errors that the user can correct. They answer 400, so that the browser stays on the page (specification, section 8).
 */
export const correctableCodes = [
  'validation_failed',
  'malformed_request',
  'id_in_use',
  'already_set_up',
  'setup_code_wrong',
  'setup_elsewhere',
  'email_in_use',
  'weak_password',
  'tax_id_wrong',
  'phone_wrong',
  ...uploadCodes,
  ...scannedCodes,
  'files_do_not_match',
  'pdf_signed_and_damaged',
  'pdf_signed_and_encrypted',
  'pdf_forbids_signing',
  'pdf_xfa',
  'page_not_found',
  'rectangle_outside_page',
  'field_not_found',
  'field_already_signed',
  'text_not_encodable',
  'document_not_pdf',
  'stale_document',
  'no_signer',
  'document_not_signed',
  'signature_mismatch',
  'preparation_expired',
  'timestamp_not_configured',
  'timestamp_failed',
  'revocation_unavailable',
  'chain_incomplete',
  'certificate_revoked',
  ...signerCodes,
  'passphrase_paused',
  'paused',
  'trust_anchor_not_ca',
  'trust_anchor_exists',
  'issuer_not_found',
  'code_unknown',
  'password_required',
  'password_wrong',
  'share_expiry_in_past',
  'stale_version',
  'transition_not_allowed',
  'assignee_unknown',
  'date_in_past',
  'solicitud_concluded',
  'last_document',
  'case_signed',
  'case_held',
  'person_not_found',
  'person_awaited',
  'person_unknown',
  'email_address_wrong',
  'email_quota_exceeded',
  'invitation_quota_exceeded',
  'email_attachment_too_large',
  'email_not_waiting',
  'mail_in_environment',
  'mail_not_configured',
  'backup_not_configured',
  'mail_password_missing',
  'mail_password_in_clear',
  'nothing_to_download',
  'template_archived',
  'template_key_repeated',
  'template_field_wrong',
  'template_data_wrong',
  'template_file_wrong',
  'pdf_cannot_be_filled',
  'company_exists',
  'tax_id_refused',
  'company_unknown',
  'company_has_you',
  'last_admin',
  'not_yourself',
  'own_password_required',
  'handover_required',
  'user_not_invited',
  'company_shut',
  'link_expired',
  'totp_wrong',
  'totp_not_begun',
  'totp_not_on',
  'totp_already_on',
  'totp_required_by_company',
  'totp_setup_required',
  'own_code_required',
  'passkey_wrong',
  'passkey_none',
  'passkey_exists',
  'passkey_limit',
  'passkey_unavailable',
  'passkey_required_by_company',
  'key_expiry_wrong',
  'key_network_wrong',
  'key_limit',
  'document_requested',
  'documents_apart',
  'recipients_missing',
  'recipient_repeated',
  'file_kind_not_asked',
  'delivery_full',
  'case_requested',
  'parties_missing',
  'appointment_missing',
  'request_term_too_long',
  'request_closed',
  'identification_differs',
  'recipient_code_wrong',
  'recipient_code_ended',
  'code_needs_mail',
  'office_seal_needed',
] as const

/** Errors that the user cannot correct, each with its own status. */
export const otherStatus = {
  unauthenticated: 401,
  key_refused: 401,
  forbidden: 403,
  key_scope_missing: 403,
  key_not_allowed: 403,
  recipient_code_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
  antivirus_unavailable: 503,
  storage_full: 507,
} as const

export type CorrectableCode = (typeof correctableCodes)[number]
export type ErrorCode = CorrectableCode | keyof typeof otherStatus

/** HTTP status of an error code: 400 for errors the user can correct. */
export function errorStatus(code: ErrorCode): number {
  return code in otherStatus ? otherStatus[code as keyof typeof otherStatus] : 400
}

/** RFC 9457 problem details, with a closed `code` and, for forms, one entry per field. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  request_id: z.optional(z.string()),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))),
  /** For `stale_version`: the current state, as its own call would answer it, for merging. */
  current: z.optional(z.looseObject({})),
})
export type Problem = z.infer<typeof problemSchema>
