import { isForeignKeyViolation } from '@foja/db/errors'
import { inTransaction } from '@foja/db/transaction'
import { ProblemError } from '../../../http/problem.ts'
import { lockAdmins } from '../../users/users.public.ts'
import { lockCompany } from './companies.queries.ts'
import type { Call, CompanyDeps } from './company-context.ts'
import { recordCompany } from './record-company.ts'
import { requireCompany } from './require-company.ts'
import { deactivateCompany } from './update-company.ts'

type Outcome = 'removed' | 'deactivated'

/** Erases a company that nothing names; false when something does, be it since a moment ago. */
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
 * Erases a company without people, case files or anything else; any other is deactivated and keeps everything.
 * @throws ProblemError not_found, forbidden, company_has_you, last_admin
 */
export async function removeCompany(deps: CompanyDeps, call: Call, id: string): Promise<Outcome> {
  await requireCompany(deps.db, call.actor, 'company.remove', id)
  if (call.actor.id_company === id) throw new ProblemError('company_has_you')
  if (await erase(deps, call, id)) return 'removed'
  await inTransaction(deps.db, async (trx) => {
    await lockAdmins(trx)
    const held = await lockCompany(trx, id)
    if (held === undefined) throw new ProblemError('not_found')
    if (held.activa) await deactivateCompany(trx, call, held, deps.clock())
  })
  return 'deactivated'
}
