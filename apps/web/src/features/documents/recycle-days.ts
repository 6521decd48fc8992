import type { recycleDays as contract } from '@foja/contracts/documents'

/** How long the recycle bin keeps a document. Written again rather than imported: the schemas beside it weigh more. */
export const recycleDays: typeof contract = 30

const day = 24 * 60 * 60 * 1000

/** Days until a document goes for good, begun ones too: 1 on its last. */
export const daysLeft = (purgeAt: string, now = Date.now()): number =>
  Math.max(1, Math.ceil((Date.parse(purgeAt) - now) / day))
