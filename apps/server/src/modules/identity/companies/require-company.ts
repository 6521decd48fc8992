import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { authorize } from '../../../http/authorize.ts'
import { findCompany, type CompanyRow } from './companies.queries.ts'

/**
 * Returns a company to which the actor may apply `policy`.
 * @throws ProblemError not_found, forbidden
 */
export async function requireCompany(
  db: Kysely<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
): Promise<CompanyRow> {
  const row = await findCompany(db, id)
  authorize(policy, actor, row === undefined ? null : { id_company: row.id, created_by: null })
  return row!
}

/** Reads the company again after a change. */
export async function readCompany(db: Kysely<Database>, id: string): Promise<CompanyRow> {
  return (await findCompany(db, id))!
}
