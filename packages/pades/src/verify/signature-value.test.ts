import { generateKeyPairSync, sign } from 'node:crypto'
import { createTestAuthority } from '@foja/testing/ca'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from '../certificate.ts'
import { element, oid, sequence } from '../cms/der.ts'
import { digestOf } from '../cms/digest.ts'
import { ecdsaSignatureOids, Oid, rsaSignatureOids } from '../cms/oids.ts'
import type { ParsedCms } from '../cms/parse.ts'
import type { Finding } from './report.ts'
import { checkAlgorithms, checkDigest, checkForm, checkSignatureValue, integrityOf } from './signature-value.ts'
import { issue } from './testing/certificates.ts'
import { ana, intermediate, luis } from './testing/signing.ts'
import { bytesOf } from './testing/tiny-pdf.ts'

const certificateOf = (keyType: 'rsa1024' | 'rsa2048' | 'p256') =>
  parseCertificate(createTestAuthority({ keyType: 'p256' }).issue({ commonName: 'Ana', keyType }).certificate)
const signedWith = (digestAlgorithm: string) => ({ digestAlgorithm }) as ParsedCms

const weak = (warning: string) => ({
  indication: 'INDETERMINATE',
  subindication: 'CRYPTO_CONSTRAINTS_FAILURE',
  warning,
})

it.each(['md5', 'sha1'])('a signature over %s proves nothing', (digest) => {
  expect(checkAlgorithms(signedWith(digest), certificateOf('p256'))).toEqual([weak(`weak_digest_${digest}`)])
})

it('a signature by a short key proves nothing, and each reason is reported', () => {
  const findings = checkAlgorithms(signedWith('sha1'), certificateOf('rsa1024'))
  expect(findings).toEqual([weak('weak_digest_sha1'), weak('weak_key')])
})

it.each(['sha256', 'sha384', 'sha512'])('a signature over %s by a current key is valid', (digest) => {
  for (const keyType of ['rsa2048', 'p256'] as const) {
    expect(checkAlgorithms(signedWith(digest), certificateOf(keyType))).toEqual([])
  }
})

const covered = [bytesOf('the first part'), bytesOf('and the second')]
const failure = { indication: 'TOTAL_FAILED', subindication: 'SIG_CRYPTO_FAILURE' }
const unsupported = (warning: string) => ({ indication: 'INDETERMINATE', subindication: 'GENERIC', warning })

