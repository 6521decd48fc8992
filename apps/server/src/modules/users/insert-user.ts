import type { Role } from '@foja/contracts/roles'
import type { Invitation } from '@foja/contracts/users'
import { uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { recordUser } from './record-user.ts'
import { sendInvitation } from './send-invitation.ts'
import type { TargetCompany } from './target-company.ts'
import type { Call, UserDeps } from './user-context.ts'

export type UserToInsert = {
  email: string
  nombre: string
  role: Role
  cargo: string | null
  telefono: string | null
  company: TargetCompany
  /** null: they are invited to choose one */
  password_hash: string | null
  at: Date
}

/** Whether the database refused an address because somebody else has it, in whichever case. */
export function emailProblem(error: unknown): unknown {
  if (uniqueViolation(error) !== 'app_user_email_key') return error
  return new ProblemError('email_in_use', { field: 'email', cause: error })
}

/** Adds a person within a transaction; without a password they are invited. */
export async function insertUser(
  trx: Transaction<Database>,
  deps: UserDeps,
  call: Call,
  { company, at, ...person }: UserToInsert,
): Promise<{ id: string; invitation: Invitation | null }> {
  const { locale } = call
  const row = { ...person, id: randomUUID(), id_company: company?.id ?? null, locale, created_at: at }
  const isInvited = row.password_hash === null
  await trx
    .insertInto('app_user')
    .values({ ...row, password_changed_at: isInvited ? null : at })
    .execute()
  const invitation = isInvited ? await sendInvitation(trx, deps, call, row, company?.nombre ?? null, at) : null
  await recordUser(trx, call, row, 'user.created', at, { role: row.role, invited: isInvited })
  return { id: row.id, invitation }
}
