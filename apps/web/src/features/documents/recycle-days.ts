const day = 24 * 60 * 60 * 1000

/** Days until a document is purged, rounded up. */
export const daysLeft = (purgeAt: string, now = Date.now()): number =>
  Math.max(1, Math.ceil((Date.parse(purgeAt) - now) / day))
