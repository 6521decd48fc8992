import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/**
 * Adds a company of made-up people, apart from everybody else's; runs inside the transaction that creates the first company
 * and its administrator, so that a failure leaves none.
 */
export type AddSampleOffice = (
  trx: Transaction<Database>,
  admin: { id: string; nombre: string; email: string },
) => Promise<void>

/** Makes ready the papers of an office that looks real (files are stored before the transaction), and gives what adds them. */
export type PrepareSampleData = () => Promise<AddSampleOffice>
