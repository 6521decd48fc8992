import { isForeignKeyViolation } from '@foja/db/errors'
import { inTransaction } from '@foja/db/transaction'
import { ProblemError } from '../../../http/problem.ts'
import { lockAdmins } from '../people/lock-admins.ts'
import { lockCompany } from './companies.queries.ts'
import type { Call, CompanyDeps } from './company-context.ts'
import { recordCompany } from './record-company.ts'
import { requireCompany } from './require-company.ts'
import { deactivateCompany } from './update-company.ts'

type Outcome = 'removed' | 'deactivated'

/** Deletes a company that nothing references; else returns false, also if a reference was added meanwhile. */
async function erase({ db, clock, store }: CompanyDeps, call: Call, id: string): Promise<boolean> {
  try {
    const erased = await inTransaction(db, async (trx) => {
      const row = await trx.deleteFrom('company').where('id', '=', id).returningAll().executeTakeFirst()
      if (row === undefined) throw new ProblemError('not_found')
      await recordCompany(trx, call, row, 'company.removed', clock())
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
export async function removeCompany(deps: CompanyDeps, call: Call, id: string): Promise<Outcome> {
  await requireCompany(deps.db, call.actor, 'company.remove', id)
  if (call.actor.id_company === id) throw new ProblemError('company_has_you')
  if (await erase(deps, call, id)) return 'removed'
  await inTransaction(deps.db, async (trx) => {
    await lockAdmins(trx)
    const company = await lockCompany(trx, id)
    if (company === undefined) throw new ProblemError('not_found')
    if (company.activa) await deactivateCompany(trx, call, company, deps.clock())
  })
  return 'deactivated'
}
