import type { Role } from '@foja/contracts/roles'
import type { Invitation } from '@foja/contracts/users'
import { uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { requirePhone } from '../identity/public.ts'
import { recordUsers } from './record-user.ts'
import { inviteNew } from './send-invitation.ts'
import type { TargetCompany } from './target-company.ts'

export type UserToInsert = {
  email: string
  nombre: string
  role: Role
  cargo: string | null
  telefono: string | null
  /** null: the user is invited to choose one. */
  password_hash: string | null
}

export type CreatedUser = { id: string; invitation: Invitation | null }

/** Maps the database's refusal of a taken address, in any case, to `email_in_use`. */
export function emailProblem(error: unknown): unknown {
  if (uniqueViolation(error) !== 'app_user_email_key') return error
  return new ProblemError('email_in_use', { field: 'email', cause: error })
}

/**
 * Adds up to some hundreds of users to a company; those without a password are invited. Keeps their order.
 * @throws ProblemError phone_wrong
 */
export async function insertUsers(
  trx: Transaction<Database>,
  ctx: Ctx,
  people: readonly UserToInsert[],
  { company, at }: { company: TargetCompany; at: Date },
): Promise<CreatedUser[]> {
  for (const { telefono } of people) requirePhone(telefono)
  const { locale } = ctx
  const id_company = company?.id ?? null
  const rows = people.map((person) => ({ ...person, id: randomUUID(), id_company, locale, created_at: at }))
  const isInvited = (row: UserToInsert) => row.password_hash === null
  const values = rows.map((row) => ({
    ...row,
    password_changed_at: isInvited(row) ? null : at,
    password_given: !isInvited(row),
  }))
  await trx.insertInto('app_user').values(values).execute()
  const invited = rows.filter(isInvited)
  const invitations = await inviteNew(trx, ctx, invited, company?.nombre ?? null, at)
  const events = rows.map((row) => ({ person: row, data: { role: row.role, invited: isInvited(row) } }))
  await recordUsers(trx, ctx, events, 'user.created', at)
  const byId = new Map(invited.map(({ id }, index) => [id, invitations[index]!]))
  return rows.map(({ id }) => ({ id, invitation: byId.get(id) ?? null }))
}
