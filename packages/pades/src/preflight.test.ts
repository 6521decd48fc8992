import { createTestAuthority, makeCertificate, type CertificateOptions } from '@foja/testing/ca'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { preflight, type PreflightCheck, type PreflightInput, type PreflightLine } from './preflight.ts'
import type { RevocationStatus } from './revocation.ts'

const now = new Date('2026-02-01T12:00:00Z')
const authority = createTestAuthority({ now, keyType: 'p256' })
const root = parseCertificate(authority.root.certificate)
const DAY = 86_400_000

const inputFor = (options: Partial<CertificateOptions> = {}, more: Partial<PreflightInput> = {}): PreflightInput => {
  const urls = { ocspUrl: 'http://pki.test/ocsp', crlUrl: 'http://pki.test/crl' }
  const { certificate, chain } = authority.issue({ commonName: 'Ana', keyType: 'p256', ...urls, ...options })
  return {
    certificate: parseCertificate(certificate),
    chain: chain.map(parseCertificate),
    anchors: [root],
    level: 'B-LTA',
    now,
    revocation: null,
    tsa: true,
    ...more,
  }
}

const lineOf = (check: PreflightCheck, input: PreflightInput): PreflightLine => {
  const found = preflight(input).filter((line) => line.check === check)
  expect(found).toHaveLength(1)
  return found[0]!
}

const answer = (change: Partial<RevocationStatus>): RevocationStatus => ({
  status: 'good',
  source: 'ocsp',
  revokedAt: null,
  reason: null,
  thisUpdate: now,
  nextUpdate: null,
  producedAt: now,
  responder: null,
  evidence: null,
  problems: [],
  ...change,
})

describe('preflight', () => {
  it('has a line for each check, all fine except an unrecognised authority', () => {
    const lines = preflight(inputFor({}, { revocation: answer({}) }))
    expect(lines.filter(({ status }) => status !== 'ok').map(({ check, affects }) => [check, affects])).toEqual([
      ['recognised_firmaec', ['firmaec']],
      ['recognised_eu', ['dss']],
    ])
    expect(new Set(lines.map(({ check }) => check)).size).toBe(13)
    expect(preflight(inputFor()).some(({ check }) => check === 'revocation_status')).toBe(false)
  })

  it.each<[PreflightCheck, Partial<CertificateOptions>, PreflightLine['status'], string[]]>([
    ['key_usage', { keyUsage: ['keyEncipherment'] }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['key_usage', { keyUsage: ['digitalSignature'] }, 'warning', ['dss']],
    ['key_usage', { keyUsage: ['nonRepudiation'] }, 'warning', ['firmaec']],
    ['key_usage', { keyUsage: null }, 'warning', ['dss', 'firmaec']],
    ['extended_key_usage', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['extended_key_usage', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.2'] }, 'warning', ['adobe']],
    ['extended_key_usage', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4'] }, 'ok', []],
    ['key_size', { keyType: 'rsa1024' }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['key_algorithm', { keyType: 'ed25519' }, 'warning', ['adobe', 'firmaec']],
    ['key_algorithm', { keyType: 'rsa-pss-sha256' }, 'warning', ['adobe', 'firmaec']],
    ['key_algorithm', { keyType: 'brainpoolP256r1' }, 'warning', ['adobe', 'firmaec']],
    ['certificate_digest', { hash: 'sha1' }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['validity', { notAfter: new Date(now.getTime() - DAY) }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['validity', { notBefore: new Date(now.getTime() + DAY) }, 'problem', ['adobe', 'dss', 'firmaec']],
    ['revocation_source', { ocspUrl: undefined, crlUrl: undefined }, 'problem', ['adobe', 'dss']],
    ['revocation_source', { ocspUrl: undefined, crlUrl: 'ldap://pki.test/crl' }, 'problem', ['adobe', 'dss']],
  ])('reports %s with %o', (check, options, status, affects) => {
    expect(lineOf(check, inputFor(options))).toMatchObject({ status, affects })
  })

  it.each([
    [61, 'ok', undefined],
    [60, 'warning', 60],
    [29, 'warning', 30],
    [6, 'warning', 7],
  ])('reports a certificate that expires in %i days', (days, status, within) => {
    const found = lineOf('validity', inputFor({ notAfter: new Date(now.getTime() + days * DAY + 3600_000) }))
    expect(found).toMatchObject({ status, affects: [], detail: { days, ...(within ? { within } : {}) } })
  })

  it('without validation data the signature ends with the certificate', () => {
    const soon = { notAfter: new Date(now.getTime() + 3 * DAY) }
    expect(lineOf('validity', inputFor(soon, { level: 'B-T' })).affects).toEqual(['adobe', 'dss', 'firmaec'])
  })

  it('reports a missing issuer that cannot be found', () => {
    const input = inputFor({}, { chain: [] })
    const missing = { missing: 'Autoridad de Certificación Subordinada de Pruebas' }
    expect(lineOf('chain_complete', input)).toMatchObject({ status: 'problem', detail: missing })
    expect(lineOf('chain_complete', { ...input, level: 'B-B' })).toMatchObject({ status: 'warning' })
    const pointed = inputFor({ caIssuerUrl: 'http://pki.test/ca' }, { chain: [] })
    expect(lineOf('chain_complete', pointed).status).toBe('warning')
    expect(lineOf('anchored_here', input)).toMatchObject({ status: 'warning', affects: [] })
    expect(lineOf('anchored_here', inputFor({}, { anchors: [] })).detail).toEqual({ reason: 'issuer_unknown' })
  })

  it.each<[Partial<RevocationStatus>, PreflightInput['level'], PreflightLine['status']]>([
    [{}, 'B-LT', 'ok'],
    [{ status: 'revoked', revokedAt: now, reason: 'keyCompromise' }, 'B-B', 'problem'],
    [{ status: 'good', revokedAt: new Date(now.getTime() + 1) }, 'B-B', 'problem'],
    [{ status: 'unknown', problems: ['ocsp_stale'] }, 'B-B', 'warning'],
    [{ status: 'unknown', problems: ['ocsp_stale'] }, 'B-LT', 'problem'],
  ])('reports revocation %o at %s', (change, level, status) => {
    expect(lineOf('revocation_status', inputFor({}, { revocation: answer(change), level })).status).toBe(status)
  })

  it('requires a timestamp authority above B-B', () => {
    expect(lineOf('timestamp', inputFor({}, { tsa: false, level: 'B-T' }))).toMatchObject({
      status: 'problem',
      detail: { level: 'B-T' },
    })
    expect(lineOf('timestamp', inputFor({}, { tsa: false, level: 'B-B' })).status).toBe('ok')
  })

  it.each([
    ['AC SUBCA-1 SECURITY DATA', 'EC', 'ok', 'warning'],
    ['Autoridad de Certificación Banco Central del Ecuador', 'EC', 'ok', 'warning'],
    ['Entidad Certificadora Dirección General de Registro Civil', 'EC', 'ok', 'warning'],
    ['UANATACA CA2 2021', 'ES', 'ok', 'ok'],
    ['AC FNMT Usuarios', 'ES', 'warning', 'ok'],
    ['AC del SAT', 'MX', 'warning', 'warning'],
  ])('recognises %s', (commonName, country, firmaec, eu) => {
    const issuer = makeCertificate({ commonName, country, keyType: 'p256', isCa: true, now })
    const input = inputFor({ issuer, country })
    expect(lineOf('recognised_firmaec', input).status).toBe(firmaec)
    expect(lineOf('recognised_eu', input).status).toBe(eu)
  })
})
