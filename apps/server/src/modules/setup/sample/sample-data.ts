import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/**
 * Inserts a company of made-up users, separate from all others. Runs inside the transaction that creates the first company
 * and its admin, so that a failure leaves neither.
 */
export type AddSampleOffice = (
  trx: Transaction<Database>,
  admin: { id: string; nombre: string; email: string },
) => Promise<void>

/** Prepares the sample (files are stored before the transaction) and returns the function that inserts it. */
export type PrepareSampleData = () => Promise<AddSampleOffice>
