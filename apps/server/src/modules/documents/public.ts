export { asResource, changeOf, purgedBefore } from './documents.presenter.ts'
export { deletedCaseOf, findDocumentRow, type DocumentRow, type VersionRow } from './documents.queries.ts'
export { announceForgotten } from './forget-pages.ts'
export { presentEvent } from './events/present-event.ts'
export { historyOf } from './events/read-history.ts'
export { readTrail } from './events/read-trail.ts'
export { insertDocument, insertVersion } from './insert-document.ts'
export { isPdf } from './file-type.ts'
export { discardFiles, keepFiles } from './keep-files.ts'
export { holderOf, pageImagesOf } from './page-images.ts'
export { pdfProblem } from './pdf-problem.ts'
export { isTemplateBase } from './loose-documents.ts'
export { loosePlace, placeIn, type Place } from './place-document.ts'
export { purgeDocuments } from './purge-documents.ts'
export {
  documentDetailsOf,
  documentsOfSolicitudes,
  lockDocument,
  readDocuments,
  requireSharedDocument,
  versionOf,
  versionsOf,
} from './read-documents.ts'
export { documentSink, findActiveContent, type ReceivedDocument } from './receive-document.ts'
export { renderAhead } from './render-ahead.ts'
export { findDeliveredFile, lockForRequest, requireNoneRequested, requireNotRequested } from './requested.ts'
export { linkTo } from './signed-link.ts'
export { requireDocument, requirePdf } from './require-document.ts'
export { endSharing } from './shares/end-sharing.ts'
export { insertShare, shareToken, renewShares } from './shares/insert-share.ts'
export { isOpen, shareIsOpen } from './shares/shares.queries.ts'
export type { LinkContent, LinkHolder } from './signed-link.ts'
export { packDocuments } from './zip/download-zip.ts'
export { openArchive, storedBytes } from './zip/open-archive.ts'
