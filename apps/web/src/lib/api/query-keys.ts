import type { QueryClient, QueryKey } from '@tanstack/react-query'

const key =
  (name: string) =>
  (...parts: readonly unknown[]): QueryKey => [name, ...parts]

/** The keys of the query cache. A key matches all keys that it begins: `document()` matches `document(id)`. */
export const queryKeys = {
  agenda: key('agenda'),
  apiKeys: key('api-keys'),
  authorities: key('authorities'),
  companies: key('companies'),
  companyLogo: key('company-logo'),
  companyPage: key('company-page'),
  deleted: key('deleted'),
  deletedCases: key('deleted-cases'),
  document: key('document'),
  documentFile: key('document-file'),
  documentShare: key('document-share'),
  email: key('email'),
  emails: key('emails'),
  fillBatch: key('fill-batch'),
  filledPages: key('filled-pages'),
  mailSettings: key('mail-settings'),
  mailState: key('mail-state'),
  me: key('me'),
  metrics: key('metrics'),
  notifications: key('notifications'),
  outbox: key('outbox'),
  pages: key('pages'),
  documentRequests: key('document-requests'),
  officeSeal: key('office-seal'),
  pageText: key('page-text'),
  people: key('people'),
  preflight: key('preflight'),
  caseHold: key('case-hold'),
  retention: key('retention'),
  recipientRequest: key('recipient-request'),
  sampleOffice: key('sample-office'),
  search: key('search'),
  searchDocument: key('search-document'),
  security: key('security'),
  sessions: key('sessions'),
  shareViews: key('share-views'),
  sharedWith: key('shared-with'),
  shares: key('shares'),
  signable: key('signable'),
  signatureImage: key('signature-image'),
  signer: key('signer'),
  signingRequests: key('signing-requests'),
  signingSettings: key('signing-settings'),
  solicitud: key('solicitud'),
  solicitudes: key('solicitudes'),
  summary: key('summary'),
  systemStatus: key('system-status'),
  failedJobs: key('failed-jobs'),
  template: key('template'),
  templateCases: key('template-cases'),
  templateDocuments: key('template-documents'),
  templatePages: key('template-pages'),
  templatePreview: key('template-preview'),
  templateValues: key('template-values'),
  templates: key('templates'),
  trustAnchors: key('trust-anchors'),
  users: key('users'),
  verification: key('verification'),
  verifyCode: key('verify-code'),
}

/** Marks the queries of these keys as outdated; resolves when those on the page are loaded again. */
export const invalidate = async (queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> => {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
