import type { Session } from '@foja/contracts/session'
import type { RefreshRow } from './session.queries.ts'

/** The session as NextAuth v4's client reads it, with a fresh access token. */
export function presentSession(row: RefreshRow, access: { token: string; expires: Date }): Session {
  const { id, nombre, email, role, id_company } = row.user
  return {
    user: { id, name: nombre, email, image: null, role, id_company },
    expires: row.session_expires_at.toISOString(),
    accessToken: access.token,
    accessTokenExpires: access.expires.toISOString(),
  }
}
