import type { SignatureReport, Verification } from '@foja/contracts/verification'
import type { Texts } from '../i18n/es.ts'
import type { Verdict } from '../ui/verdict-badge.tsx'

const order: Record<SignatureReport['indication'], number> = { TOTAL_FAILED: 0, INDETERMINATE: 1, TOTAL_PASSED: 2 }

/** Worst first; among equals, as they stand in the document. */
export const worstFirst = (signatures: readonly SignatureReport[]): SignatureReport[] =>
  signatures.toSorted((a, b) => order[a.indication] - order[b.indication])

export const verdictOf = (signature: SignatureReport): Verdict =>
  signature.indication === 'TOTAL_PASSED'
    ? 'passed'
    : signature.indication === 'INDETERMINATE'
      ? 'indeterminate'
      : 'failed'

/** The word of the badge: what happened, rather than the norm's term. */
export function badgeOf(signature: SignatureReport, { badges }: Texts['verdict']): string {
  if (signature.indication === 'TOTAL_PASSED') return signature.kind === 'timestamp' ? badges.sealValid : badges.valid
  if (signature.indication === 'INDETERMINATE') return badges.indeterminate
  if (!signature.integrity) return badges.broken
  if (signature.modified_after) return badges.changed
  return signature.revocation === 'revoked' ? badges.revoked : badges.invalid
}

/** ETSI EN 319 102-1, 5.1.3: no chain to an anchor that is trusted here. Adding the issuer settles it. */
export const issuerUnknown = (signature: SignatureReport): boolean =>
  signature.indication === 'INDETERMINATE' && !signature.trusted && signature.integrity

/**
 * What the card says under the signer's name. The server's sentence names the signer again; where nothing more is to be
 * told, a shorter one does.
 */
export function sentenceOf(signature: SignatureReport, { sentences }: Texts['verdict']): string {
  const issuer = signature.signer?.issuer
  if (issuer === undefined || !signature.covers_whole_file) return signature.explanation
  // a revocation, an answer that failed to come, a timestamp: the server's sentence tells of them
  const isPlain =
    signature.time_source === 'claimed' && signature.warnings.every((code) => code === 'revocation_not_checked')
  if (signature.indication === 'TOTAL_PASSED') return isPlain ? sentences.valid(issuer) : signature.explanation
  // ETSI EN 319 102-1, 5.1.3: the chain reaches nobody who is trusted.
  return signature.subindication === 'NO_CERTIFICATE_CHAIN_FOUND' && signature.integrity
    ? sentences.issuerUnknown(issuer)
    : signature.explanation
}

/** The codes of a signature that its structure broke a rule of ISO 32000-2 or RFC 5652: one sentence for all. */
const damaged =
  /^(cms_|contents_|byte_range_|gap_is|repeated_key|file_damaged|end_is_not|signature_(not_)?in_|signature_dictionary)/

/** The warnings in words, each once. A code that has no words is for the log, not for people. */
export function warningsOf({ warnings }: SignatureReport, texts: Texts['verdict']['warnings']): string[] {
  const told = warnings.map((code) => texts[damaged.test(code) ? 'damaged' : code])
  return [...new Set(told)].filter((text) => text !== undefined)
}

export const summaryHeading = ({ summary }: Verification, { headings }: Texts['verdict']): string => headings[summary]
