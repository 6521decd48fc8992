import type { ColumnType, JSONColumnType } from 'kysely'
import type { Bytes, CreatedAt, Instant, NullableBytes } from './column-shapes.ts'

export interface SignerTable {
  id_user: string
  subject: string
  issuer: string
  /** lower-case hex */
  serial: string
  /** SHA-256 of the certificate, lower-case hex */
  fingerprint: string
  key_type: string
  not_before: Instant
  not_after: Instant
  /** DER */
  certificate: Bytes
  /** DER of each issuer, nearest first, base64 */
  chain: ColumnType<string[], string | undefined, string>
  wrapped_key: Bytes
  wrap_params: JSONColumnType<Record<string, unknown>>
  image: NullableBytes
  image_mime: string | null
  created_at: CreatedAt
}

export interface TrustAnchorTable {
  id: string
  /** null: every company */
  id_company: string | null
  certificate: Bytes
  subject: string
  issuer: string
  serial: string
  fingerprint: string
  not_before: Instant
  not_after: Instant
  created_by: string | null
  created_at: CreatedAt
}

/** Whether the shipped authorities of a country are on; absent: off. */
export interface AuthorityCountryTable {
  /** ISO 3166-1 alpha-2 */
  pais: string
  is_on: boolean
  updated_by: string | null
  updated_at: CreatedAt
}

/** An admin's choice for one shipped authority; absent: the default. */
export interface AuthoritySwitchTable {
  fingerprint: string
  is_on: boolean
  updated_by: string | null
  updated_at: CreatedAt
}

export interface SigningSettingsTable {
  /** null: users without a company */
  id_company: string | null
  level: string
  hash: string
  appearance: string
  repeat: string
  tsa_url: string | null
  tsa_username: string | null
  /** sealed with the server's key */
  tsa_password: NullableBytes
  tsa_policy: string | null
  updated_by: string | null
  updated_at: CreatedAt
}

/** The certificate with which the office seals simple signatures. */
export interface OfficeSealTable {
  id_company: string
  subject: string
  /** SHA-256 of the certificate, lower-case hex */
  fingerprint: string
  /** DER */
  certificate: Bytes
  /** DER of each issuer, nearest first, base64 */
  chain: ColumnType<string[], string, string>
  /** PKCS#8, sealed with the server's key */
  sealed_key: Bytes
  created_by: string | null
  created_at: CreatedAt
}

export interface VerificationCodeTable {
  code: string
  id_documento: string
  version: number
  created_at: CreatedAt
}

export interface PreparedSigningTable {
  id: string
  /** the user or the recipient who signs; the other is null */
  id_user: string | null
  id_recipient: string | null
  id_documento: string
  /** prepared version and content */
  version: number
  base_sha256: string
  /** options of the request */
  request: JSONColumnType<Record<string, unknown>>
  /** the engine's `Prepared` without its bytes */
  prepared: JSONColumnType<Record<string, unknown>>
  tail: Bytes
  signed_attributes: Bytes
  certificate: Bytes
  /** DER of each issuer, nearest first, base64 */
  chain: ColumnType<string[], string | undefined, string>
  /** null for an invisible signature */
  code: string | null
  /** blob of the repaired file when the stored one could not be signed */
  repaired_key: string | null
  signing_time: Instant
  expires_at: Instant
}
