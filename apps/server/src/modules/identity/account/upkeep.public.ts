export { issueRecoveryLink } from './issue-recovery-link.ts'
export { linkAddress } from './link-token.ts'
export { dropRecoveryCodes, renewLinks, resealSecondFactors } from './renew-secrets.ts'
export { sweepLinks } from './sweep-links.ts'
