import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt, Instant, NullableInstant } from './column-shapes.ts'

export type Role = 'admin' | 'gestor' | 'mediador' | 'usuario'

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
  /** all users of the company must have a second factor */
  exige_totp: Generated<boolean>
  /** that second factor must be a passkey; only with `exige_totp` */
  exige_passkey: Generated<boolean>
  /** sites that may show the pages of its recipients in a frame */
  embed_origins: Generated<string[]>
  /** PNG in the object store; null: none */
  logo_key: string | null
  created_at: CreatedAt
}

export interface AppUserTable {
  id: string
  /** unique regardless of case among users who were not removed; stored as typed */
  email: string
  nombre: string
  role: Role
  id_company: string | null
  cargo: string | null
  telefono: string | null
  activo: Generated<boolean>
  /** null: invited, no password chosen yet */
  password_hash: string | null
  /** the password was set by another user, who knows it */
  password_given: Generated<boolean>
  locale: Generated<string>
  password_changed_at: NullableInstant
  /** secret of the second factor, sealed with the server's key */
  totp_secret: string | null
  /** sealed likewise: a new secret that no code has confirmed yet */
  totp_next_secret: string | null
  /** when the new secret was generated */
  totp_next_at: NullableInstant
  totp_enabled_at: NullableInstant
  /** RFC 6238 time step of the last accepted code: none is accepted twice */
  totp_last_step: number | null
  /** issuer and `sub` at the OpenID Connect provider after the first sign-in there; unique */
  oidc_subject: string | null
  last_login_at: NullableInstant
  /** created at their first sign-in with the provider, whose groups decide their role */
  provisioned: Generated<boolean>
  /** a service account, which cannot sign in: programs act as it with an API key */
  service: Generated<boolean>
  /** when the user was removed: hidden from lists, named only in the history */
  removed_at: NullableInstant
  created_at: CreatedAt
}

export interface RecoveryCodeTable {
  id_user: string
  /** HMAC-SHA-256 of the code under a server key, lower-case hex: a plain digest is too weak for 50 random bits */
  hash: string
  used_at: NullableInstant
}

/** A passkey (WebAuthn credential) of a user. Its private key never leaves the user's device or its provider. */
export interface PasskeyTable {
  id: string
  id_user: string
  /** base64url, unique */
  credential_id: string
  /** COSE key (RFC 9052, 7), base64url */
  public_key: string
  /** last signature counter; 0: the authenticator has none */
  counter: number
  /** how browsers reach it, separated by commas */
  transports: string
  /** its provider copies it between devices */
  synced: boolean
  nombre: string
  created_at: CreatedAt
  last_used_at: NullableInstant
  /** when its counter went back, which suggests a copy: it is no longer accepted */
  suspect_at: NullableInstant
}

/** An API key. Its text is shown once and never stored. */
export interface ApiKeyTable {
  id: string
  /** the user or service account that it acts as */
  id_user: string
  /** SHA-256 of the key, lower-case hex */
  hash: string
  /** how the key begins */
  prefix: string
  nombre: string
  scopes: string[]
  /** CIDR; empty: accepted from everywhere */
  networks: string[]
  /** who made it; null: removed since */
  created_by: string | null
  created_at: CreatedAt
  expires_at: Instant
  /** within a minute */
  last_used_at: NullableInstant
  revoked_at: NullableInstant
}

/** Challenges that a passkey has answered, and logout tokens of the provider: none is accepted twice. */
export interface SpentChallengeTable {
  /** in base64url; of a logout token its digest */
  challenge: string
  expires_at: Instant
}

/** A link for choosing a password. Its token is derived from `id` and never stored. */
export interface OneTimeLinkTable {
  id: string
  /** SHA-256 of the token, lower-case hex */
  hash: string
  id_user: string
  kind: 'invitation' | 'reset'
  created_at: CreatedAt
  expires_at: Instant
  /** used, or replaced by a newer one */
  used_at: NullableInstant
  created_by: string | null
}

export interface SessionTable {
  /** the `sid` claim of the access token */
  id: string
  id_user: string
  user_agent: string | null
  ip: string | null
  /** opened by the OpenID Connect provider, which has its own second factor */
  by_provider: Generated<boolean>
  /** issuer and `sub` with which the provider opened it */
  provider_subject: string | null
  /** the provider's name for its own session (the `sid` claim), if it sent one */
  provider_sid: string | null
  /** opened with a passkey, alone or after the password */
  by_passkey: Generated<boolean>
  /** User-Agent of the first use with another kind of browser: its token may be copied */
  other_user_agent: string | null
  created_at: CreatedAt
  expires_at: Instant
  revoked_at: NullableInstant
  revoked_reason: string | null
}

/** Whether and how the provider's people of a company are created at their first sign-in. */
export interface ProvisioningTable {
  id_company: string
  enabled: boolean
  default_role: Exclude<Role, 'admin'>
  /** the first row whose group the person is in decides their role */
  group_roles: JSONColumnType<{ group: string; role: Exclude<Role, 'admin'> }[]>
  /** null: removed since */
  updated_by: string | null
  updated_at: Instant
}

/** A mail domain whose people are created in a company: of one company only. */
export interface ProvisioningDomainTable {
  /** in lower case and ASCII */
  domain: string
  id_company: string
  created_by: string | null
  created_at: Instant
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, lower-case hex; the token itself is never stored */
  hash: string
  id_session: string
  created_at: CreatedAt
  expires_at: Instant
  used_at: NullableInstant
  /** hash of the token that was exchanged for this one */
  replaced_by: string | null
}

export interface ThrottleTable {
  key: string
  count: Generated<number>
  window_start: CreatedAt
  until: NullableInstant
}

export interface SettingTable {
  key: string
  value: JSONColumnType<Record<string, unknown>>
  updated_at: CreatedAt
}

/** Requests with an idempotency key. */
export interface IdempotencyKeyTable {
  id_user: string
  /** kind of call */
  scope: string
  /** chosen by the client */
  key: string
  /** digest of the request: a repetition has the same */
  request_sha256: string
  /** what the first request returned */
  result: ColumnType<unknown, string | undefined, string>
  created_at: Instant
}
