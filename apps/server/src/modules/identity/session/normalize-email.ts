/**
 * An address as somebody typed it, in the one form in which it is looked for and counted. Only A to Z are made small: there
 * are letters beyond ASCII whose small form is within it (U+212A, the sign of the kelvin), and they are not the same address.
 */
export const saidAddress = (said: string): string => said.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
