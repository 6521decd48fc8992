import type { Generated, JSONColumnType } from 'kysely'
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
  /** everybody who works here signs in with a second factor */
  exige_totp: Generated<boolean>
  /** PNG in the object store; null: none */
  logo_key: string | null
  created_at: CreatedAt
}

export interface AppUserTable {
  id: string
  /** unique regardless of case among those who were not removed; kept as the person wrote it */
  email: string
  nombre: string
  role: Role
  id_company: string | null
  cargo: string | null
  telefono: string | null
  activo: Generated<boolean>
  /** null: invited, has not chosen a password yet */
  password_hash: string | null
  /** somebody else chose the password, and knows it */
  password_given: Generated<boolean>
  locale: Generated<string>
  password_changed_at: NullableInstant
  /** secret of the second factor, sealed with the server's key */
  totp_secret: string | null
  /** sealed likewise: the one that was drawn and that no code has confirmed yet */
  totp_next_secret: string | null
  /** when that was drawn */
  totp_next_at: NullableInstant
  totp_enabled_at: NullableInstant
  /** RFC 6238 time step of the last code that was taken: none is taken twice */
  totp_last_step: number | null
  /** issuer and `sub` of the person at the OpenID Connect provider, once they came in by it; unique */
  oidc_subject: string | null
  last_login_at: NullableInstant
  /** since then the person is in no list, and only the history names them */
  removed_at: NullableInstant
  created_at: CreatedAt
}

export interface RecoveryCodeTable {
  id_user: string
  /** HMAC-SHA-256 of the code under a key of the server, lower-case hex: 50 random bits would not stand a plain digest */
  hash: string
  used_at: NullableInstant
}

/** A link that lets its receiver choose a password. Its token is derived from `id`, and stored nowhere. */
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
  /** opened by the OpenID Connect provider, which asks for a second factor as it sees fit */
  by_provider: Generated<boolean>
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

export interface SettingTable {
  key: string
  value: JSONColumnType<Record<string, unknown>>
  updated_at: CreatedAt
}
