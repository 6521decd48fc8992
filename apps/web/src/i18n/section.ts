import type { core } from './es-core.ts'
import type { Texts } from './es.ts'

/** The parts of the texts that come when a page needs them. */
export type Section = Exclude<keyof Texts, keyof typeof core>
export type SectionLoaders = { [S in Section]: () => Promise<Texts[S]> }
