import type { passwords } from './passwords.ts'

export const en = {
  hint: '12 characters or more. A long phrase beats a strange word.',
  strength: { short: 'Too short', fair: 'Acceptable', good: 'Good', strong: 'Very good' },
  missing: (count) => (count === 1 ? '1 character to go' : `${count} characters to go`),
  short: 'The password needs 12 characters or more.',
} satisfies typeof passwords
