import type { Section } from '../../i18n/section.ts'

/** The texts of the dialogs; app/page-sections.test.ts holds them against the code. */
export const formSections = ['companies', 'companyForms', 'domain'] as const satisfies readonly Section[]
