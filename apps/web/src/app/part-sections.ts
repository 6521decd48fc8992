import type { Section } from '../i18n/section.ts'

/** The sections of parts of pages that come later than the page; page-sections.test.ts compares them with the code. */
export const partSections = {
  'app/routes/document-checks': ['documents', 'domain', 'mySignature', 'signOptions', 'signing', 'trust', 'verdict'],
  'features/shares/components/share-modal': ['domain', 'shares'],
  'features/signing/components/key-files': ['mySignature'],
  'features/signing/components/sign-failure': ['signOptions', 'signing'],
  'features/signing/components/sign-options': ['signOptions'],
  'features/signing/components/sign-preflight': ['signOptions', 'signing'],
  'features/signing/components/upload-certificate': ['domain', 'mySignature', 'signing'],
  'features/verify/components/scan-modal': ['verify'],
  'features/solicitudes/components/dates-modal': ['solicitudes'],
} as const satisfies Record<string, readonly Section[]>
