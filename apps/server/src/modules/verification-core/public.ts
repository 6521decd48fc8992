export {
  assessSignatures,
  verifyOrAssess,
  summarize,
  verifyBlob,
  verifyIfReadable,
  verifyStoredDocument,
  verifyStoredFile,
  type SignatureSummary,
} from './assess-signatures.ts'
export { counts, isCountryOn, isSwitchedOn, readSwitches, type Switches } from './authorities.queries.ts'
export { comparePictures } from './compare-pictures.ts'
export { confirmJob, confirmLater } from './confirm-job.ts'
export { canBeAnchor, shippedAuthorities, type ShippedAuthority } from './shipped-authorities.ts'
export { markSimple } from './mark-simple.ts'
export { switchAuthority, switchCountry, writeSwitch, switchOnCompanyCountry } from './switch-authority.ts'
export { findAnchor, findAnchors, findKnown, type AnchorRow } from './trust-anchors.queries.ts'
export { trustOf } from './trust.ts'
export type { Verdicts } from './verdicts.ts'
export { presentAnchor, presentVerification } from './verification.presenter.ts'
export { changedAfter, findCodedVersion, hasOpenCode, type CodedVersion } from './verification.queries.ts'
