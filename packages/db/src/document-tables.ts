import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Instant, NullableInstant } from './column-shapes.ts'

export type StatusMediacion =
  | 'sin_iniciar'
  | 'en_proceso'
  | 'acuerdo_total'
  | 'acuerdo_parcial'
  | 'sin_acuerdo'
  | 'no_realizada'

export type VersionOrigin = 'upload' | 'sign' | 'fill' | 'extend'

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
  /** worst ETSI EN 319 102-1 indication of the current version; null: no signatures, or not verified yet */
  signature_verdict: string | null
  created_by: string
  created_at: CreatedAt
  updated_at: CreatedAt
  /** when it was moved to the recycle bin */
  deleted_at: NullableInstant
  deleted_by: string | null
}

export interface PageSize {
  width: number
  height: number
}

export interface DocumentVersionTable {
  id: string
  id_documento: string
  version: number
  /** opaque random handle, the only name of this content on the wire */
  pdf_path: string
  /** key in the object store */
  blob_key: string
  /** bytes */
  size: number
  /** lower-case hex */
  sha256: string
  paginas: number | null
  /** PDF points, as displayed (rotation applied), one entry per page */
  page_sizes: ColumnType<PageSize[] | null, string | null | undefined, string | null>
  origin: VersionOrigin
  /** for a signature of a recipient: the user who asked for it */
  created_by: string
  /** the recipient of a signing request who signed */
  id_recipient: ColumnType<string | null, string | null | undefined, never>
  created_at: CreatedAt
  /** for `fill`: the template that it was made from */
  id_template: ColumnType<string | null, string | null | undefined, never>
  template_version: ColumnType<number | null, number | null | undefined, never>
  /** `ActiveContent` of the contract; null: not examined, or not a PDF */
  active_content: ColumnType<string[] | null, string | null | undefined, never>
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

export interface ShareViewTable {
  id: Generated<number>
  id_share: string
  at: Instant
  ip: string | null
}

export interface UserSharedTable {
  id_documento: string
  id_user: string
  created_by: string | null
  created_at: CreatedAt
}
