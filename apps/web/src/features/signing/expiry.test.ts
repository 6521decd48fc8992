import { expect, it } from 'vitest'
import { gradeExpiry } from './expiry.ts'

it.each([
  [-1, 'expired'],
  [0, 'urgent'],
  [7, 'urgent'],
  [8, 'warning'],
  [30, 'warning'],
  [31, 'notice'],
  [60, 'notice'],
  [61, 'fine'],
] as const)('a certificate with %i days left is %s', (days, grade) => expect(gradeExpiry(days)).toBe(grade))
