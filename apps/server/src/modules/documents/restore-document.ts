import type { DocumentRow } from './documents.queries.ts'
import { moveDocument, type RecycleCall, type RecycleDeps } from './recycle.ts'

/**
 * Restores a document from the recycle bin to its place, with its versions, links and shares. Restoring a document that
 * is not in the bin changes nothing.
 * @throws ProblemError not_found (also after its 30 days), forbidden, solicitud_concluded, transition_not_allowed
 */
export async function restoreDocument(deps: RecycleDeps, call: RecycleCall, id: string): Promise<DocumentRow> {
  return await moveDocument(deps, call, id, { to: 'place' })
}
