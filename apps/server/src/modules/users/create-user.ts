import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { createUser as endpoint, Invitation } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { parseAddress } from '@foja/mail/address'
import type { Transaction } from 'kysely'
import type { Role } from '@foja/contracts/roles'
import { uniqueViolation } from '@foja/db/errors'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { isWeakPassword, queueAccountMail, hashPassword, lockActor, requirePhone } from '../identity/public.ts'
import { countRefusal } from './remove-user.ts'
import { requireTarget, type TargetCompany } from './target-company.ts'
import { recordUsers } from './record-user.ts'
import { inviteNew } from './invite-user.ts'

export type UserToInsert = {
  email: string
  nombre: string
  role: Role
  cargo: string | null
  telefono: string | null
  /** null: the user is invited to choose one. */
  password_hash: string | null
}

type CreatedUser = { id: string; invitation: Invitation | null }

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

type NewUser = z.output<typeof endpoint.body>

/** Requires an address that can receive email. Throws `email_address_wrong`. */
export function requireAddress(email: string): void {
  if (parseAddress(email) === null) throw new ProblemError('email_address_wrong', { subject: email, field: 'email' })
}

/** Notifies a user whose password was chosen by another user, and how to choose their own. */
async function notifyOfPassword(
  trx: Transaction<Database>,
  ctx: Ctx,
  { id, email, nombre }: { id: string; email: string; nombre: string },
  company: TargetCompany,
): Promise<void> {
  const user = { id, email, nombre, id_company: company?.id ?? null }
  const { actor: by, locale } = ctx
  await queueAccountMail(trx, ctx, { kind: 'password_given', user, company: company?.nombre ?? null, by, locale })
}

/**
 * Creates a user; without a password they get an invitation to choose one.
 * @throws ProblemError forbidden, company_unknown, email_in_use, email_address_wrong, weak_password, paused,
 * invitation_quota_exceeded
 */
export async function createUser(ctx: Ctx, { password, ...input }: NewUser): Promise<CreatedUser> {
  const { db, clock, actor } = ctx
  const { email, nombre, role, id_company = actor.id_company } = input
  // A role that a gestor may not create is forbidden; another company is answered as unknown.
  authorize('user.create', actor, { id_company: actor.id_company, created_by: null, role })
  requireAddress(email)
  if (password !== undefined && isWeakPassword(password, [email, nombre])) {
    throw new ProblemError('weak_password', { field: 'password' })
  }
  const password_hash = password === undefined ? null : await hashPassword(actor.id, password)
  try {
    return await inTransaction(db, async (trx) => {
      // Hashing takes a while: check the caller again.
      await lockActor(trx, actor, clock())
      const company = await requireTarget(trx, actor, role, id_company)
      const cargo = input.cargo || null
      const telefono = input.telefono || null
      const person = { email, nombre, role, cargo, telefono, password_hash }
      const [created] = await insertUsers(trx, ctx, [person], { company, at: clock() })
      if (password_hash !== null) await notifyOfPassword(trx, ctx, { ...person, ...created! }, company)
      return created!
    })
  } catch (error) {
    throw await countRefusal(ctx, emailProblem(error))
  }
}
