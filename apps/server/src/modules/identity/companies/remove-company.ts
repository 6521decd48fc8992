import { isForeignKeyViolation } from '@foja/db/errors'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { lockAdmins } from '../people/lock-admins.ts'
import { lockCompany } from './companies.queries.ts'
import { recordCompany } from './record-company.ts'
import { requireCompany } from './require-company.ts'
import { deactivateCompany } from './update-company.ts'

type Outcome = 'removed' | 'deactivated'

/** Deletes a company that nothing references; else returns false, also if a reference was added meanwhile. */
async function erase(ctx: Ctx, id: string): Promise<boolean> {
  const { db, clock, store } = ctx
  try {
    const erased = await inTransaction(db, async (trx) => {
      const row = await trx.deleteFrom('company').where('id', '=', id).returningAll().executeTakeFirst()
      if (row === undefined) throw new ProblemError('not_found')
      await recordCompany(trx, ctx, row, 'company.removed', clock())
      return row
    })
    if (erased.logo_key !== null) await store.delete(erased.logo_key)
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/**
 * Deletes a company without users, case files or anything else; deactivates any other.
 * @throws ProblemError not_found, forbidden, company_has_you, last_admin
 */
export async function removeCompany(ctx: Ctx, id: string): Promise<Outcome> {
  const { db, clock, actor } = ctx
  await requireCompany(db, actor, 'company.remove', id)
  if (actor.id_company === id) throw new ProblemError('company_has_you')
  if (await erase(ctx, id)) return 'removed'
  await inTransaction(db, async (trx) => {
    await lockAdmins(trx)
    const company = await lockCompany(trx, id)
    if (company === undefined) throw new ProblemError('not_found')
    if (company.activa) await deactivateCompany(trx, ctx, company, clock())
  })
  return 'deactivated'
}
