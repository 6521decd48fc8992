import { createHash, randomBytes } from 'node:crypto'
import { createTestAuthority, type TestCertificate, type TestKeyType } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { unknownExtension } from '@foja/testing/pki-services-crl'
import {
  makeTimestampToken,
  readTimestampRequest,
  timestampRefusal,
  timestampResponse,
  type TokenOptions,
} from '@foja/testing/pki-services-tsa'
import { describe, expect, it } from 'vitest'
import { concatBytes, octetString, oid, sequence } from '../cms/der.ts'
import { CmsError, parseCms } from '../cms/parse.ts'
import { children, contentOf, encodingOf, readNode } from '../cms/read-der.ts'
import { timestampRequest } from './request.ts'
import { readTimestampResponse } from './response.ts'
import { parseTimestampToken, timestampProblems } from './token.ts'

const now = new Date('2026-03-04T05:06:07.890Z')
const authority = createTestAuthority({ keyType: 'p256', now })
const timeStamping = '1.3.6.1.5.5.7.3.8'
const stamped = Buffer.from('valor de la firma')
const digestOf = (hash: string): Uint8Array => createHash(hash).update(stamped).digest()

type Usage = { purposes?: string[]; critical?: boolean; keyUsage?: string[]; notAfter?: Date }

function makeTsa(keyType: TestKeyType = 'p256', usage: Usage = {}): TestCertificate {
  const { purposes = [timeStamping], critical = true, keyUsage = ['digitalSignature'], notAfter } = usage
  const extensions = [encodeExtension('2.5.29.37', critical, sequence(...purposes.map(oid)))]
  return authority.issue({ commonName: 'Sello de Tiempo', keyType, keyUsage, extensions, notAfter })
}

const tsa = makeTsa()

const tokenWith = (options: Partial<TokenOptions> = {}): Uint8Array =>
  makeTimestampToken({ tsa, genTime: now, imprint: { hash: 'sha256', digest: digestOf('sha256') }, ...options })

const problemsOf = (options: Partial<TokenOptions>) =>
  timestampProblems(parseTimestampToken(tokenWith(options)), { stamped })

describe('timestampRequest', () => {
  it('follows RFC 3161 §2.4.1 octet by octet', () => {
    const digest = new Uint8Array(32).fill(0xab)
    const request = timestampRequest({ digest, hash: 'sha256', nonce: Uint8Array.of(0, 0x80, 1), policy: '1.2.3.4' })
    const octets = [
      '3041', // TimeStampReq
      '020101', // version 1
      '302f', // messageImprint: SHA-256 without parameters, 32 octets
      '300b0609608648016503040201',
      `0420${'ab'.repeat(32)}`,
      '06032a0304', // reqPolicy
      '0203008001', // nonce, a positive number
      '0101ff', // certReq
    ]
    expect(Buffer.from(request).toString('hex')).toBe(octets.join(''))
  })

  it('is understood by the authority', () => {
    const request = timestampRequest({ digest: digestOf('sha512'), hash: 'sha512', nonce: Uint8Array.of(1, 2, 3) })
    expect(readTimestampRequest(request)).toMatchObject({ hash: 'sha512', certReq: true, policy: undefined })
  })
})

describe('readTimestampResponse', () => {
  it('reads a grant and refusals', () => {
    const token = tokenWith()
    expect(readTimestampResponse(timestampResponse(token))).toEqual({ status: 0, statusText: null, failure: [], token })
    expect(readTimestampResponse(timestampRefusal('No\u0000 se\nadmite', 15))).toEqual({
      status: 2,
      statusText: 'No se admite',
      failure: ['unacceptedPolicy'],
      token: null,
    })
    expect(readTimestampResponse(timestampRefusal('x', 25)).failure).toEqual(['systemFailure'])
  })

  it.each([
    ['a page', Buffer.from('<html></html>')],
    ['nothing', new Uint8Array()],
    ['a bare token', tokenWith()],
    ['trailing bytes', Buffer.concat([timestampResponse(tokenWith()), Buffer.of(0)])],
    ['too much', Buffer.alloc(2 << 20, 0x30)],
  ])('refuses %s', (_, bytes) => {
    expect(() => readTimestampResponse(bytes)).toThrow('timestamp_damaged')
  })
})

describe('parseTimestampToken', () => {
  it('reads time, accuracy, nonce, serial and policy', () => {
    const nonce = Uint8Array.of(0x80, 1, 2)
    const accuracy = { seconds: 1, millis: 500, micros: 250 }
    const token = parseTimestampToken(tokenWith({ nonce, accuracy, fraction: true, policy: '1.2.3.4.5' }))
    expect(token).toMatchObject({ genTime: now, accuracyMs: 1500.25, policy: '1.2.3.4.5', hash: 'sha256' })
    expect(token.nonce).toEqual(nonce)
    expect(token.serial).toMatch(/^11[0-9A-F]{14}$/)
    expect(token.tsa?.subject.commonName).toBe('Sello de Tiempo')
    expect(parseTimestampToken(tokenWith()).accuracyMs).toBeNull()
  })

  it('stops at the padding of /Contents', () => {
    const der = tokenWith()
    expect(parseTimestampToken(Buffer.concat([der, Buffer.alloc(100)])).der).toHaveLength(der.length)
    expect(() => parseTimestampToken(Buffer.concat([der, Buffer.of(0, 1)]))).toThrow('timestamp_damaged')
  })

  it('confuses neither signatures with timestamps nor the reverse', () => {
    expect(() => parseTimestampToken(tokenWith({ contentType: '1.2.840.113549.1.7.1' }))).toThrow('timestamp_damaged')
    expect(() => parseCms(tokenWith())).toThrow(new CmsError('cms_embedded_content'))
    expect(() => parseCms(tokenWith({ contentType: '1.2.840.113549.1.7.1' }))).toThrow('cms_embedded_content')
  })
})

