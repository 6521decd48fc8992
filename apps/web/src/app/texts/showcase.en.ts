import type { showcase } from './showcase.ts'

export const en = {
  title: 'One case file, from request to signature',
  text: 'Sign with the certificate that you already have. Anyone can check it.',
  paper: 'Record of full mediation agreement',
  signedBy: 'Electronically signed by',
  valid: 'Valid signature',
  unchanged: 'The document has not changed',
} satisfies typeof showcase
