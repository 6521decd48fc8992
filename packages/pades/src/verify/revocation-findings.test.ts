import { describe, expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import type { CertificateStatus } from './evidence.ts'
import type { SignatureReport } from './report.ts'
import { addRevocationFindings, revocationOf } from './revocation-findings.ts'
import { ana, intermediate, root } from './testing/signing.ts'

/** ETSI EN 319 102-1 §5.2.6 and §5.3.4, from the statuses alone. */

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number))
const now = day(20)
const expiring = day(10)
const chain = [ana, intermediate, root].map(({ certificate }) => certificate)

const status = (value: CertificateStatus['status'], more: Partial<CertificateStatus> = {}): CertificateStatus => ({
  certificate: ana.certificate,
  status: value,
  source: 'dss',
  revokedAt: null,
  reason: null,
  stale: false,
  end: null,
  ...more,
})
const good = status('good')

describe('the revocation of a signer in the report', () => {
  it.each<[string, CertificateStatus | undefined, Certificate[], boolean, boolean, SignatureReport['revocation']]>([
    ['an anchor', undefined, chain.slice(0, 1), true, false, 'not_needed'],
    ['an anchor, with evidence fetched', undefined, chain.slice(0, 1), true, true, 'not_needed'],
    ['one untrusted certificate', undefined, chain.slice(0, 1), false, false, 'not_checked'],
    ['one untrusted certificate, with evidence fetched', undefined, chain.slice(0, 1), false, true, 'unknown'],
    ['a trusted chain without a status', undefined, chain, true, false, 'not_checked'],
    ['no chain', undefined, [], true, true, 'unknown'],
    ['good', good, chain, true, false, 'good'],
    ['good, revoked afterwards', status('good', { revokedAt: day(15) }), chain, true, false, 'revoked'],
    ['revoked', status('revoked', { revokedAt: day(1) }), chain, true, false, 'revoked'],
    ['revoked without a date', status('revoked'), chain, true, false, 'revoked'],
    ['without evidence', status('not_checked'), chain, true, false, 'not_checked'],
    ['without evidence although it was fetched', status('not_checked'), chain, true, true, 'unknown'],
    ['with evidence that does not count', status('unknown'), chain, true, false, 'unknown'],
    ['never revoked', status('not_needed'), chain, true, true, 'not_needed'],
  ])('%s', (_, own, path, trusted, asked, expected) => {
    expect(revocationOf(own, path, trusted, asked)).toBe(expected)
  })
})

type Given = { statuses: CertificateStatus[]; proven?: Date | null; asked?: boolean } & Partial<SignatureReport>

function found({ statuses, proven = null, asked = false, ...more }: Given) {
  const report = {
    indication: 'TOTAL_PASSED',
    subindication: null,
    certificate: ana.certificate,
    chain,
    trusted: true,
    claimed_at: null,
    warnings: [] as string[],
    ...more,
  } as SignatureReport
  addRevocationFindings(report, statuses, { proven, now, asked })
  const { indication, subindication, warnings } = report
  return { report, verdict: [indication, subindication, ...warnings] }
}
const verdict = (given: Given) => found(given).verdict

const withSource = { ...ana.certificate, ocspUrls: ['http://ocsp.test/'] }
const open = ['INDETERMINATE', 'TRY_LATER']

