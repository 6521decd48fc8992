import type { advancedOptions } from './advanced-options.ts'

export const en = {
  noTsa: 'Without a timestamp: the office has no timestamp authority set.',
  everyPage: 'On every page',
  everyPageHint: 'The stamp is repeated on each page; the signature is one.',
  certify: 'After your signature',
  certifyHint: 'A change you do not allow invalidates your signature.',
  certifications: {
    0: 'No restrictions',
    1: 'No change is allowed',
    2: 'Only filling fields and signing',
    3: 'Filling, signing and commenting',
  },
} satisfies typeof advancedOptions
