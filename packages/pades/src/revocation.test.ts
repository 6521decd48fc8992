import { createTestAuthority, makeCertificate, type TestCertificate } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import {
  type CrlEntryOptions,
  type CrlOptions,
  issuingDistributionPoint,
  makeCrl,
  type RevocationReason,
  unknownExtension,
} from '@foja/testing/pki-services-crl'
import { extension, generalizedTime } from '@foja/testing/pki-services-der'
import { makeOcspResponse, type OcspAnswer, type OcspResponseOptions } from '@foja/testing/pki-services-ocsp'
import { describe, expect, it } from 'vitest'
import { type Certificate, parseCertificate } from './certificate.ts'
import { nullElement } from './cms/der.ts'
import { type Crl, parseCrl } from './crl/crl.ts'
import { type OcspResponse, parseOcspResponse } from './ocsp/response.ts'
import { checkRevocation, type RevocationStatus } from './revocation.ts'

const now = new Date('2026-06-15T12:00:00Z')
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000)

const authority = createTestAuthority({ keyType: 'p256', now })
const { intermediate, root } = authority
const crlUrl = 'http://crl.example/1.crl'
const person = authority.issue({ commonName: 'Ana Díaz', keyType: 'p256', crlUrl, notAfter: hours(1000) })
const delegate = delegateOf(intermediate)
const certificate = parseCertificate(person.certificate)
const issuer = parseCertificate(intermediate.certificate)
const serial = certificate.serialNumber

function delegateOf(
  by: TestCertificate,
  options: Partial<Parameters<typeof makeCertificate>[0]> = {},
): TestCertificate {
  return makeCertificate({
    commonName: 'Servicio OCSP',
    issuer: by,
    now,
    keyType: 'p256',
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: ['1.3.6.1.5.5.7.3.9'],
    extensions: [encodeExtension('1.3.6.1.5.5.7.48.1.5', false, nullElement())],
    ...options,
  })
}

type OcspChanges = Partial<OcspAnswer> & { response?: Partial<OcspResponseOptions> }

function ocsp({ response, ...answer }: OcspChanges = {}): OcspResponse {
  const thisUpdate = answer.thisUpdate ?? hours(-1)
  const answers: OcspAnswer[] = [
    { serial, issuer: intermediate, status: 'good', nextUpdate: hours(11), ...answer, thisUpdate },
  ]
  return parseOcspResponse(makeOcspResponse({ answers, signer: delegate, producedAt: thisUpdate, ...response }))
}

const crl = (options: Partial<CrlOptions> = {}): Crl =>
  parseCrl(makeCrl({ issuer: intermediate, thisUpdate: hours(-1), nextUpdate: hours(100), ...options }))

const revokedEntry = (changes: Partial<CrlEntryOptions> = {}): CrlEntryOptions => ({
  serial,
  revokedAt: hours(-5),
  ...changes,
})

function check(evidence: (OcspResponse | Crl)[], at = now, others: Certificate[] = []): RevocationStatus {
  const ocsps = evidence.filter((one) => one.kind === 'ocsp')
  const crls = evidence.filter((one) => one.kind === 'crl')
  return checkRevocation(certificate, issuer, { ocsps, crls, certificates: others }, { at, now })
}

