import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, NullableInstant } from './column-shapes.ts'

export type SolicitudStatus = 'pendiente' | 'agendado' | 'concluido'

export interface SolicitudMainTable {
  /** XXXX-XXXX-XXXX-XXXX, made by the client: an idempotency key, never a capability */
  id_solicitud_main: string
  titulo: string
  id_company: string
  created_by: string
  /** SHA-256 of the creating payload, lower-case hex: the same id with another payload is refused */
  payload_sha256: string
  created_at: CreatedAt
  updated_at: CreatedAt
  /** kept by the database: see migrations/0004-lists.ts */
  palabras: GeneratedAlways<string>
  facets: GeneratedAlways<string[]>
  /** the title as lists sort it: no accents or case, ñ after n */
  orden: GeneratedAlways<string>
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
  /** zone (IANA name) of whoever chose that date, where their browser told it */
  time_zone: string | null
  lugar: string | null
  partes: ColumnType<Parte[], string | undefined, string>
  asignado_a: string | null
  version: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  /** when it last became `agendado`, and when `concluido`; null before, and again once it was returned */
  sent_at: NullableInstant
  concluded_at: NullableInstant
  /** SEQUENCE of the next message to people's calendars (RFC 5545, 3.8.7.4): 0 until one was sent */
  calendar_sequence: Generated<number>
  /** the date that people were last reminded of */
  reminded_for: NullableInstant
}

/** Counts; kept by the database, read as the sum over `tally` and `tally_change`. */
export interface TallyTable {
  kind: GeneratedAlways<string>
  /** a company, a person, or zeros: everybody */
  scope: GeneratedAlways<string>
  /** day or hour since 1970 in UTC, or 0: see migrations/0004-lists.ts */
  bucket: GeneratedAlways<number>
  n: GeneratedAlways<number>
}

/** Every case file under each thing that lists are filtered by; kept by the database. */
export interface MainFacetTable {
  id_company: GeneratedAlways<string>
  facet: GeneratedAlways<string>
  updated_at: GeneratedAlways<Date>
  id_solicitud_main: GeneratedAlways<string>
}
