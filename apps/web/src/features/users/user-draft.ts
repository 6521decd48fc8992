import { can, type Actor } from '@foja/contracts/policies'
import { roles, type Role } from '@foja/contracts/roles'
import type { ListedUser } from '@foja/contracts/users'
import type { NewUser, UserChange } from './api/users.ts'

/** Values of the user form; `company` is empty for none. */
export type UserDraft = {
  nombre: string
  email: string
  role: Role
  company: string
  cargo: string
  telefono: string
}

export const emptyDraft = (company: string | null): UserDraft => ({
  nombre: '',
  email: '',
  role: 'usuario',
  company: company ?? '',
  cargo: '',
  telefono: '',
})

export const draftOf = (user: ListedUser): UserDraft => ({
  nombre: user.nombre,
  email: user.email,
  role: user.role,
  company: user.id_company ?? '',
  cargo: user.cargo ?? '',
  telefono: user.telefono ?? '',
})

/** The roles that the caller may assign in a company, by the policy table. */
export const rolesToGive = (actor: Actor, company: string): Role[] =>
  roles.filter((role) =>
    can('user.create', actor, { id_company: company === '' ? null : company, created_by: null, role }),
  )

/** Without `password` the user gets an invitation. `companies`: the caller selects the company. */
export const newUserOf = (draft: UserDraft, password: string, companies: boolean): NewUser => ({
  email: draft.email.trim(),
  nombre: draft.nombre.trim(),
  role: draft.role,
  cargo: draft.cargo.trim(),
  telefono: draft.telefono.trim(),
  ...(companies ? { id_company: draft.company === '' ? null : draft.company } : {}),
  ...(password === '' ? {} : { password }),
})

/**
 * How many open requests the user leaves behind when they change company; an admin keeps theirs. For a user without a
 * company only the server knows, and it asks for a successor if needed.
 */
export const casesLeft = (user: ListedUser | null, { company, role }: UserDraft): number =>
  user === null || user.id_company === null || company === user.id_company || role === 'admin' ? 0 : user.open_cases

/** Only the changed fields, so that concurrent changes of other users are kept. */
export function changeOf(before: UserDraft, after: UserDraft): UserChange {
  const change: UserChange = {}
  for (const name of ['email', 'nombre', 'cargo', 'telefono'] as const) {
    if (after[name].trim() !== before[name]) change[name] = after[name].trim()
  }
  if (after.role !== before.role) change.role = after.role
  if (after.company !== before.company) change.id_company = after.company === '' ? null : after.company
  return change
}