describe('what a revocation means for a signature', () => {
  it('nothing, when every status is settled', () => {
    expect(verdict({ statuses: [good, status('not_needed')] })).toEqual(['TOTAL_PASSED', null])
    expect(verdict({ statuses: [] })).toEqual([...open, 'revocation_without_source', 'revocation_not_checked'])
    expect(verdict({ statuses: [], chain: chain.slice(0, 1) })).toEqual(['TOTAL_PASSED', null])
  })

  it('reports source and date', () => {
    const revokedAt = day(15)
    const { report } = found({ statuses: [status('good', { revokedAt, source: 'embedded' })] })
    expect(report).toMatchObject({ revocation: 'revoked', revocation_source: 'embedded', revoked_at: revokedAt })
    expect(found({ statuses: [] }).report).toMatchObject({ revocation_source: null, revoked_at: null })
  })

  it('only a remark, when it was revoked after the proven time', () => {
    expect(verdict({ statuses: [status('good', { revokedAt: day(15) })] })).toEqual([
      'TOTAL_PASSED',
      null,
      'revoked_later',
    ])
  })

  it.each([
    ['without a claimed time', null, ['INDETERMINATE', 'REVOKED_NO_POE']],
    ['with an earlier claimed time', day(4), ['INDETERMINATE', 'REVOKED_NO_POE']],
    ['claimed at the moment of the revocation', day(5), ['TOTAL_FAILED', 'REVOKED']],
    ['claimed afterwards', day(6), ['TOTAL_FAILED', 'REVOKED']],
  ])('a revoked signer, %s', (_, claimed_at, expected) => {
    expect(verdict({ statuses: [status('revoked', { revokedAt: day(5) })], claimed_at })).toEqual(expected)
  })

  it('a revocation without a date leaves it undecided', () => {
    expect(verdict({ statuses: [status('revoked')], claimed_at: day(6) })).toEqual(['INDETERMINATE', 'REVOKED_NO_POE'])
  })

  it('a revoked authority counts like a revoked signer', () => {
    const statuses = [good, status('good'), status('revoked', { revokedAt: day(5) })]
    expect(verdict({ statuses })).toEqual(['INDETERMINATE', 'REVOKED_NO_POE', 'issuer_revoked'])
    expect(verdict({ statuses, claimed_at: day(9) })).toEqual(['TOTAL_FAILED', 'REVOKED', 'issuer_revoked'])
  })

  it('an authority without an answer leaves it open', () => {
    expect(verdict({ statuses: [good, good, status('unknown')] })).toEqual([...open, 'issuer_revocation_unknown'])
    expect(verdict({ statuses: [good, status('not_checked')] })).toEqual([...open, 'issuer_revocation_unknown'])
  })

  it('a signer without an answer leaves it open, and says why', () => {
    const report = { certificate: withSource }
    expect(verdict({ statuses: [status('not_checked')], ...report })).toEqual([...open, 'revocation_not_checked'])
    expect(verdict({ statuses: [status('not_checked')], asked: true, ...report })).toEqual([
      ...open,
      'revocation_unknown',
    ])
    expect(verdict({ statuses: [status('unknown', { stale: true })], ...report })).toEqual([
      ...open,
      'revocation_stale',
      'revocation_unknown',
    ])
    const directory = { ...ana.certificate, ocspUrls: [], crlUrls: ['ldap://directory.test/'] }
    expect(verdict({ statuses: [status('unknown')], certificate: directory })).toContain('revocation_without_source')
    const list = { ...ana.certificate, ocspUrls: [], crlUrls: ['HTTPS://crl.test/'] }
    expect(verdict({ statuses: [status('unknown')], certificate: list })).not.toContain('revocation_without_source')
  })

  it('an expired certificate gets no more answers', () => {
    const expired = { certificate: { ...withSource, notAfter: expiring } }
    const lost = ['INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', 'revocation_not_checked', 'expired_without_revocation']
    const missing = [status('not_checked')]
    expect(verdict({ statuses: missing, proven: day(2), ...expired })).toEqual(lost)
    expect(verdict({ statuses: [status('unknown')], proven: day(2), ...expired })).toContain(
      'expired_without_revocation',
    )
    // not proven: the expiry itself is reported elsewhere
    expect(verdict({ statuses: missing, ...expired })).toEqual([...open, 'revocation_not_checked'])
    expect(verdict({ statuses: [good], proven: day(2), ...expired })).toEqual(['TOTAL_PASSED', null])
    const valid = { certificate: { ...withSource, notAfter: now } }
    expect(verdict({ statuses: missing, proven: day(2), ...valid })).toEqual([...open, 'revocation_not_checked'])
    expect(verdict({ statuses: missing, proven: day(2), certificate: null })).toEqual([
      ...open,
      'revocation_not_checked',
    ])
  })
})
