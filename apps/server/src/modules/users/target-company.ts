import type { Actor } from '@foja/contracts/policies'
import type { Role } from '@foja/contracts/roles'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'

export type TargetCompany = { id: string; nombre: string } | null

/**
 * Returns the company that a user of `role` is to belong to: an open one that the actor may see, or none for an admin.
 * Locks it against deletion until the transaction ends.
 * @throws ProblemError company_unknown
 */
export async function requireTarget(
  trx: Transaction<Database>,
  actor: Actor,
  role: Role,
  requested: string | null,
): Promise<TargetCompany> {
  const unknown = () => new ProblemError('company_unknown', { field: 'id_company' })
  if (requested === null) {
    if (role === 'admin') return null
    throw unknown()
  }
  if (actor.role !== 'admin' && requested !== actor.id_company) throw unknown()
  const company = await trx
    .selectFrom('company')
    .select(['id', 'nombre'])
    .where('id', '=', requested)
    .where('activa', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  if (company === undefined) throw unknown()
  return company
}
