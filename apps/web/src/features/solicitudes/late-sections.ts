import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after a page itself; app/page-sections.test.ts holds them against the code. */
export const toolSections = ['caseForms', 'domain', 'listTools'] as const satisfies readonly Section[]
export const chipSections = ['domain', 'listTools'] as const satisfies readonly Section[]
export const formSections = ['caseForms', 'domain'] as const satisfies readonly Section[]
export const photoSections = ['photos'] as const satisfies readonly Section[]
