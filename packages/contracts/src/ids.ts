import * as z from 'zod/mini'

/** Specification, section 5: 19 characters, uppercase letters and digits, dashes at positions 5, 10 and 15. */
export const idPattern = /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

export const generatedId = z.string().check(z.regex(idPattern))
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
