import type { StoredObject } from '@foja/storage/object-store'
import type { ReceivedDocument } from '../documents/public.ts'
import type { UsableBase } from './base.ts'

/** A filled PDF that is durable, as what a new document is made of. */
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
  // The base of a template bears none, and filling adds none.
  signatures: { count: 0, verdict: null },
})
