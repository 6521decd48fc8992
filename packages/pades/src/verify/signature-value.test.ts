import { createTestAuthority } from '@foja/testing/ca'
import { expect, it } from 'vitest'
import { parseCertificate } from '../certificate.ts'
import type { ParsedCms } from '../cms/parse.ts'
import { checkAlgorithms } from './signature-value.ts'

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
