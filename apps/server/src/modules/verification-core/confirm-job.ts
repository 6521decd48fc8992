import type { SqlConnection, Queue } from '@foja/jobs/queue'

/** Name of the job that checks the signatures of a new version online. */
export const confirmJob = 'confirm_signatures'

/**
 * Enqueues the online check of a document when `trx` commits, so that writing does not wait for the network and an open
 * verdict is settled before the document is opened.
 */
export async function confirmLater(
  queue: Pick<Queue, 'enqueue'>,
  idDocumento: string,
  trx: SqlConnection,
): Promise<void> {
  await queue.enqueue(confirmJob, { id: idDocumento }, { singletonKey: idDocumento }, trx)
}
