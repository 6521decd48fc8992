import type { Section } from '../i18n/section.ts'

// The sections of the texts of parts that come later than their page; those inside a feature are in its
// late-sections.ts. page-sections.test.ts compares both with the code. Each by itself: a page loads none of another's.
type Sections = readonly Section[]

export const shellSections = ['domain', 'notices'] as const satisfies Sections
export const noticeSections = ['domain', 'notices'] as const satisfies Sections
export const commandSections = ['commands', 'domain'] as const satisfies Sections
export const checkSections = [
  'documents',
  'domain',
  'mySignature',
  'signOptions',
  'signing',
  'trust',
  'verdict',
] as const satisfies Sections
export const attachmentSections = ['documents', 'domain', 'reader'] as const satisfies Sections
export const placingSections = ['signOptions', 'signing'] as const satisfies Sections
export const readerSections = ['domain', 'reader'] as const satisfies Sections
export const emailSections = ['domain', 'emails'] as const satisfies Sections
export const shareSections = ['domain', 'shares'] as const satisfies Sections
export const mediationSections = ['domain', 'mediation'] as const satisfies Sections
export const pickerSections = ['templates'] as const satisfies Sections
export const manySections = ['domain', 'templateCsv', 'templateFill'] as const satisfies Sections
