import type { Change, SignatureReport, Verification } from '@foja/contracts/verification'

/** A valid signature report with changes. */
export const reportOf = (change: Partial<SignatureReport> = {}): SignatureReport => ({
  field: 'Firma 1',
  kind: 'signature',
  indication: 'TOTAL_PASSED',
  subindication: null,
  signer: signerOf('LUCÍA PEÑAHERRERA'),
  chain: [],
  level: 'B-B',
  signed_at: null,
  claimed_at: null,
  timestamps: [],
  time_source: 'claimed',
  integrity: true,
  covers_whole_file: true,
  signed_bytes: 8,
  modified_after: false,
  modifications: [],
  additions: [],
  visual: { result: 'whole', reason: null, pages_compared: 0 },
  trusted: true,
  revocation: 'not_checked',
  revocation_source: null,
  revoked_at: null,
  reason: null,
  location: null,
  page: 1,
  rectangle: null,
  warnings: [],
  explanation: 'La frase del servidor.',
  ...change,
})

export const signerOf = (name: string, issuer = 'Security Data S. A.'): NonNullable<SignatureReport['signer']> => ({
  name,
  serial: '01',
  issuer,
  identificacion: null,
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: '2028-01-01T00:00:00.000Z',
  key_type: 'RSA 2048',
  fingerprint: 'ab',
})

export const changeOf = (change: Partial<Change>): Change => ({
  kind: 'field_filled',
  page: null,
  object: null,
  rectangle: null,
  field: null,
  before: null,
  after: null,
  by: null,
  at: null,
  ...change,
})

export const verificationOf = (
  signatures: SignatureReport[],
  summary: Verification['summary'] = 'valid',
): Verification => ({
  signatures,
  summary,
  sha256: 'e81b04c7'.repeat(8),
  checked_at: '2026-11-20T17:36:00.000Z',
})
