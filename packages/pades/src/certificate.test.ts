import { X509Certificate } from 'node:crypto'
import { element, nullElement, octetString, oid, sequence, setOf, smallInteger } from './cms/der.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestAuthority, generateTestKey, makeCertificate } from '@foja/testing/ca'
import type { NameStringType } from '@foja/testing/certificate-encoding'
import { parseCertificate, parseCertificates, signingProblems } from './certificate.ts'
import { PadesError } from './errors.ts'

const now = new Date('2026-03-01T12:00:00Z')
const day = 86_400_000
const authority = createTestAuthority({ now, keyType: 'p256' })
const problemsOf = (options: Parameters<typeof authority.issue>[0]) =>
  signingProblems(parseCertificate(authority.issue({ keyType: 'p256', ...options }).certificate), now)

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

/** A certificates-only PKCS#7 (RFC 5652 §5.1 with nothing signed), as published by authorities. */
const pkcs7 = (...certificates: Uint8Array[]) =>
  sequence(
    oid('1.2.840.113549.1.7.2'),
    element(
      0xa0,
      sequence(
        smallInteger(1),
        setOf([]),
        sequence(oid('1.2.840.113549.1.7.1')),
        element(0xa0, ...certificates),
        setOf([]),
      ),
    ),
  )

describe('parseCertificate', () => {
  it.each(['rsa2048', 'p256', 'p384', 'p521'] as const)('agrees with the platform about %s', (keyType) => {
    const { certificate: der } = authority.issue({
      commonName: 'María José Peña Ñandú',
      serialNumber: '1712345678',
      organizationalUnit: 'Centro de Mediación',
      email: 'maria@ejemplo.ec',
      keyType,
      ocspUrl: 'http://ocsp.ejemplo.ec',
      caIssuerUrl: 'http://aia.ejemplo.ec/ca.cer',
      crlUrl: 'http://crl.ejemplo.ec/ca.crl',
    })
    const certificate = parseCertificate(der)
    const reference = new X509Certificate(der)
    expect(certificate.serialNumber).toBe(reference.serialNumber)
    expect(certificate.fingerprint).toBe(reference.fingerprint256.replaceAll(':', '').toLowerCase())
    expect(certificate.notBefore).toEqual(reference.validFromDate)
    expect(certificate.notAfter).toEqual(reference.validToDate)
    expect(certificate.publicKey.equals(reference.publicKey)).toBe(true)
    expect(certificate.subject).toMatchObject({
      commonName: 'María José Peña Ñandú',
      serialNumber: '1712345678',
      country: 'EC',
      organizationalUnit: 'Centro de Mediación',
      email: 'maria@ejemplo.ec',
    })
    expect(certificate.keyUsage).toEqual(['digitalSignature', 'nonRepudiation'])
    expect(certificate).toMatchObject({
      isCa: false,
      ocspUrls: ['http://ocsp.ejemplo.ec'],
      caIssuerUrls: ['http://aia.ejemplo.ec/ca.cer'],
      crlUrls: ['http://crl.ejemplo.ec/ca.crl'],
    })
    expect(certificate.keyType).toBe(
      { rsa2048: 'RSA 2048', p256: 'EC P-256', p384: 'EC P-384', p521: 'EC P-521' }[keyType],
    )
  })

  it.each<NameStringType>(['utf8', 'bmp', 'teletex', 'printable'])('reads accents written as %s', (stringType) => {
    const { certificate } = authority.issue({ commonName: 'José Güell, Núñez', keyType: 'p256', stringType })
    const { subject } = parseCertificate(certificate)
    expect(subject.commonName).toBe('José Güell, Núñez')
    expect(subject.text).toContain('CN=José Güell\\, Núñez')
  })

  it('reads authorities, path lengths and key identifiers', () => {
    const intermediate = parseCertificate(authority.intermediate.certificate)
    const root = parseCertificate(authority.root.certificate)
    expect(intermediate).toMatchObject({ isCa: true, pathLength: 0, keyUsage: ['keyCertSign', 'cRLSign'] })
    expect(root).toMatchObject({ isCa: true, pathLength: null })
    expect(intermediate.authorityKeyId).toBe(root.subjectKeyId)
  })

  it('escapes as RFC 4514 requires', () => {
    const { certificate } = authority.issue({ commonName: ' #a+b"c;d<e>\\f ', keyType: 'p256' })
    expect(parseCertificate(certificate).subject.text).toBe(
      'CN=\\ #a\\+b\\"c\\;d\\<e\\>\\\\f\\ ,O=Entidad de Certificación de Pruebas,C=EC',
    )
  })

  it('reads dates after 2049', () => {
    const notAfter = new Date('2061-05-06T07:08:09Z')
    const { certificate } = authority.issue({ commonName: 'X', keyType: 'p256', notAfter })
    expect(parseCertificate(certificate).notAfter).toEqual(notAfter)
  })

  it('refuses damage with its own code, without hanging', () => {
    const { certificate: der } = authority.issue({ commonName: 'X', keyType: 'p256' })
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), fc.nat(der.length), (at, value, cut) => {
        const mutant = Uint8Array.from(der)
        mutant[at] = value
        for (const bytes of [mutant, der.subarray(0, cut)]) {
          try {
            parseCertificate(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(PadesError)
            expect(error).toMatchObject({ code: 'certificate_damaged' })
          }
        }
      }),
      { numRuns: 2000 },
    )
    expect(() => parseCertificate(Buffer.concat([der, Uint8Array.of(0)]))).toThrow('certificate_damaged')
    expect(() => parseCertificate(new Uint8Array(0))).toThrow('certificate_damaged')
  })
})

