import type { Section } from '../../i18n/section.ts'

/** The texts of the dialogs; app/part-sections.ts holds the same list against the code. */
export const formSections = ['companies', 'companyForms', 'domain'] as const satisfies readonly Section[]
