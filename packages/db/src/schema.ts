import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/**
 * Rows as the database holds them. Column names are the wire's names where the wire has one.
 * Every instant is `timestamptz(3)`: milliseconds, so that a JavaScript `Date` carries it without loss.
 * `bigint` columns and `count(*)` arrive as `number`. A json column is written with `JSON.stringify`.
 */
export interface Database {
  company: CompanyTable
  app_user: AppUserTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  throttle: ThrottleTable
  solicitud_main: SolicitudMainTable
  solicitud: SolicitudTable
  document: DocumentTable
  document_version: DocumentVersionTable
  event: EventTable
  event_chain: EventChainTable
  signer: SignerTable
  share: ShareTable
  user_shared: UserSharedTable
  trust_anchor: TrustAnchorTable
  signing: SigningTable
  signing_settings: SigningSettingsTable
  verification_code: VerificationCodeTable
  prepared_signing: PreparedSigningTable
  setting: SettingTable
}

type Instant = ColumnType<Date, Date | string, Date | string>
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Filled with now() when not given. */
type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** Arrives as a `Buffer`. */
type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>
type NullableBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>

export type Role = 'admin' | 'gestor' | 'mediador' | 'usuario'
export type SolicitudStatus = 'pendiente' | 'agendado' | 'concluido'
export type StatusMediacion =
  | 'sin_iniciar'
  | 'en_proceso'
  | 'acuerdo_total'
  | 'acuerdo_parcial'
  | 'sin_acuerdo'
  | 'no_realizada'
export type VersionOrigin = 'upload' | 'sign' | 'fill' | 'extend'

export interface CompanyTable {
  id: string
  nombre: string
  identificacion: string | null
  /** ISO 3166-1 alpha-2, upper case */
  pais: string | null
  email: string | null
  telefono: string | null
  direccion: string | null
  activa: Generated<boolean>
  created_at: CreatedAt
}

export interface AppUserTable {
  id: string
  /** unique regardless of case; kept as the person wrote it */
  email: string
  nombre: string
  role: Role
  id_company: string | null
  cargo: string | null
  telefono: string | null
  activo: Generated<boolean>
  /** null: invited, has not chosen a password yet */
  password_hash: string | null
  locale: Generated<string>
  last_login_at: NullableInstant
  created_at: CreatedAt
}

export interface SessionTable {
  /** the `sid` claim of the access token */
  id: string
  id_user: string
  user_agent: string | null
  ip: string | null
  created_at: CreatedAt
  expires_at: Instant
  revoked_at: NullableInstant
  revoked_reason: string | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, lower-case hex; the token itself is never stored */
  hash: string
  id_session: string
  created_at: CreatedAt
  expires_at: Instant
  used_at: NullableInstant
  /** hash of the token that this one was exchanged for */
  replaced_by: string | null
}

export interface ThrottleTable {
  key: string
  count: Generated<number>
  window_start: CreatedAt
  until: NullableInstant
}

export interface SolicitudMainTable {
  /** XXXX-XXXX-XXXX-XXXX, made by the client: an idempotency key, never a capability */
  id_solicitud_main: string
  titulo: string
  id_company: string
  created_by: string
  /** SHA-256 of the creating payload, lower-case hex: the same id with another payload is refused */
  payload_sha256: string
  /** words to search, made by `foldSearch` of search.ts */
  search: Generated<string>
  created_at: CreatedAt
  updated_at: CreatedAt
}

export interface Parte {
  nombre: string
  rol: string
  email?: string | undefined
  identificacion?: string | undefined
}

export interface SolicitudTable {
  id_solicitud: string
  id_solicitud_main: string
  /** same as the case file's; repeated here so that counts by tenant and status need no join */
  id_company: string
  position: number
  titulo: string
  tipo: string | null
  notas: string | null
  status: Generated<SolicitudStatus>
  fecha_agendada: NullableInstant
  lugar: string | null
  partes: ColumnType<Parte[], string | undefined, string>
  asignado_a: string | null
  version: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
}

export interface DocumentTable {
  id_documento: string
  /** null: uploaded outside a case file */
  id_solicitud: string | null
  id_company: string | null
  position: Generated<number>
  nombre: string
  mime: string
  status_mediacion: Generated<StatusMediacion>
  /** the current row of document_version */
  version: Generated<number>
  signature_count: Generated<number>
  /** worst ETSI EN 319 102-1 indication of the current version; null: none, or not looked at yet */
  signature_verdict: string | null
  created_by: string
  created_at: CreatedAt
  updated_at: CreatedAt
  deleted_at: NullableInstant
}

export interface PageSize {
  width: number
  height: number
}

export interface DocumentVersionTable {
  id: string
  id_documento: string
  version: number
  /** opaque random handle, the only name under which the wire knows this content */
  pdf_path: string
  /** key in the object store */
  blob_key: string
  /** bytes */
  size: number
  /** lower-case hex */
  sha256: string
  paginas: number | null
  /** PDF points, as displayed (rotation applied), one a page */
  page_sizes: ColumnType<PageSize[] | null, string | null | undefined, string | null>
  origin: VersionOrigin
  created_by: string
  created_at: CreatedAt
}

export interface EventTable {
  id: Generated<number>
  /** what the hashes are chained over: see events.ts */
  chain: string
  seq: number
  id_solicitud_main: string | null
  id_company: string | null
  id_documento: string | null
  actor: string | null
  actor_label: string
  action: string
  data: JSONColumnType<Record<string, unknown>>
  ip: string | null
  at: Instant
  /** lower-case hex; 64 zeros before the first */
  prev_hash: string
  hash: string
}

export interface EventChainTable {
  chain: string
  seq: number
  hash: string
}

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

export interface ShareTable {
  id: string
  id_documento: string
  /** lower-case hex; the token itself is never stored */
  token_sha256: string
  created_by: string
  expires_at: NullableInstant
  password_hash: string | null
  max_views: number | null
  allow_download: Generated<boolean>
  views: Generated<number>
  last_view_at: NullableInstant
  revoked_at: NullableInstant
  created_at: CreatedAt
}

export interface UserSharedTable {
  id_documento: string
  id_user: string
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

export interface SigningTable {
  id_user: string
  id_documento: string
  /** idempotency key of the call */
  key: string
  /** content that was signed */
  base_sha256: string
  /** digest of what was asked, without the passphrase: a repetition asks the same */
  request_sha256: string
  result_version: number
  level: Generated<string>
  /** verification code that the result's stamp carries */
  code: string | null
  repaired: Generated<boolean>
  created_at: CreatedAt
}

export interface SigningSettingsTable {
  /** null: whoever belongs to no company */
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

export interface VerificationCodeTable {
  code: string
  id_documento: string
  version: number
  created_at: CreatedAt
}

export interface PreparedSigningTable {
  id: string
  id_user: string
  id_documento: string
  /** version and content that were prepared */
  version: number
  base_sha256: string
  /** what was asked */
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
  /** blob of the repaired file when the stored one could not be signed as it is */
  repaired_key: string | null
  signing_time: Instant
  expires_at: Instant
}

export interface SettingTable {
  key: string
  value: JSONColumnType<Record<string, unknown>>
  updated_at: CreatedAt
}
