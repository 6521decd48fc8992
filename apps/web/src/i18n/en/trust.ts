import type { trust as es } from '../es/trust.ts'

export const trust: typeof es = {
  title: 'Authorities',
  signing: 'Level and appearance',
  text: 'The authorities that Foja trusts: a signature shows as valid when its certificate comes from one of them.',
  add: 'Add authorities',
  drop: 'Drop the authority’s certificates here',
  dropHint: 'Files .cer, .crt, .pem, .der or .p7b',
  emptyTitle: 'No authorities yet',
  emptyText:
    'Without them, the signatures of your documents show as “to confirm”. Download the root certificate from the site of the authority that issued your signature and upload it above.',
  issuers: {
    EC: 'In Ecuador they are issued by Banco Central, Consejo de la Judicatura, Security Data, ANF AC or Uanataca, among others.',
  },
  emptyReader:
    'Without them, the signatures of your documents show as “to confirm”. Whoever manages your company can add them.',
  count: { one: 'authority', other: 'authorities' },
  issuedBy: (issuer) => `Issued by ${issuer}`,
  root: 'Root',
  valid: (from, to) => `${from} to ${to}`,
  expired: 'Expired',
  everyone: 'All companies',
  company: 'Your company',
  fingerprint: 'SHA-256 fingerprint',
  copyFingerprint: 'Copy the fingerprint',
  check:
    'The fingerprint is a row of letters and numbers that identifies the certificate. Compare it with the one that the authority publishes before you trust it.',
  remove: 'Remove',
  removeOf: (name) => `Remove ${name}`,
  removeTitle: (name) => `Stop trusting ${name}?`,
  removeText: 'Signatures that rest on it will show as “to confirm” until you add it again. No signature is deleted.',
  added: (count) => (count === 1 ? 'Authority added' : `${count} authorities added`),
  removed: 'Authority removed',
  failed: 'It was not added',
  issuerText: 'Foja does not know the authority that issued this certificate yet. If you recognise it, trust it.',
  issuerMissing:
    'The signature does not bring its authority’s certificate: download it from its site and upload it under Authorities.',
  trustIssuer: 'Trust this issuer',
  goTrust: 'Go to Authorities',
  trustYes: 'Trust',
  trustTitle: (name) => `Trust ${name}?`,
  trustMany: (count) => `Trust ${count} authorities?`,
  reading: 'Reading the certificates',
  compare: 'Compare the fingerprint with the one that the authority publishes. If it is not the same, do not trust it.',
  allKnownTitle: 'You already trust what this file brings',
  allKnown: 'There is nothing to add.',
  known: 'Already there',
}
