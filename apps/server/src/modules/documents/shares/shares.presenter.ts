import type { Share } from '@foja/contracts/shares'
import type { ShareRow } from './shares.queries.ts'

/** Presents a link for its managers, without its token and password. */
export function presentShare(row: ShareRow): Share {
  return {
    id: row.id,
    id_documento: row.id_documento,
    expires_at: row.expires_at?.toISOString() ?? null,
    has_password: row.password_hash !== null,
    max_views: row.max_views,
    allow_download: row.allow_download,
    views: row.views,
    last_view_at: row.last_view_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
