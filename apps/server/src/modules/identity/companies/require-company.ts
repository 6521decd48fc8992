import { can, type Actor, type PolicyName } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
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

/**
 * The id of the company that a call is about, by default the caller's: an active one to which they may apply `policy`.
 * @throws ProblemError company_unknown
 */
export async function requireManagedCompany(
  { db, actor }: { db: Kysely<Database>; actor: Actor },
  policy: PolicyName,
  requested: string | undefined,
): Promise<string> {
  const id = requested ?? actor.id_company
  const isManaged = id !== null && can(policy, actor, { id_company: id, created_by: null })
  const company = isManaged
    ? await db.selectFrom('company').select('id').where('id', '=', id).where('activa', '=', true).executeTakeFirst()
    : undefined
  if (company === undefined) throw new ProblemError('company_unknown', { field: 'id_company' })
  return company.id
}

/** Reads the company again after a change. */
export async function readCompany(db: Kysely<Database>, id: string): Promise<CompanyRow> {
  return (await findCompany(db, id))!
}
