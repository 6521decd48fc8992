import { can, type Actor } from '@foja/contracts/policies'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import type { CompanyDeps } from './company-context.ts'

const refusalsByPerson: ThrottleRule = { tries: 10, seconds: 3600 }

/**
 * Non-admins get one error for invalid and taken tax ids, and few tries, to prevent enumeration of companies.
 * @throws ProblemError too_many_attempts
 */
export async function maskTaxIdErrors(deps: CompanyDeps, actor: Actor, error: unknown): Promise<unknown> {
  if (can('company.create', actor) || !(error instanceof ProblemError)) return error
  if (error.code !== 'tax_id_wrong' && error.code !== 'company_exists') return error
  await slowDown(deps, 'tax ids', actor.id, refusalsByPerson)
  return new ProblemError('tax_id_refused', { field: 'identificacion', cause: error })
}
