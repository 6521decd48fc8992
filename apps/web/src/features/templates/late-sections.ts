import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after a page itself; app/page-sections.test.ts holds them against the code. */
export const menuSections = ['domain', 'templates'] as const satisfies readonly Section[]
export const newSections = ['domain', 'templateNew', 'templates'] as const satisfies readonly Section[]
