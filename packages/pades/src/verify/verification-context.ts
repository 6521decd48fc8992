import type { Certificate } from '../certificate.ts'
import type { RevocationMaterial } from '../revocation.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { EvidenceGroup } from './evidence.ts'
import type { Proofs } from './proof-of-existence.ts'

/** A certificate whose chain and revocation were asked for, at a moment. */
export type Subject = {
  certificate: Certificate
  certificates: readonly Certificate[]
  at: Date
  /** Trusted for what the certificate did. */
  anchors: readonly Certificate[]
  /** Evidence about it must be issued at or after this time; null: it must be current. */
  issuedSince: Date | null
  /** What the signature or token brings along about revocation. */
  embedded: RevocationMaterial
}

/** What every signature of a file is judged by. */
export type VerificationContext = {
  /** Trusted for people's signatures. */
  anchors: readonly Certificate[]
  /** Trusted for timestamps. */
  timestampAnchors: readonly Certificate[]
  now: Date
  /** Milliseconds by which evidence about a signer may be older than the proven time. */
  allowanceMs: number
  budget: WorkBudget
  /** Certificates that may help to build chains, from /DSS and the caller. None is trusted. */
  pool: readonly Certificate[]
  /** Revocation evidence of the file and of the caller. */
  evidence: readonly EvidenceGroup[]
  /** Whether the caller looked for evidence elsewhere: what is missing then was asked for and not answered. */
  asked: boolean
  proofs: Proofs
  /** Filled as they are met: for whom a caller with a network may look for more. */
  subjects: Subject[]
}
