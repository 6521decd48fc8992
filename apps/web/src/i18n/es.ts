import { shell } from './es/shell.ts'
import { ui } from './es/ui.ts'

/** The source of every text; the other languages have its type, so that a missing key does not compile. */
export const es = { ui, shell }

export type Texts = typeof es