describe('an authorised OCSP responder (RFC 6960 §4.2.2.2)', () => {
  it('is a delegate of the issuer', () => {
    const status = check([ocsp()])
    expect(status).toMatchObject({
      status: 'good',
      source: 'ocsp',
      thisUpdate: hours(-1),
      nextUpdate: hours(11),
      problems: [],
    })
    expect(status.responder?.subject.commonName).toBe('Servicio OCSP')
  })

  it('is the issuer, identified by key or by name', () => {
    for (const byName of [true, false]) {
      const response = ocsp({ response: { signer: intermediate, certificates: [], byName } })
      expect(check([response])).toMatchObject({ status: 'good', responder: issuer })
    }
  })

  it('is a delegate whose certificate the caller supplies', () => {
    const bare = ocsp({ response: { certificates: [] } })
    expect(check([bare])).toMatchObject({ status: 'unknown', problems: ['ocsp_responder_unknown'] })
    expect(check([bare], now, [parseCertificate(delegate.certificate)])).toMatchObject({ status: 'good' })
  })

  it.each<[string, TestCertificate, string]>([
    ['the person', { ...person }, 'ocsp_responder_not_authorized'],
    ['a delegate of the root', delegateOf(root), 'ocsp_responder_not_authorized'],
    [
      'a certificate without OCSPSigning',
      delegateOf(intermediate, { extendedKeyUsage: [] }),
      'ocsp_responder_not_authorized',
    ],
    [
      'a key that is not for signing',
      delegateOf(intermediate, { keyUsage: ['keyEncipherment'] }),
      'ocsp_responder_not_authorized',
    ],
    ['a delegate who had expired', delegateOf(intermediate, { notAfter: hours(-2) }), 'ocsp_responder_not_valid_then'],
    ['a delegate with a weak key', delegateOf(intermediate, { keyType: 'rsa1024' }), 'ocsp_weak_algorithm'],
    ['a delegate certified with SHA-1', delegateOf(intermediate, { hash: 'sha1' }), 'ocsp_weak_algorithm'],
    [
      'an authority of the same name',
      delegateOf(createTestAuthority({ keyType: 'p256', now }).intermediate),
      'ocsp_responder_not_authorized',
    ],
  ])('is not %s', (_, signer, problem) => {
    expect(check([ocsp({ response: { signer } })])).toMatchObject({ status: 'unknown', problems: [problem] })
  })

  it('has a valid signature, not by SHA-1', () => {
    const forged = { ...delegate, privateKey: person.privateKey }
    expect(check([ocsp({ response: { signer: forged, byName: true } })]).problems).toEqual(['ocsp_bad_signature'])
    expect(check([ocsp({ response: { hash: 'sha1' } })]).problems).toEqual(['ocsp_weak_algorithm'])
  })

  it('is not a revoked delegate without nocheck', () => {
    const open = delegateOf(intermediate, { extensions: [] })
    const response = ocsp({ response: { signer: open } })
    expect(check([response])).toMatchObject({ status: 'good' })
    const entry = { serial: parseCertificate(open.certificate).serialNumber, revokedAt: hours(-3) }
    const list = crl({ entries: [entry] })
    expect(check([response, list])).toMatchObject({
      status: 'good',
      source: 'crl',
      problems: ['ocsp_responder_revoked'],
    })
    const later = (reason: RevocationReason) => crl({ entries: [{ ...entry, revokedAt: hours(-0.5), reason }] })
    expect(check([response, later('superseded')])).toMatchObject({ source: 'ocsp', problems: [] })
    expect(check([response, later('keyCompromise')]).problems).toEqual(['ocsp_responder_revoked'])
  })
})

describe('an OCSP answer', () => {
  it.each(['sha1', 'sha256', 'sha512'] as const)('is found by CertID of %s', (hash) => {
    expect(check([ocsp({ hash })])).toMatchObject({ status: 'good' })
  })

  it('counts for its serial and issuer only', () => {
    const others = [ocsp({ serial: '1234' }), ocsp({ issuer: root })]
    for (const response of others) expect(check([response]).problems).toEqual(['ocsp_of_another_certificate'])
  })

  it('is unusable with an unknown critical extension, in the whole or in part', () => {
    const whole = ocsp({ response: { extensions: [unknownExtension(true)] } })
    const part = ocsp({ extensions: [unknownExtension(true)] })
    for (const response of [whole, part]) expect(check([response]).problems).toEqual(['ocsp_critical_extension'])
    expect(check([ocsp({ extensions: [unknownExtension(false)] })]).status).toBe('good')
  })

  it('may be unknown', () => {
    expect(check([ocsp({ status: 'unknown' })])).toMatchObject({
      status: 'unknown',
      source: null,
      problems: ['ocsp_unknown'],
    })
  })
})

