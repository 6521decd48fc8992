import type { SqlConnection, Queue } from '@foja/jobs/queue'

/** Name of the job that asks the authorities about a document that was just signed. */
export const confirmJob = 'confirm_signatures'

/**
 * Asks the authorities of a document once `trx` commits: writing waits for no network, and a verdict that it leaves open
 * is settled before somebody opens the document.
 */
export async function confirmLater(
  queue: Pick<Queue, 'enqueue'>,
  idDocumento: string,
  trx: SqlConnection,
): Promise<void> {
  await queue.enqueue(confirmJob, { id: idDocumento }, { singletonKey: idDocumento }, trx)
}
