import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/**
 * Fills a new company with the papers of an office that looks real. Runs inside the transaction that creates the
 * company and its administrator, so that a failure leaves neither.
 */
export type LoadSampleData = (
  trx: Transaction<Database>,
  company: { id: string; nombre: string; pais: string | null },
  admin: { id: string; nombre: string; email: string },
) => Promise<void>
