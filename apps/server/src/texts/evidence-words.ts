import type { ChainFault } from '@foja/db/events'
import type {
  AnyRecipientRole,
  RecipientChannel,
  RecipientStatus,
  SigningRequestStatus,
} from '@foja/contracts/request-states'
import type { Indication, SignatureReport, Verification } from '@foja/contracts/verification'
import type { VersionOrigin } from '@foja/db/document-tables'

type Plural = (count: number) => string

/** All texts of the report that do not come from the document. */
export type EvidenceTexts = {
  title: string
  fileName: (document: string) => string
  noCompany: string
  taxId: string
  document: string
  identifier: string
  caseFile: string
  untitled: string
  currentVersion: (version: number, of: number) => string
  version: string
  sha256: string
  pages: string
  issuedAt: string
  issuedBy: string
  code: string
  checkAt: string
  result: string
  summaries: Record<Verification['summary'], Plural>
  unreadable: string
  about: string[]
  versions: string
  origins: Record<VersionOrigin, string>
  versionTitle: (version: number) => string
  date: string
  author: string
  size: string
  bytes: Plural
  signatures: string
  noSignatures: string
  checked: (time: string) => string
  moreSignatures: Plural
  signatureTitle: (at: number, of: number, name: string) => string
  unknownSigner: string
  kinds: Record<SignatureReport['kind'], string>
  indications: Record<Indication, string>
  signer: string
  /** Whose certificate sealed a simple signature. */
  sealOf: string
  simpleOf: (nombre: string) => string
  identification: string
  issuer: string
  serial: string
  validity: string
  fingerprint: string
  chain: string
  anchor: string
  level: string
  levels: Record<string, string>
  moment: string
  proven: string
  claimed: string
  claimedToo: (time: string) => string
  noTime: string
  coverage: string
  coversAll: string
  coversPart: string
  changedAfter: string
  notIntact: string
  pictures: string
  picture: Record<Exclude<SignatureReport['visual']['result'], 'whole'>, Plural>
  pictureReasons: Record<NonNullable<SignatureReport['visual']['reason']>, string>
  revocation: string
  revocations: Record<SignatureReport['revocation'], string>
  revokedAt: (time: string) => string
  sources: Record<NonNullable<SignatureReport['revocation_source']>, string>
  timestamps: string
  noTimestamps: string
  stampKinds: Record<'signature' | 'document', string>
  stampValid: string
  stampUntrusted: string
  stampInvalid: string
  reason: string
  location: string
  recipients: string
  /** Request, sender and dates of a request for signatures or documents. */
  requestOf: (titulo: string) => string
  requestStates: Record<SigningRequestStatus, string>
  askedBy: string
  sentAt: string
  term: string
  state: string
  recipientOf: (nombre: string, rol: AnyRecipientRole) => string
  address: string
  channels: Record<RecipientChannel, (email: string) => string>
  required: string
  mailedCode: string
  codeTyped: (time: string) => string
  codeMissing: string
  codeNone: string
  seenAt: string
  filledAt: string
  recipientStates: Record<RecipientStatus, string>
  actedAt: (state: string, time: string) => string
  passedBy: string
  consent: string
  signedVersion: string
  deliveredAt: string
  history: string
  intact: Plural
  sealedFrom: (when: string) => string
  broken: Record<ChainFault, (at: number) => string>
  hidden: Plural
  omitted: Plural
  from: (ip: string) => string
  nowhere: string
  withoutAddresses: string
  hash: string
  previous: string
  end: string
  page: (at: number, of: number) => string
}
