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

export interface SettingTable {
  key: string
  value: JSONColumnType<Record<string, unknown>>
  updated_at: CreatedAt
}
