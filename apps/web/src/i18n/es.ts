import { core } from './es-core.ts'
import { workspace } from './es-workspace.ts'

/**
 * Every text in Spanish, the source; English has its type, so that a missing key does not compile. For types and
 * tests: the page itself loads the two parts apart (see load.ts).
 */
export const es = { ...core, ...workspace }

export type Texts = typeof es
