import type { passwords as es } from '../es/passwords.ts'

export const passwords: typeof es = {
  hint: '12 characters or more. A long phrase beats a strange word.',
  strength: { short: 'Too short', fair: 'Acceptable', good: 'Good', strong: 'Very good' },
  missing: (count) => (count === 1 ? '1 character to go' : `${count} characters to go`),
  short: 'The password needs 12 characters or more.',
}
