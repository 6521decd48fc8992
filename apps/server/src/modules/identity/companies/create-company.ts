import type { createCompany as endpoint } from '@foja/contracts/companies'
import { inTransaction } from '@foja/db/transaction'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { switchOnCompanyCountry } from '../../verification-core/public.ts'
import type { CompanyRow } from './companies.queries.ts'
import { changedValues, existsProblem } from './company-values.ts'
import { recordCompany } from './record-company.ts'
import { readCompany } from './require-company.ts'

type NewCompany = z.output<typeof endpoint.body>

/**
 * Creates a company without users.
 * @throws ProblemError tax_id_wrong, phone_wrong, company_exists
 */
export async function createCompany(ctx: Ctx, { nombre, ...rest }: NewCompany): Promise<CompanyRow> {
  const { db, clock } = ctx
  const company = { id: randomUUID(), nombre }
  const values = changedValues(rest)
  try {
    return await inTransaction(db, async (trx) => {
      const at = clock()
      await trx
        .insertInto('company')
        .values({ ...company, ...values, created_at: at })
        .execute()
      await switchOnCompanyCountry(trx, values.pais, at)
      await recordCompany(trx, ctx, company, 'company.created', at)
      return await readCompany(trx, company.id)
    })
  } catch (error) {
    throw existsProblem(error)
  }
}
