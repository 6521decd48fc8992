import type { Section } from '../i18n/section.ts'

/** The sections of the texts that each page says something out of; page-sections.test.ts compares them with the code. */
export const pageSections = {
  'setup-route': ['passwords', 'setup'],
  'sign-in-route': ['session'],
  'refresh-route': ['refresh', 'session'],
  'forgot-route': ['account'],
  'choose-password-route': ['account', 'passwords'],
  'shared-route': ['documents', 'domain', 'shares', 'verdict'],
  'verify-route': ['verdict', 'verify'],
  'home-route': ['agenda', 'domain', 'events', 'home', 'signing'],
  'agenda-route': ['agenda', 'domain'],
  'list-route': ['domain', 'solicitudes'],
  'wizard-route': ['domain', 'solicitudes', 'wizard'],
  'case-route': ['caseFile', 'domain', 'events', 'mediation', 'solicitudes'],
  'document-route': ['documents', 'domain', 'signing'],
  'templates-route': ['domain', 'templates'],
  'template-editor-route': ['domain', 'templateEditor', 'templates'],
  'template-fill-route': ['domain', 'templateFill'],
  'signer-route': ['domain', 'mySignature', 'signing'],
  'batch-route': ['batch', 'domain', 'mySignature', 'signOptions', 'signing'],
  'settings-route': ['domain', 'mySignature', 'settings', 'signOptions'],
  'trust-route': ['domain', 'trust'],
  'outbox-route': ['domain', 'emails'],
  'bin-route': ['domain', 'reader'],
  'profile-route': ['domain', 'profile'],
} as const satisfies Record<string, readonly Section[]>
