import type { createUser as endpoint } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { parseAddress } from '@foja/mail/address'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { isWeakPassword, queueAccountMail, hashPassword, lockActor } from '../identity/public.ts'
import { countRefusal } from './count-in-use.ts'
import { emailProblem, insertUsers, type CreatedUser } from './insert-user.ts'
import { requireTarget, type TargetCompany } from './target-company.ts'

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
 * @throws ProblemError forbidden, company_unknown, email_in_use, email_address_wrong, weak_password, too_many_attempts,
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
