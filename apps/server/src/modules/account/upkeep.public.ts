export { dropRecoveryCodes, renewLinks, resealSecondFactors } from './renew-secrets.ts'
export { sweepLinks } from './sweep-links.ts'
