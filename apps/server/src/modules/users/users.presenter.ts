import { allowedUserActions } from '@foja/contracts/office-actions'
import type { Actor } from '@foja/contracts/policies'
import type { ListedUser, User } from '@foja/contracts/users'
import type { UserRow } from './users.queries.ts'

/** Wire shape of a user, without credentials. */
export function presentUser(row: UserRow): User {
  const company =
    row.id_company === null || row.company_nombre === null
      ? null
      : { id: row.id_company, nombre: row.company_nombre, pais: row.company_pais, has_logo: row.company_logo !== null }
  return {
    id: row.id,
    email: row.email,
    nombre: row.nombre,
    role: row.role,
    id_company: row.id_company,
    company,
    cargo: row.cargo,
    telefono: row.telefono,
    activo: row.activo,
    has_signature: row.signer_user !== null,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Wire shape of a user for those who manage them, with the actions that `actor` may take. */
export function presentListedUser(row: UserRow, openCases: number, actor: Actor): ListedUser {
  return {
    ...presentUser(row),
    status: row.status,
    has_totp: row.has_totp,
    has_passkey: row.has_passkey,
    invitation_expires_at: row.status === 'invitado' ? (row.invited_until?.toISOString() ?? null) : null,
    open_cases: openCases,
    actions: allowedUserActions(actor, row),
  }
}
