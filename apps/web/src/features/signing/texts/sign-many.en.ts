import type { signMany } from './sign-many.ts'

export const en = {
  passphraseHint: (count) =>
    count > 1 ? `Typed once for all ${count}. We do not keep it.` : 'Asked each time. We do not keep it.',
  button: (count) => (count === 0 ? 'Sign documents' : count === 1 ? 'Sign 1 document' : `Sign ${count} documents`),
  choose: 'Choose at least one document.',
  noStored: 'You have no stored certificate.',
  goUpload: 'Store one',
} satisfies typeof signMany
