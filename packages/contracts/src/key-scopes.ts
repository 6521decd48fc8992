import type { Endpoint } from './endpoint.ts'

/** What an API key may be allowed to do. Each call that keys may make needs one of these. */
export const keyScopes = [
  'cases:read',
  'cases:write',
  'documents:read',
  'documents:write',
  'shares:read',
  'shares:write',
  'templates:read',
  'templates:write',
  'signatures:read',
  'signatures:write',
  'requests:read',
  'requests:write',
  'mail:read',
  'mail:write',
  'notices:read',
  'notices:write',
  'office:read',
] as const
export type KeyScope = (typeof keyScopes)[number]

const calls: Readonly<Record<KeyScope, readonly string[]>> = {
  'cases:read': [
    'listSolicitudMain',
    'detailsSolicitud',
    'listDeletedSolicitudes',
    'exportSolicitudes',
    'metrics',
    'agenda',
    'solicitudCalendar',
    'detailsConvocation',
    'summary',
    'search',
    'history',
  ],
  'cases:write': [
    'createSolicitudMain',
    'updateSolicitud',
    'sendSolicitud',
    'returnPendiente',
    'deleteSolicitud',
    'restoreSolicitud',
    'bulkSolicitudes',
    'changeStatusMediation',
    'recordMediation',
    'conveneParties',
  ],
  'documents:read': [
    'detailsDocument',
    'pdfToImage',
    'downloadDocument',
    'downloadZip',
    'listDeleted',
    'searchDocument',
    'looseDocuments',
    'verifyDocument',
    'evidenceReport',
  ],
  'documents:write': [
    'uploadDocument',
    'unlockPdf',
    'deleteDocument',
    'restoreDocument',
    // They make documents.
    'fillTemplate',
    'startFillBatch',
    'cancelFillBatch',
  ],
  'shares:read': ['listShare', 'shareViews', 'userShared'],
  'shares:write': ['createShareDocument', 'removeShare', 'updateUserShared'],
  'templates:read': [
    'listTemplate',
    'detailsTemplate',
    'exportTemplate',
    'templatePdfToImage',
    'previewPdfTemplate',
    'templateDataPdfToImage',
    'templateValues',
    'detailsFillBatch',
    'fillBatchZip',
  ],
  'templates:write': [
    'saveTemplate',
    'renameTemplate',
    'deleteTemplate',
    'restoreTemplate',
    'importTemplate',
    'detectFields',
  ],
  'signatures:read': [
    'doHaveDigitalSignature',
    'signatureImage',
    'preflightSigning',
    'getSigningSettings',
    'getOfficeSeal',
    'listTrustAnchors',
    'listAuthorityCountries',
    'listAuthorities',
  ],
  'signatures:write': ['customPdfSigning', 'prepareSigning', 'completeSigning', 'extendSignatures'],
  'requests:read': [
    'listSigningRequests',
    'detailsSigningRequest',
    'listDocumentRequests',
    'detailsDocumentRequest',
    'requestChecklist',
    'deliveredPages',
  ],
  'requests:write': [
    'createSigningRequest',
    'requestFromTemplate',
    'sendSigningRequest',
    'recipientLink',
    'remindRecipient',
    'updateRecipient',
    'cancelSigningRequest',
    'deleteSigningRequest',
    'createDocumentRequest',
    'reviewRequirement',
    'cancelDocumentRequest',
  ],
  'mail:read': ['listEmail', 'outbox', 'detailsEmail', 'mailState'],
  'mail:write': ['sendDocumentByEmail', 'retryEmail', 'cancelEmail', 'releaseOutbox'],
  'notices:read': ['listNotifications'],
  'notices:write': ['readNotifications'],
  'office:read': ['listCompanies', 'companyLogo', 'listUsers', 'detailsUsers', 'listPeople'],
}

const scopeByCall = new Map(keyScopes.flatMap((scope) => calls[scope].map((name) => [name, scope] as const)))

/**
 * The scope that a key needs for a call; null: no key may make it. Keys never change keys, passwords, second factors,
 * stored certificates, people, companies, authorities or the installation, and open no live stream. Public calls and
 * those of recipients have no scope either: they ignore keys.
 */
export const keyScopeOf = ({ name }: Pick<Endpoint, 'name'>): KeyScope | null => scopeByCall.get(name) ?? null
