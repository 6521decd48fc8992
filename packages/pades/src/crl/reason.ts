/** CRLReason (RFC 5280 §5.3.1); 7 is not used. */
const reasons = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'unused',
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
]

/** The name of a CRLReason; 'unspecified' for an unknown number, which revokes all the same. */
export const reasonName = (code: number): string => reasons[code] ?? 'unspecified'