describe('the digest of the document', () => {
  const digest = digestOf('sha256', covered)
  const check = (digestAlgorithm: string, messageDigest: Uint8Array | null) =>
    checkDigest({ digestAlgorithm, messageDigest } as ParsedCms, covered)

  it('must be that of the covered bytes', () => {
    expect(check('sha256', digest)).toBeNull()
    const other = digestOf('sha256', [covered[0]!])
    expect(check('sha256', other)).toEqual({ indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' })
  })

  it('is not needed without signed attributes, and undecided by an unknown algorithm', () => {
    expect(check('sha256', null)).toBeNull()
    expect(check('1.2.3', digest)).toEqual(unsupported('digest_unsupported'))
  })
})

describe('the value of a signature', () => {
  const attributes = Uint8Array.of(0x31, 2, 5, 0)
  const eva = issue({ name: 'Eva', issuer: intermediate, privateKey: generateKeyPairSync('ed25519').privateKey })
  const ecdsa = { oid: ecdsaSignatureOids.sha256, parameters: null }
  const value = (message: Uint8Array, by = ana) => sign(by === eva ? null : 'sha256', message, by.privateKey)
  const right = {
    digestAlgorithm: 'sha256',
    signatureAlgorithm: ecdsa,
    signedAttributes: [attributes],
    algorithmProtection: null,
    signature: value(attributes),
  }
  const check = (change: Partial<ParsedCms>, parts = covered, by = ana) =>
    checkSignatureValue({ ...right, ...change } as ParsedCms, by.certificate, parts)

  it('is by the key of the signer over the attributes', () => {
    expect(check({})).toBeNull()
    expect(check({ signature: value(Uint8Array.of(0x31, 0)) })).toEqual(failure)
    expect(check({}, covered, issue({ name: 'Otra' }))).toEqual(failure)
    expect(check({ signature: value(Buffer.concat(covered)) })).toEqual(failure)
  })

  it('is over one of the encodings of the attributes', () => {
    expect(check({ signedAttributes: [Uint8Array.of(0x31, 0), attributes] })).toBeNull()
  })

  it('is over the document without attributes', () => {
    const signature = value(Buffer.concat(covered))
    expect(check({ signedAttributes: [], signature })).toBeNull()
    expect(check({ signedAttributes: [] })).toEqual(failure)
  })

  it('is none over a document that begins like attributes', () => {
    const like = [attributes, bytesOf('rest')]
    const signature = value(Buffer.concat(like))
    const disguised = { ...failure, warning: 'attributes_as_document' }
    expect(check({ signedAttributes: [], signature }, like)).toEqual(disguised)
    expect(check({}, like)).toBeNull()
    for (const parts of [
      [bytesOf('a1'), attributes],
      [Uint8Array.of(0x25, 0x31), bytesOf('rest')],
    ]) {
      expect(check({ signedAttributes: [], signature: value(Buffer.concat(parts)) }, parts)).toBeNull()
    }
  })

  it.each<[string, Partial<ParsedCms>]>([
    ['the digest of the algorithm', { digestAlgorithm: 'sha512' }],
    ['the protected digest', { algorithmProtection: { digest: 'sha512', signature: null } }],
    ['the protected digest', { algorithmProtection: { digest: 'sha512', signature: ecdsa.oid } }],
    ['the protected algorithm', { algorithmProtection: { digest: 'sha256', signature: ecdsaSignatureOids.sha512 } }],
  ])('is none where %s is another', (_, change) => {
    expect(check(change)).toEqual({ ...failure, warning: 'algorithms_disagree' })
  })

  it.each([ecdsa.oid, null])('may be protected by its algorithm and digest (%s)', (signature) => {
    expect(check({ algorithmProtection: { digest: 'sha256', signature } })).toBeNull()
  })

  it('is none by the algorithm of another key', () => {
    const rsa = { oid: rsaSignatureOids.sha256, parameters: null }
    expect(check({ signatureAlgorithm: rsa })).toEqual({ ...failure, warning: 'signature_algorithm_of_another_key' })
    expect(check({ signatureAlgorithm: rsa, signature: value(attributes, luis) }, covered, luis)).toBeNull()
  })

  it('may be by an algorithm that names no digest', () => {
    const signatureAlgorithm = { oid: '1.3.101.112', parameters: null }
    const signature = value(attributes, eva)
    expect(check({ signatureAlgorithm, signature, digestAlgorithm: 'sha512' }, covered, eva)).toBeNull()
    expect(check({ signatureAlgorithm, digestAlgorithm: 'sha512' }, covered, eva)).toEqual(failure)
  })

  const pss = (parameters: Uint8Array) => ({ oid: Oid.rsaPss, parameters })
  it.each<[string, Partial<ParsedCms>, string]>([
    ['an unknown digest', { digestAlgorithm: '1.2.3' }, 'digest_unsupported'],
    [
      'an unknown algorithm',
      { signatureAlgorithm: { oid: '1.2.3', parameters: null } },
      'signature_algorithm_unsupported',
    ],
    [
      'parameters with an unknown digest',
      { signatureAlgorithm: pss(sequence(element(0xa0, sequence(oid('1.2.3'))))) },
      'signature_algorithm_unsupported',
    ],
    ['malformed parameters', { signatureAlgorithm: pss(Uint8Array.of(0x30, 9)) }, 'signature_algorithm_unsupported'],
  ])('is undecided with %s', (_, change, warning) => {
    expect(check(change, covered, luis)).toEqual(unsupported(warning))
  })

  it('does not hide a failure of the program itself', () => {
    const signatureAlgorithm = {
      oid: ecdsa.oid,
      get parameters(): never {
        throw new TypeError('a defect')
      },
    }
    expect(() => check({ signatureAlgorithm })).toThrow('a defect')
  })
})

const failed: Finding = { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' }
const open: Finding = { indication: 'INDETERMINATE', subindication: 'GENERIC' }

it.each<[string, (Finding | null)[]]>([
  ['intact', [null, null]],
  ['not_checked', [open, null]],
  ['not_checked', [null, open]],
  ['broken', [failed, null]],
  ['broken', [open, failed]],
  ['broken', [failed, failed]],
])('the document is %s', (integrity, findings) => {
  expect(integrityOf(findings)).toBe(integrity)
})

it.each([
  [false, true, []],
  [true, true, ['cms_trailing_data']],
  [false, false, ['cms_digest_not_listed']],
  [true, false, ['cms_trailing_data', 'cms_digest_not_listed']],
])('deviations in the form are reported (trailing data %s, digest listed %s)', (hasTrailingData, digestListed, odd) => {
  expect(checkForm({ hasTrailingData, digestListed } as ParsedCms)).toEqual(
    odd.map((warning) => ({ indication: 'INDETERMINATE', subindication: 'FORMAT_FAILURE', warning })),
  )
})
