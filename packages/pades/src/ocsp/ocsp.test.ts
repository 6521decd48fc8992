import { createTestAuthority } from '@foja/testing/ca'
import { signedParts } from '@foja/testing/pki-services-der'
import { makeBasicOcspResponse, makeOcspResponse, ocspRefusal, readOcspRequest } from '@foja/testing/pki-services-ocsp'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from '../certificate.ts'
import { element, octetString, oid, sequence, smallInteger } from '../cms/der.ts'
import { children, encodingOf, readNode } from '../cms/read-der.ts'
import { PadesError } from '../errors.ts'
import { ocspRequest } from './request.ts'
import { parseOcspResponse } from './response.ts'

const now = new Date('2026-06-15T12:00:00Z')
const authority = createTestAuthority({ keyType: 'p256', now })
const { intermediate } = authority
// a serial whose first bit is set needs a leading zero octet in DER and none in the text
const person = authority.issue({ commonName: 'Ana', keyType: 'p256', certificateSerial: Uint8Array.of(0xf0, 1, 2) })
const certificate = parseCertificate(person.certificate)
const issuer = parseCertificate(intermediate.certificate)
const answer = { serial: certificate.serialNumber, issuer: intermediate, status: 'good', thisUpdate: now } as const
const options = { answers: [answer], signer: intermediate, producedAt: now }

const codeOf = (read: () => unknown): unknown => {
  try {
    read()
  } catch (error) {
    return error instanceof PadesError ? [error.code, error.detail?.['reason']] : error
  }
  return null
}

describe('ocspRequest', () => {
  it('identifies the certificate by SHA-1 of its issuer, and contains the nonce', () => {
    const nonce = Uint8Array.of(1, 2, 3, 4)
    const question = readOcspRequest(ocspRequest({ certificate, issuer, nonce }))
    expect(question).toMatchObject({ hash: 'sha1', serial: 'F00102', nonce })
    expect(Buffer.from(question.keyHash).toString('hex')).toBe(issuer.subjectKeyId)
    expect(readOcspRequest(ocspRequest({ certificate, issuer })).nonce).toBeNull()
  })

  it('is small enough for a GET without a nonce (RFC 5019 §5: 255 octets in base64)', () => {
    expect(Buffer.from(ocspRequest({ certificate, issuer })).toString('base64').length).toBeLessThan(255)
  })
})

describe('parseOcspResponse', () => {
  it('reads every field', () => {
    const nonce = Uint8Array.of(9, 8, 7)
    const revoked = {
      ...answer,
      status: 'revoked',
      revokedAt: new Date('2026-01-02T03:04:05Z'),
      reason: 'superseded',
    } as const
    const der = makeOcspResponse({ ...options, nonce, answers: [{ ...answer, serial: '0A' }, revoked] })
    const response = parseOcspResponse(der)
    expect(response).toMatchObject({ kind: 'ocsp', producedAt: now, nonce, der, unusable: false })
    expect(response.certificates.map(({ fingerprint }) => fingerprint)).toEqual([issuer.fingerprint])
    expect(response.responses).toMatchObject([
      { status: 'good', serial: '0A', revokedAt: null, nextUpdate: null, hash: 'sha1' },
      { status: 'revoked', serial: 'F00102', revokedAt: revoked.revokedAt, reason: 'superseded' },
    ])
  })

  it('wraps a bare BasicOCSPResponse, for storage in a DSS', () => {
    const basic = makeBasicOcspResponse(options)
    const response = parseOcspResponse(basic)
    expect(parseOcspResponse(response.der)).toEqual(response)
    expect(Buffer.from(response.der).includes(Buffer.from(basic))).toBe(true)
  })

  it.each([
    [1, 'malformedRequest'],
    [2, 'internalError'],
    [3, 'tryLater'],
    [5, 'sigRequired'],
    [6, 'unauthorized'],
    [4, 'status 4'],
  ])('distinguishes the refusal %i', (status, reason) => {
    expect(codeOf(() => parseOcspResponse(ocspRefusal(status)))).toEqual(['revocation_refused', reason])
  })

  it('reads an unwrapped nonce, as older responders write it', () => {
    const raw = sequence(oid('1.3.6.1.5.5.7.48.1.2'), octetString(Uint8Array.of(0xff, 0xfe)))
    expect(parseOcspResponse(makeOcspResponse({ ...options, extensions: [raw] })).nonce).toEqual(
      Uint8Array.of(0xff, 0xfe),
    )
  })

  it('skips unreadable certificates', () => {
    const response = parseOcspResponse(
      makeOcspResponse({ ...options, certificates: [sequence(), intermediate.certificate] }),
    )
    expect(response.certificates).toHaveLength(1)
  })

  it('accepts an explicit version 1 only', () => {
    const withVersion = (version: number): Uint8Array => {
      const [data] = children(readNode(makeBasicOcspResponse(options)))
      const tbs = sequence(element(0xa0, smallInteger(version)), ...(data ? children(data).map(encodingOf) : []))
      return sequence(tbs, ...signedParts(tbs, intermediate.privateKey))
    }
    expect(parseOcspResponse(withVersion(0)).responses).toHaveLength(1)
    expect(() => parseOcspResponse(withVersion(1))).toThrow('revocation_damaged')
  })

  it.each([
    ['a page', Buffer.from('<html></html>')],
    ['nothing', new Uint8Array()],
    ['trailing bytes', Buffer.concat([makeOcspResponse(options), Buffer.of(0)])],
    [
      'another type of response',
      sequence(
        element(0x0a, Uint8Array.of(0)),
        element(0xa0, sequence(oid('1.2.3'), octetString(Uint8Array.of(5, 0)))),
      ),
    ],
    ['success without a response', ocspRefusal(0)],
    ['two megabytes', Buffer.alloc(2 << 20, 0x30)],
    ['thousands of answers', makeOcspResponse({ ...options, answers: Array.from({ length: 1001 }, () => answer) })],
  ])('refuses %s', (_, bytes) => {
    expect(() => parseOcspResponse(bytes)).toThrow('revocation_damaged')
  })
})
