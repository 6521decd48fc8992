import { constants, createHash, privateEncrypt } from 'node:crypto'
import { generateTestKey, makeCertificate } from '@foja/testing/ca'
import { describe, expect, it } from 'vitest'
import { isSignedBy } from './certificate-signature.ts'
import { parseCertificate } from './certificate.ts'
import { algorithmIdentifier, concatBytes, nullElement, octetString, sequence } from './cms/der.ts'
import { digestOids } from './cms/oids.ts'

const privateKey = generateTestKey('rsa2048')
const certificate = parseCertificate(makeCertificate({ commonName: 'AC', isCa: true, privateKey }).certificate)
const digest = createHash('sha256').update(certificate.tbs).digest()
const info = (algorithm: Uint8Array, value: Uint8Array = digest) => sequence(algorithm, octetString(value))
const withNull = algorithmIdentifier(digestOids.sha256, nullElement())
const without = algorithmIdentifier(digestOids.sha256)

/** The certificate with this PKCS #1 v1.5 payload as its issuer's signature. */
const signedAs = (encoded: Uint8Array) => ({
  ...certificate,
  signature: privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, encoded),
})
const isValid = (encoded: Uint8Array) => isSignedBy(signedAs(encoded), certificate.publicKey)

describe('isSignedBy with RSA PKCS #1 v1.5', () => {
  it('accepts a DigestInfo with the NULL parameters and without them (RFC 8017 appendix B.1)', () => {
    expect(isValid(info(withNull))).toBe(true)
    expect(isValid(info(without))).toBe(true)
  })

  it('refuses any other payload of the signature', () => {
    const wrong: Record<string, Uint8Array> = {
      'another digest': info(without, digest.toReversed()),
      'another algorithm': info(algorithmIdentifier(digestOids.sha512)),
      'bytes after it': concatBytes([info(without), Uint8Array.of(0)]),
      'bytes inside it': sequence(without, octetString(digest), nullElement()),
      'the bare digest': digest,
    }
    for (const [what, encoded] of Object.entries(wrong)) expect(isValid(encoded), what).toBe(false)
  })
})
