import type { BatchRequests, FieldRecipient } from '@foja/contracts/signing-requests'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import type { NotifyDeps } from '../notify/public.ts'
import type { Maker } from './batch.queries.ts'
import type { OpenFields } from './recipient-fields.ts'
import type { SignaturePlace } from './signature-places.ts'

/** A document that a row of a batch has made, and whom to ask for its signatures. */
export type RowRequest = {
  id_documento: string
  maker: Maker
  recipients: readonly FieldRecipient[]
  places: ReadonlyMap<string, SignaturePlace>
  openFields: OpenFields | null
  terms: Omit<BatchRequests, 'recipients'>
  locale: string
  zone: string | null
}

/**
 * Asks for the signatures of a row's document, in the transaction that inserts it. Given by the module of requests, which
 * is above this one.
 */
export type AskForDocument = (trx: Transaction<Database>, row: RowRequest) => Promise<void>

/** Dependencies of fill batches. */
export type BatchDeps = Pick<AppDeps, 'db' | 'store' | 'engine' | 'filler' | 'bus' | 'clock' | 'queue'> & NotifyDeps

/** Name of the job that continues one batch; its payload is `{ id }`. */
export const batchJob = 'template_batch'