describe('a usable CRL (RFC 5280 §6.3.3)', () => {
  it('is signed by the issuer, with and without extensions', () => {
    expect(check([crl()])).toMatchObject({ status: 'good', source: 'crl', responder: issuer, problems: [] })
    expect(check([crl({ bare: true })])).toMatchObject({ status: 'good' })
    const revoked = crl({
      entries: [{ serial: '01', revokedAt: hours(-9) }, revokedEntry({ reason: 'keyCompromise' })],
    })
    expect(check([revoked])).toMatchObject({ status: 'revoked', reason: 'keyCompromise', revokedAt: hours(-5) })
  })

  it('is not from another issuer, forged or by SHA-1', () => {
    expect(check([crl({ issuer: root })]).problems).toEqual(['crl_of_another_issuer'])
    expect(check([crl({ signer: person })]).problems).toEqual(['crl_bad_signature'])
    expect(check([crl({ hash: 'sha1' })]).problems).toEqual(['crl_weak_algorithm'])
  })

  it('may be signed by another key that the issuer certified under its name, for lists', () => {
    const { subject } = issuer
    const named = { commonName: subject.commonName ?? '', organization: subject.organization, country: subject.country }
    const keyFor = (keyUsage: string[]) =>
      makeCertificate({ ...named, issuer: intermediate, now, keyType: 'p256', keyUsage })
    const listKey = keyFor(['cRLSign'])
    const list = crl({ signer: listKey })
    expect(check([list]).problems).toEqual(['crl_bad_signature'])
    expect(check([list], now, [parseCertificate(listKey.certificate)]).status).toBe('good')
    const wrong = keyFor(['digitalSignature'])
    const others = [parseCertificate(wrong.certificate)]
    expect(check([crl({ signer: wrong })], now, others).problems).toEqual(['crl_signer_not_allowed'])
    const stranger = makeCertificate({ ...named, now, keyType: 'p256', keyUsage: ['cRLSign'] })
    expect(check([crl({ signer: stranger })], now, [parseCertificate(stranger.certificate)]).problems).toEqual([
      'crl_bad_signature',
    ])
  })

  it.each<[string, Parameters<typeof issuingDistributionPoint>[0], string]>([
    ['users', { onlyUsers: true }, 'good'],
    ['authorities', { onlyAuthorities: true }, 'unknown'],
    ['attribute certificates', { onlyAttributeCertificates: true }, 'unknown'],
    ['the certificates that point to it', { url: crlUrl }, 'good'],
    ['those of another place', { url: 'http://crl.example/2.crl' }, 'unknown'],
    ['some reasons', { someReasons: 0x40 }, 'unknown'],
  ])('may cover only %s', (_, scope, status) => {
    expect(check([crl({ extensions: [issuingDistributionPoint(scope)] })]).status).toBe(status)
  })

  it('reveals a revocation even when it covers only some reasons', () => {
    const extensions = [issuingDistributionPoint({ someReasons: 0x40 })]
    expect(check([crl({ extensions, entries: [revokedEntry()] })]).status).toBe('revoked')
  })

  it('has no entry with an unknown critical extension', () => {
    const entries = [revokedEntry({ extensions: [unknownExtension(true)] })]
    expect(check([crl({ entries })]).problems).toEqual(['crl_critical_extension'])
  })
})

