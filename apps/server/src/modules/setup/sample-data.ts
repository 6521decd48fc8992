import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

/** Fills a new company; runs inside the transaction that creates it and its administrator, so that a failure leaves neither. */
export type FillCompany = (
  trx: Transaction<Database>,
  company: { id: string; nombre: string; pais: string | null },
  admin: { id: string; nombre: string; email: string },
) => Promise<void>

/** Makes ready the papers of an office that looks real (files are stored before the transaction), and gives what adds them. */
export type PrepareSampleData = () => Promise<FillCompany>
