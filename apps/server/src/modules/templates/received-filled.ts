import type { StoredObject } from '@foja/storage/object-store'
import type { ReceivedDocument } from '../documents/public.ts'
import type { UsableBase } from './base.ts'

/** A stored filled PDF as input for a new document. */
export const receivedFilled = (
  nombre: string,
  stored: StoredObject,
  { page_sizes }: Pick<UsableBase, 'page_sizes'>,
): ReceivedDocument => ({
  nombre,
  mime: 'application/pdf',
  blobKey: stored.key,
  size: stored.size,
  sha256: stored.sha256,
  paginas: page_sizes.length,
  pageSizes: page_sizes,
  // The base of a template is unsigned, and filling adds no signature.
  signatures: { count: 0, verdict: null },
})
