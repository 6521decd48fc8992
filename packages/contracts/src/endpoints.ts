import { detailsDocument, downloadDocument, fileLink, pageImage, pdfToImage } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { completeSetup, getSetup } from './setup.ts'
import { createShareDocument, getDocumentShare, listShare, removeShare } from './shares.ts'
import {
  doHaveDigitalSignature,
  removeSignature,
  removeSignatureImage,
  signatureImage,
  uploadSigner,
} from './signers.ts'
import {
  changeSigningSettings,
  completeSigning,
  customPdfSigning,
  extendSignatures,
  getSigningSettings,
  preflightSigning,
  prepareSigning,
  testTimestamp,
} from './signing.ts'
import { createSolicitudMain, detailsSolicitud, listSolicitudMain, metrics } from './solicitudes.ts'
import { detailsUsers } from './users.ts'
import {
  evidenceReport,
  listTrustAnchors,
  removeTrustAnchor,
  trustIssuer,
  uploadTrustAnchor,
  verifyCode,
  verifyDocument,
  verifyFile,
} from './verification.ts'

/** Every call that works, and no other: routes, OpenAPI and the permission matrix walk this list. */
export const endpoints: readonly Endpoint[] = [
  createSolicitudMain,
  listSolicitudMain,
  detailsSolicitud,
  metrics,
  detailsDocument,
  pdfToImage,
  downloadDocument,
  pageImage,
  fileLink,
  uploadSigner,
  doHaveDigitalSignature,
  removeSignature,
  signatureImage,
  removeSignatureImage,
  customPdfSigning,
  prepareSigning,
  completeSigning,
  extendSignatures,
  preflightSigning,
  getSigningSettings,
  changeSigningSettings,
  testTimestamp,
  verifyDocument,
  verifyFile,
  verifyCode,
  evidenceReport,
  createShareDocument,
  getDocumentShare,
  listShare,
  removeShare,
  listTrustAnchors,
  uploadTrustAnchor,
  removeTrustAnchor,
  trustIssuer,
  detailsUsers,
  getSetup,
  completeSetup,
]
