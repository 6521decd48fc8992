import { roles, type Role } from '@foja/contracts/roles'
import type { updateUser } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { requirePhone } from './require-phone.ts'
import { requireAddress } from './create-user.ts'
import type { HeldPerson } from './lock-person.ts'
import { requireTarget } from './target-company.ts'
import type { Call } from './user-context.ts'

export type UserInput = z.output<typeof updateUser.body>

const columns = ['email', 'nombre', 'role', 'id_company', 'cargo', 'telefono'] as const

type Values = Pick<HeldPerson, (typeof columns)[number]>

/** Whether a person has ever had a way in. */
export const couldComeIn = ({ password_hash, oidc_subject }: HeldPerson): boolean =>
  password_hash !== null || oidc_subject !== null

/**
 * Whether what is asked decides how the person comes in, for which whoever asks says their own password (OWASP ASVS 5.0,
 * 7.5.1): a session that was left open takes no account over.
 */
export const decidesTheWayIn = (held: HeldPerson, changed: Partial<Values>, { quitar_totp }: UserInput): boolean =>
  quitar_totp === true || (changed.email !== undefined && couldComeIn(held))

const rankOf = (role: Role): number => roles.length - roles.indexOf(role)

/**
 * Whether a person outgrows a password that somebody else chose, and may still know: they go to another company, or may
 * do more from now on. They choose one of their own before either counts for anybody.
 */
export const outgrowsPassword = (held: HeldPerson, { role, id_company }: Partial<Values>): boolean =>
  held.password_given && (id_company !== undefined || (role !== undefined && rankOf(role) > rankOf(held.role)))

/** What differs between a person and what is asked; an empty text takes away what stood there. */
function changedColumns(input: UserInput, held: HeldPerson): Partial<Values> {
  const asked = columns.flatMap((column) => {
    const value = input[column]
    return value === undefined ? [] : [[column, value === '' ? null : value] as const]
  })
  return Object.fromEntries(asked.filter(([column, value]) => value !== held[column]))
}

/** What is never one's own to decide. */
function refuseOwn(input: UserInput, { role, id_company }: Partial<Values>, held: HeldPerson): void {
  if (role !== undefined) throw new ProblemError('not_yourself', { field: 'role' })
  if (id_company !== undefined) throw new ProblemError('not_yourself', { field: 'id_company' })
  if (input.activo !== undefined && input.activo !== held.activo) {
    throw new ProblemError('not_yourself', { field: 'activo' })
  }
  if (input.quitar_totp === true) throw new ProblemError('not_yourself', { field: 'quitar_totp' })
  if (input.cerrar_sesiones === true) throw new ProblemError('not_yourself', { field: 'cerrar_sesiones' })
}

/**
 * The columns in which a person that is held will differ.
 * @throws ProblemError forbidden, not_yourself, company_unknown, email_address_wrong, phone_wrong
 */
export async function changedValues(
  trx: Transaction<Database>,
  { actor }: Call,
  held: HeldPerson,
  input: UserInput,
): Promise<Partial<Values>> {
  const changed = changedColumns(input, held)
  const { role, id_company } = { ...held, ...changed }
  if (held.id === actor.id) refuseOwn(input, changed, held)
  // Nobody is moved, or made what they may not be, by whoever looks after one company.
  if (changed.id_company !== undefined && actor.role !== 'admin') throw new ProblemError('forbidden')
  authorize('user.manage', actor, { id_company: held.id_company, created_by: null, role })
  if (changed.id_company !== undefined || (role !== 'admin' && id_company === null)) {
    await requireTarget(trx, actor, role, id_company)
  }
  if (changed.email !== undefined) requireAddress(changed.email)
  requirePhone(changed.telefono)
  return changed
}