describe('freshness of evidence', () => {
  it.each<[string, OcspChanges, Date, string[]]>([
    ['current', {}, now, []],
    ['of the future within the skew', { thisUpdate: hours(0.05) }, now, []],
    ['of the future', { thisUpdate: hours(0.2) }, now, ['ocsp_from_the_future']],
    ['produced in the future', { response: { producedAt: hours(1) } }, now, ['ocsp_from_the_future']],
    ['past its nextUpdate', { thisUpdate: hours(-20), nextUpdate: hours(-8) }, now, ['ocsp_stale']],
    ['past its nextUpdate, but not then', { thisUpdate: hours(-20), nextUpdate: hours(-8) }, hours(-10), []],
    ['issued after the moment', { thisUpdate: hours(-20), nextUpdate: hours(-8) }, hours(-200), []],
    ['without nextUpdate, of this morning', { thisUpdate: hours(-23), nextUpdate: undefined }, now, []],
    ['without nextUpdate, of yesterday', { thisUpdate: hours(-25), nextUpdate: undefined }, now, ['ocsp_stale']],
  ])('by OCSP: %s', (_, changes, at, problems) => {
    const expected = problems.length === 0 ? 'good' : 'unknown'
    expect(check([ocsp(changes)], at)).toMatchObject({ status: expected, problems })
  })

  it('by CRL', () => {
    expect(check([crl({ nextUpdate: hours(-0.5) })]).problems).toEqual(['crl_stale'])
    expect(check([crl({ nextUpdate: hours(-0.5) })], hours(-30)).status).toBe('good')
    expect(check([crl({ nextUpdate: null })]).status).toBe('good')
    expect(check([crl({ nextUpdate: null, thisUpdate: hours(-30) })]).problems).toEqual(['crl_stale'])
    expect(check([crl({ thisUpdate: hours(2) })]).problems).toEqual(['crl_from_the_future'])
  })

  it('excludes evidence from after the expiry, unless the issuer keeps expired certificates', () => {
    const past = parseCertificate(
      authority.issue({ commonName: 'Ana', keyType: 'p256', notAfter: hours(-48) }).certificate,
    )
    const ask = (evidence: OcspResponse | Crl) => {
      const material = {
        ocsps: evidence.kind === 'ocsp' ? [evidence] : [],
        crls: evidence.kind === 'crl' ? [evidence] : [],
        certificates: [],
      }
      return checkRevocation(past, issuer, material, { at: hours(-72), now })
    }
    const own = { serial: past.serialNumber }
    const cutoff = [extension('1.3.6.1.5.5.7.48.1.6', generalizedTime(hours(-1000)))]
    const kept = [extension('2.5.29.60', generalizedTime(hours(-1000)))]
    expect(ask(ocsp(own))).toMatchObject({ status: 'unknown', problems: ['ocsp_issued_after_expiry'] })
    expect(ask(ocsp({ ...own, extensions: cutoff }))).toMatchObject({ status: 'good' })
    expect(ask(crl())).toMatchObject({ status: 'unknown', problems: ['crl_issued_after_expiry'] })
    expect(ask(crl({ extensions: kept }))).toMatchObject({ status: 'good' })
    expect(ask(crl({ entries: [{ ...own, revokedAt: hours(-100) }] })).status).toBe('revoked')
  })

  it('is irrelevant for a permanent revocation', () => {
    const old = ocsp({ status: 'revoked', revokedAt: hours(-400), thisUpdate: hours(-300), nextUpdate: hours(-290) })
    expect(check([old, ocsp(), crl()])).toMatchObject({
      status: 'revoked',
      revokedAt: hours(-400),
      thisUpdate: hours(-300),
    })
  })
})

describe('the time of a revocation', () => {
  const revoked = (revokedAt: Date, reason?: RevocationReason) => ocsp({ status: 'revoked', revokedAt, reason })

  it('does not affect signatures proven before it', () => {
    for (const reason of ['keyCompromise', 'superseded', undefined] as const) {
      expect(check([revoked(hours(-5), reason)], hours(-6))).toMatchObject({ status: 'good', revokedAt: hours(-5) })
      expect(check([revoked(hours(-5), reason)], hours(-5))).toMatchObject({
        status: 'revoked',
        reason: reason ?? null,
      })
    }
  })

  it('is the invalidity date when that is earlier', () => {
    const entries = [revokedEntry({ reason: 'keyCompromise', invalidSince: hours(-50) })]
    expect(check([crl({ entries })], hours(-20))).toMatchObject({ status: 'revoked', revokedAt: hours(-50) })
    expect(check([crl({ entries })], hours(-60))).toMatchObject({ status: 'good' })
    const answer = { status: 'revoked', revokedAt: hours(-5) } as const
    const extensions = [extension('2.5.29.24', generalizedTime(hours(-50)))]
    expect(check([ocsp({ ...answer, extensions })], hours(-20)).status).toBe('revoked')
  })

  it('of a suspension ends when newer evidence lifts it', () => {
    const held = ocsp({ status: 'revoked', revokedAt: hours(-50), reason: 'certificateHold', thisUpdate: hours(-10) })
    expect(check([held])).toMatchObject({ status: 'revoked', reason: 'certificateHold' })
    expect(check([held, crl()])).toMatchObject({ status: 'good', source: 'crl' })
    expect(check([crl({ thisUpdate: hours(-20) }), held])).toMatchObject({ status: 'revoked' })
    const lifted = crl({ entries: [revokedEntry({ reason: 'removeFromCRL' })] })
    expect(check([held, lifted])).toMatchObject({ status: 'good', revokedAt: null, reason: null })
  })

  it('of a suspension does not outlive its evidence', () => {
    const held = { status: 'revoked', revokedAt: hours(-50), reason: 'certificateHold' } as const
    expect(check([ocsp({ ...held, thisUpdate: hours(-40), nextUpdate: hours(-30) })])).toMatchObject({
      status: 'unknown',
      problems: ['ocsp_stale'],
    })
  })
})

it('is absent without evidence', () => {
  expect(check([])).toMatchObject({ status: 'unknown', source: null, evidence: null, problems: ['no_evidence'] })
})