/**
 * The same token as written by BER writers: indefinite lengths, and the content in two pieces (X.690 §8.1.3.6, §8.7.3).
 */
function asBer(der: Uint8Array): Uint8Array {
  const open = (tag: number, ...contents: Uint8Array[]): Uint8Array =>
    concatBytes([Uint8Array.of(tag, 0x80), ...contents, Uint8Array.of(0, 0)])
  const inside = (bytes: Uint8Array | undefined): Uint8Array[] =>
    bytes ? children(readNode(bytes)).map((node) => encodingOf(node)) : []
  const [signedDataOid, wrapped] = inside(der)
  const [version, digests, content, ...rest] = inside(inside(wrapped)[0])
  const [type, explicit] = inside(content)
  const info = contentOf(readNode(inside(explicit)[0] ?? new Uint8Array()))
  const pieces = open(0x24, octetString(info.subarray(0, 20)), octetString(info.subarray(20)))
  const parts = [
    version,
    digests,
    open(0x30, ...[type].filter((part) => part !== undefined), open(0xa0, pieces)),
    ...rest,
  ]
  const present = [signedDataOid, open(0xa0, open(0x30, ...parts.filter((part) => part !== undefined)))]
  return open(0x30, ...present.filter((part) => part !== undefined))
}

describe('a token in BER', () => {
  it('is valid, with the right end', () => {
    const ber = asBer(tokenWith())
    const token = parseTimestampToken(Buffer.concat([ber, Buffer.alloc(50)]))
    expect(timestampProblems(token, { stamped })).toEqual([])
    expect(Buffer.from(token.der).equals(ber)).toBe(true)
  })
})

describe('timestampProblems', () => {
  it.each<[TestKeyType, Partial<TokenOptions>]>([
    ['p256', {}],
    ['p384', { hash: 'sha384' }],
    ['p521', { hash: 'sha512' }],
    ['rsa2048', { signingCertificate: 'v1' }],
    ['rsa3072', { hash: 'sha512', signingCertificate: 'v1', plainRsa: true }],
    ['rsa2048', { imprint: { hash: 'sha512', digest: digestOf('sha512') } }],
  ])('finds none with %s %o', (keyType, options) => {
    const nonce = randomBytes(12)
    const token = parseTimestampToken(tokenWith({ tsa: makeTsa(keyType), nonce, ...options }))
    expect(timestampProblems(token, { stamped, nonce })).toEqual([])
    expect(timestampProblems(token, { stamped: [stamped.subarray(0, 3), stamped.subarray(3)], nonce })).toEqual([])
  })

  it('detects another imprint and another nonce', () => {
    const token = parseTimestampToken(tokenWith({ nonce: Uint8Array.of(1, 2) }))
    expect(timestampProblems(token, { stamped: Buffer.from('otra') })).toEqual(['imprint_mismatch'])
    expect(timestampProblems(token, { stamped, nonce: Uint8Array.of(1, 3) })).toEqual(['nonce_mismatch'])
    expect(timestampProblems(token, { stamped, nonce: Uint8Array.of(0, 0, 1, 2) })).toEqual([])
    const silent = parseTimestampToken(tokenWith())
    expect(timestampProblems(silent, { stamped, nonce: Uint8Array.of(1) })).toEqual(['nonce_mismatch'])
  })

  it.each<[string, Usage]>([
    ['another purpose', { purposes: ['1.3.6.1.5.5.7.3.4'] }],
    ['a second purpose', { purposes: [timeStamping, '1.3.6.1.5.5.7.3.4'] }],
    ['a purpose that is not critical', { critical: false }],
    ['a key for encryption', { keyUsage: ['keyEncipherment'] }],
  ])('detects that a certificate with %s is not for timestamps', (_, usage) => {
    expect(problemsOf({ tsa: makeTsa('p256', usage) })).toEqual(['not_a_tsa'])
  })

  it('detects a person’s certificate, and an expired one', () => {
    expect(problemsOf({ tsa: authority.issue({ commonName: 'Ana', keyType: 'p256' }) })).toEqual(['not_a_tsa'])
    const expired = makeTsa('p256', { notAfter: new Date('2026-03-01T00:00:00Z') })
    expect(problemsOf({ tsa: expired })).toEqual(['tsa_not_valid_then'])
  })

  it('detects a forged signature and changed contents', () => {
    const stranger = makeTsa()
    expect(problemsOf({ tsa: { ...tsa, privateKey: stranger.privateKey } })).toEqual(['bad_signature'])
    const der = Uint8Array.from(tokenWith())
    const time = Buffer.from(der).indexOf('20260304050607Z')
    der[time + 3] = 0x37
    expect(timestampProblems(parseTimestampToken(der), { stamped })).toEqual(['bad_signature'])
  })

  it('detects missing and contradictory attributes', () => {
    expect(problemsOf({ signingCertificate: 'none' })).toEqual(['signing_certificate_missing'])
    expect(problemsOf({ signingCertificate: 'of_another' })).toEqual(['signing_certificate_mismatch'])
    expect(problemsOf({ withoutCertificates: true })).toEqual(['tsa_certificate_missing'])
    expect(problemsOf({ extensions: [unknownExtension(true)] })).toEqual(['unknown_critical_extension'])
    expect(problemsOf({ extensions: [unknownExtension(false)] })).toEqual([])
  })

  it('reports weak algorithms', () => {
    expect(problemsOf({ imprint: { hash: 'sha1', digest: digestOf('sha1') } })).toEqual(['weak_algorithm'])
    expect(problemsOf({ tsa: makeTsa('rsa1024') })).toEqual(['weak_algorithm'])
  })
})
