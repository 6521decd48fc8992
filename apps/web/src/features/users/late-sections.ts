import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after the page itself; app/part-sections.ts holds the same lists against the code. */
export const formSections = [
  'caseForms',
  'domain',
  'passwords',
  'userForms',
  'users',
] as const satisfies readonly Section[]
export const importSections = ['domain', 'userImport'] as const satisfies readonly Section[]
