import type { recycleDays as contract } from '@foja/contracts/documents'

/** Days in the recycle bin. Copied from the contract: importing its schemas would add more code. */
export const recycleDays: typeof contract = 30

const day = 24 * 60 * 60 * 1000

/** Days until a document is purged, rounded up. */
export const daysLeft = (purgeAt: string, now = Date.now()): number =>
  Math.max(1, Math.ceil((Date.parse(purgeAt) - now) / day))
