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
  if (signature.indication === 'TOTAL_PASSED') return badges.valid
  if (signature.indication === 'INDETERMINATE') return badges.indeterminate
  if (!signature.integrity) return badges.broken
  if (signature.modified_after) return badges.changed
  return signature.revocation === 'revoked' ? badges.revoked : badges.invalid
}

/** ETSI EN 319 102-1, 5.1.3: no chain to an anchor that is trusted here. Adding the issuer settles it. */
export const issuerUnknown = (signature: SignatureReport): boolean =>
  signature.indication === 'INDETERMINATE' && !signature.trusted && signature.integrity

export const summaryHeading = ({ summary }: Verification, { headings }: Texts['verdict']): string => headings[summary]
