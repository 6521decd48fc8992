import type { DocumentRow } from './documents.queries.ts'
import { moveDocument, type RecycleCall, type RecycleDeps } from './recycle.ts'

/**
 * Takes a document out of the recycle bin, to where it was, with its versions, its links and whom it is shared with.
 * Restoring what is not there changes nothing.
 * @throws ProblemError not_found (also after its 30 days), forbidden, solicitud_concluded, transition_not_allowed
 */
export async function restoreDocument(deps: RecycleDeps, call: RecycleCall, id: string): Promise<DocumentRow> {
  return await moveDocument(deps, call, id, { to: 'place' })
}
