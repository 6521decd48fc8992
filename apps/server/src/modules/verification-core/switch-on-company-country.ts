import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** Switches on the authorities of a company's country, unless an admin chose otherwise for that country. */
export async function switchOnCompanyCountry(
  trx: Transaction<Database>,
  pais: string | null | undefined,
  at: Date,
): Promise<void> {
  if (pais === null || pais === undefined) return
  await trx
    .insertInto('authority_country')
    .values({ pais, is_on: true, updated_at: at })
    .onConflict((conflict) => conflict.column('pais').doNothing())
    .execute()
}
