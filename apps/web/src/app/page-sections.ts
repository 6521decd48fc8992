import type { Section } from '../i18n/section.ts'

/** The sections of the texts that each page says something out of; page-sections.test.ts compares them with the code. */
export const pageSections = {
  'setup-route': ['setup'],
  'sign-in-route': ['session'],
  'refresh-route': ['refresh', 'session'],
  'shared-route': ['documents', 'domain', 'shares', 'verdict'],
  'verify-route': ['verdict', 'verify'],
  'home-route': ['domain', 'home', 'signing', 'solicitudes'],
  'list-route': ['domain', 'solicitudes'],
  'wizard-route': ['domain', 'solicitudes', 'wizard'],
  'case-route': ['domain', 'solicitudes'],
  'document-route': ['documents', 'domain', 'signing'],
  'signer-route': ['domain', 'signing'],
  'batch-route': ['batch', 'domain', 'signing'],
  'signing-settings-route': ['domain', 'settings', 'signing'],
  'trust-route': ['domain', 'trust'],
  'profile-route': ['domain', 'profile'],
} as const satisfies Record<string, readonly Section[]>

/** The same for parts of pages that come later than the page. */
export const partSections = {
  'app/routes/document-checks': ['documents', 'domain', 'signing', 'trust', 'verdict'],
  'features/shares/components/share-modal': ['domain', 'shares'],
  'features/signing/components/upload-certificate': ['domain', 'signing'],
  'features/verify/components/scan-modal': ['verify'],
  'features/solicitudes/components/dates-modal': ['solicitudes'],
} as const satisfies Record<string, readonly Section[]>
