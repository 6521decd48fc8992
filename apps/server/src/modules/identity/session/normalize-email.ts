/**
 * Normalizes a typed address for lookups and throttling. Only A to Z are lowered: some letters beyond ASCII have a
 * lower case within ASCII (U+212A, the kelvin sign), and they are not the same address.
 */
export const normalizeEmail = (address: string): string =>
  address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
