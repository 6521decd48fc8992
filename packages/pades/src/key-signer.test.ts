import { createHash, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import { parseCertificate } from './certificate.ts'
import { keySigner } from './key-signer.ts'

const authority = createTestAuthority({ keyType: 'p256' })

function openedKey(keyType: 'rsa2048' | 'rsa4096' | 'p256' | 'p384') {
  const { privateKey, certificate, chain } = authority.issue({ commonName: 'X', keyType })
  return { privateKey, certificate: parseCertificate(certificate), chain: chain.map(parseCertificate) }
}

describe('keySigner', () => {
  it.each(['rsa2048', 'rsa4096', 'p256', 'p384'] as const)('signs with %s and each digest', async (keyType) => {
    const key = openedKey(keyType)
    const signer = keySigner(key)
    expect(signer.algorithm).toBe(keyType.startsWith('rsa') ? 'rsa-pkcs1' : 'ecdsa')
    expect(signer.chain).toHaveLength(2)
    const attributes = Buffer.from('signed attributes')
    for (const hash of ['sha256', 'sha384', 'sha512'] as const) {
      const digest = createHash(hash).update(attributes).digest()
      const signature = await signer.signDigest(digest, hash, attributes)
      expect(verify(hash, attributes, key.certificate.publicKey, signature)).toBe(true)
    }
  })

  it('refuses a digest of other data', async () => {
    const digest = createHash('sha256').update('other').digest()
    await expect(keySigner(openedKey('p256')).signDigest(digest, 'sha256', Buffer.from('this'))).rejects.toMatchObject({
      code: 'signature_mismatch',
    })
  })
})
