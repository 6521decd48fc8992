import { companyActions, type CompanyAction } from './companies.ts'
import { can, type Actor } from './policies.ts'
import type { Role } from './roles.ts'
import { userActions, type UserAction, type UserStatus } from './users.ts'

/** The facts about a user that decide which actions are allowed. */
export type PersonPlace = { id: string; role: Role; id_company: string | null; status: UserStatus }

/** Actions allowed on a user. Users cannot change their own role, or deactivate or reactivate themselves. */
export function allowedUserActions(actor: Actor, person: PersonPlace): UserAction[] {
  const { id, role, id_company, status } = person
  if (!can('user.manage', actor, { id_company, created_by: null, role })) return []
  const isOther = id !== actor.id
  const comesIn = status !== 'desactivado'
  const allowed: Record<UserAction, boolean> = {
    update: true,
    role: isOther,
    password: isOther && comesIn,
    invite: isOther && status === 'invitado',
    deactivate: isOther && comesIn,
    reactivate: isOther && !comesIn,
    remove: isOther,
  }
  return userActions.filter((action) => allowed[action])
}

/** The facts about a company that decide which actions are allowed. */
export type CompanyPlace = { id: string; activa: boolean }

/** Actions allowed on a company. Users cannot close their own company. */
export function allowedCompanyActions(actor: Actor, { id, activa }: CompanyPlace): CompanyAction[] {
  const company = { id_company: id, created_by: null }
  const isOther = id !== actor.id_company
  const manages = can('company.update', actor, company)
  const activates = can('company.activate', actor, company)
  const allowed: Record<CompanyAction, boolean> = {
    update: manages,
    deactivate: activates && isOther && activa,
    reactivate: activates && !activa,
    remove: isOther && can('company.remove', actor, company),
    settings: manages,
  }
  return companyActions.filter((action) => allowed[action])
}