describe('parseCertificates', () => {
  const user = authority.issue({ commonName: 'X', keyType: 'p256' })
  const ders = [user.certificate, ...user.chain]
  const found = (bytes: Uint8Array) => parseCertificates(bytes).map(({ der }) => Buffer.from(der).toString('hex'))
  const expected = ders.map((der) => Buffer.from(der).toString('hex'))

  it('reads PEM bundles, DER, DER in a row and PKCS#7', () => {
    expect(found(Buffer.from(`comment\n${ders.map(pem).join('\nfriendly name: x\n')}`))).toEqual(expected)
    expect(found(Buffer.from(ders.map(pem).join('').replaceAll('\n', '\r\n')))).toEqual(expected)
    expect(found(user.certificate)).toEqual(expected.slice(0, 1))
    expect(found(Buffer.concat(ders))).toEqual(expected)
    expect(found(pkcs7(...ders))).toEqual(expected)
    const block = Buffer.from(pkcs7(...ders)).toString('base64')
    expect(found(Buffer.from(`-----BEGIN PKCS7-----\n${block}\n-----END PKCS7-----`))).toEqual(expected)
  })

  it('refuses files without a certificate', () => {
    for (const bytes of [
      new Uint8Array(0),
      Buffer.from('hello'),
      pkcs7(),
      octetString(Uint8Array.of(1)),
      nullElement(),
    ])
      expect(() => parseCertificates(bytes)).toThrow('certificate_damaged')
  })
})

describe('signingProblems', () => {
  it('finds none in a valid certificate, with or without key usage', () => {
    expect(problemsOf({ commonName: 'X' })).toEqual([])
    expect(problemsOf({ commonName: 'X', keyUsage: ['nonRepudiation'] })).toEqual([])
    expect(problemsOf({ commonName: 'X', keyUsage: null })).toEqual([])
    expect(problemsOf({ commonName: 'X', extendedKeyUsage: ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.1'] })).toEqual([])
  })

  it('checks the dates, both ends included', () => {
    const at = (offset: number) => new Date(now.getTime() + offset * day)
    expect(problemsOf({ commonName: 'X', notBefore: at(-9), notAfter: at(-1) })).toEqual(['certificate_expired'])
    expect(problemsOf({ commonName: 'X', notBefore: at(1), notAfter: at(9) })).toEqual(['certificate_not_yet_valid'])
    expect(problemsOf({ commonName: 'X', notBefore: now, notAfter: now })).toEqual([])
  })

  it.each([
    ['encryption only', { keyUsage: ['keyEncipherment', 'dataEncipherment'] }],
    ['an authority', { isCa: true, keyUsage: ['digitalSignature', 'keyCertSign'] }],
    ['a web server', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] }],
    ['a timestamp server', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.8'] }],
  ])('refuses %s', (_, options) => {
    expect(problemsOf({ commonName: 'X', ...options })).toEqual(['certificate_not_for_signing'])
  })

  it.each(['rsa1024', 'p192'] as const)('calls %s weak', (keyType) => {
    expect(problemsOf({ commonName: 'X', keyType })).toEqual(['certificate_weak_key'])
  })

  it('reads a self-signed certificate too', () => {
    const { certificate } = makeCertificate({ commonName: 'Yo', privateKey: generateTestKey('p384'), now })
    expect(signingProblems(parseCertificate(certificate), now)).toEqual([])
  })
})
