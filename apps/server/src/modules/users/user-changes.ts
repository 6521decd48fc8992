import { roles, type Role } from '@foja/contracts/roles'
import type { updateUser } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { requirePhone } from '../identity/public.ts'
import { requireAddress } from './create-user.ts'
import type { LockedPerson } from './lock-person.ts'
import { requireTarget } from './target-company.ts'

export type UserInput = z.output<typeof updateUser.body>

const columns = ['email', 'nombre', 'role', 'id_company', 'cargo', 'telefono'] as const

type Values = Pick<LockedPerson, (typeof columns)[number]>

/** True if the user ever had a password or a provider account. */
export const couldSignIn = ({ password_hash, oidc_subject }: LockedPerson): boolean =>
  password_hash !== null || oidc_subject !== null

/**
 * True if the change affects how the user signs in, which requires the caller's own password (OWASP ASVS 5.0, 7.5.1),
 * so that an open session does not suffice to take over an account.
 */
export const affectsSignIn = (before: LockedPerson, changed: Partial<Values>, { quitar_totp }: UserInput): boolean =>
  quitar_totp === true || (changed.email !== undefined && couldSignIn(before))

const rankOf = (role: Role): number => roles.length - roles.indexOf(role)

/**
 * True if a password chosen by another user, who may still know it, no longer suffices: the user moves to another
 * company or gets a higher role. They must choose their own first.
 */
export const needsOwnPassword = (before: LockedPerson, { role, id_company }: Partial<Values>): boolean =>
  before.password_given && (id_company !== undefined || (role !== undefined && rankOf(role) > rankOf(before.role)))

/** Columns whose requested value differs from the stored one; an empty text clears the column. */
function changedColumns(input: UserInput, before: LockedPerson): Partial<Values> {
  const requested = columns.flatMap((column) => {
    const value = input[column]
    return value === undefined ? [] : [[column, value === '' ? null : value] as const]
  })
  return Object.fromEntries(requested.filter(([column, value]) => value !== before[column]))
}

/** Refuses changes that users may not make to themselves. */
function refuseOwn(input: UserInput, { role, id_company }: Partial<Values>, before: LockedPerson): void {
  if (role !== undefined) throw new ProblemError('not_yourself', { field: 'role' })
  if (id_company !== undefined) throw new ProblemError('not_yourself', { field: 'id_company' })
  if (input.activo !== undefined && input.activo !== before.activo) {
    throw new ProblemError('not_yourself', { field: 'activo' })
  }
  if (input.quitar_totp === true) throw new ProblemError('not_yourself', { field: 'quitar_totp' })
  if (input.cerrar_sesiones === true) throw new ProblemError('not_yourself', { field: 'cerrar_sesiones' })
}

/**
 * Validates the request and returns the columns that change.
 * @throws ProblemError forbidden, not_yourself, company_unknown, email_address_wrong, phone_wrong
 */
export async function changedValues(
  trx: Transaction<Database>,
  { actor }: Ctx,
  before: LockedPerson,
  input: UserInput,
): Promise<Partial<Values>> {
  const changed = changedColumns(input, before)
  const { role, id_company } = { ...before, ...changed }
  if (before.id === actor.id) refuseOwn(input, changed, before)
  // Only admins move users between companies; a gestor may not give a role they may not manage.
  if (changed.id_company !== undefined && actor.role !== 'admin') throw new ProblemError('forbidden')
  authorize('user.manage', actor, { id_company: before.id_company, created_by: null, role })
  if (changed.id_company !== undefined || (role !== 'admin' && id_company === null)) {
    await requireTarget(trx, actor, role, id_company)
  }
  if (changed.email !== undefined) requireAddress(changed.email)
  requirePhone(changed.telefono)
  return changed
}
