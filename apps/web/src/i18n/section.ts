import type { core } from './es-core.ts'
import type { Texts } from './es.ts'

/** The parts of the texts that come when a page needs them. */
export type Section = Exclude<keyof Texts, keyof typeof core>
/** Each brings a module that has the section under its own name. */
export type SectionLoaders = { [S in Section]: () => Promise<Record<S, Texts[S]>> }
