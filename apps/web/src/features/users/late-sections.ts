import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after the page itself; app/page-sections.test.ts holds them against the code. */
export const formSections = ['caseForms', 'domain', 'passwords', 'userForms'] as const satisfies readonly Section[]
export const importSections = ['domain', 'userImport'] as const satisfies readonly Section[]
