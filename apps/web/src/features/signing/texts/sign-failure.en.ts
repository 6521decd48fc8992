import type { signFailure } from './sign-failure.ts'

export const en = {
  staleTitle: 'The document changed while you were reading it',
  staleText: 'Someone signed it or uploaded another version. Look at it again before you sign.',
  seeNew: 'See the new version',
  failedTitle: 'It was not signed',
  unanswered: 'The server did not answer. You can try again: it will not be signed twice.',
  signLower: { 'B-B': 'Sign without a timestamp (B-B)', 'B-T': 'Sign with a timestamp only (B-T)' },
  keyProblems: {
    p12_damaged: 'The file is damaged or incomplete. Download it again or ask your authority for a copy.',
    p12_unsupported_algorithm: 'The file uses encryption that the browser does not open. Try “Just once”.',
    p12_too_large: 'The file is too large to be a certificate. Choose your .p12 or .pfx.',
    p12_too_slow: 'The file takes too long to open on this device. Try “Just once”.',
    p12_no_private_key:
      'The file carries the certificate without its private key and cannot sign. Export it again with the key.',
    p12_no_matching_certificate: 'The .key and the .cer do not match. Choose the two that you received together.',
    certificate_damaged: 'The certificate cannot be read. Ask your authority for a copy.',
    insecure_page: 'To sign without the key leaving this page, Foja has to be opened with https.',
    key_worker_failed: 'The browser could not open the certificate. Reload the page and try again.',
  },
} satisfies typeof signFailure
