import type { Certificate } from '../certificate.ts'
import type { RevocationMaterial } from '../revocation.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { EvidenceGroup } from './evidence.ts'
import type { Proofs } from './proof-of-existence.ts'

/** A certificate whose chain and revocation were requested, at a given time. */
export type Subject = {
  certificate: Certificate
  certificates: readonly Certificate[]
  at: Date
  /** Anchors for the certificate's purpose. */
  anchors: readonly Certificate[]
  /** Evidence about it must be issued at or after this time; null: it must be current. */
  issuedSince: Date | null
  /** Revocation evidence in its signature or token. */
  embedded: RevocationMaterial
}

/** Inputs for verifying every signature of a file. */
export type VerificationContext = {
  /** Trusted for people's signatures. */
  anchors: readonly Certificate[]
  /** Trusted for timestamps. */
  timestampAnchors: readonly Certificate[]
  now: Date
  /** Milliseconds by which evidence about a signer may be older than the proven time. */
  allowanceMs: number
  budget: WorkBudget
  /** Certificates from /DSS and the caller that may help to build chains. None is trusted. */
  pool: readonly Certificate[]
  /** Revocation evidence of the file and of the caller. */
  evidence: readonly EvidenceGroup[]
  /** True if the caller fetched evidence: what is missing then was requested without an answer. */
  asked: boolean
  proofs: Proofs
  /** Collects the certificates for which a caller with a network may fetch more. */
  subjects: Subject[]
}
