import type { KeyObject } from 'node:crypto'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { octetString, oid, sequence, smallInteger } from '../cms/der.ts'
import { openP12InBrowser } from './open-p12.ts'
import { derOfRawSignature, importablePkcs8, readPrivateKey, readPublicKey } from './private-key.ts'

const passphrase = 'clave'
const authority = createTestAuthority({ keyType: 'p256' })
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const pkcs8Of = (key: KeyObject): Uint8Array => Uint8Array.from(key.export({ type: 'pkcs8', format: 'der' }))

/** The key as Java writes it: ECPrivateKey with version and scalar only. */
function withoutPublicHalf(key: KeyObject, curve: string): KeyObject {
  const read = readPrivateKey(pkcs8Of(key))
  if (read.kind !== 'ec') throw new Error('not an EC key')
  const inner = sequence(smallInteger(1), octetString(read.scalar))
  const pkcs8 = sequence(smallInteger(0), sequence(oid('1.2.840.10045.2.1'), oid(curve)), octetString(inner))
  return { export: () => Buffer.from(pkcs8) } as unknown as KeyObject
}

describe('EC keys without their public half', () => {
  it.each([
    ['p256', '1.2.840.10045.3.1.7'],
    ['p384', '1.3.132.0.34'],
  ] as const)('%s finds its certificate by trial', async (keyType, curve) => {
    const user = authority.issue({ commonName: 'María', keyType })
    const other = authority.issue({ commonName: 'Otra', keyType })
    const file = writeP12({
      certificate: user.certificate,
      privateKey: withoutPublicHalf(user.privateKey, curve),
      chain: [other.certificate, ...user.chain],
      passphrase,
    })
    const opened = await openP12InBrowser(file, passphrase)
    expect(opened.subject.commonName).toBe('María')
    const foreign = writeP12({ ...other, privateKey: withoutPublicHalf(user.privateKey, curve), passphrase })
    await expect(openP12InBrowser(foreign, passphrase)).rejects.toThrow('p12_no_matching_certificate')
  })
})

describe('keys that a page cannot sign with', () => {
  it.each([
    ['Ed448', generateKeyPairSync('ed448').privateKey],
    ['brainpoolP256r1', generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' }).privateKey],
    ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey],
  ])('%s is named as unsupported', async (_, privateKey) => {
    const file = writeP12({ ...authority.issue({ commonName: 'María', keyType: 'p256' }), privateKey, passphrase })
    await expect(openP12InBrowser(file, passphrase)).rejects.toThrow('p12_unsupported_algorithm')
  })

  it('reports Ed25519 as unsupported where WebCrypto lacks it', async () => {
    const file = writeP12({ ...authority.issue({ commonName: 'María', keyType: 'ed25519' }), passphrase })
    const unknown = new DOMException('Unrecognized algorithm name', 'NotSupportedError')
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    const older = vi
      .spyOn(crypto.subtle, 'importKey')
      .mockImplementation((...args) => (args[0] === 'pkcs8' ? Promise.reject(unknown) : importKey(...args)))
    try {
      await expect(openP12InBrowser(file, passphrase)).rejects.toThrow('p12_unsupported_algorithm')
    } finally {
      older.mockRestore()
    }
  })
})

describe('Ed25519', () => {
  it('finds its certificate by trial', async () => {
    const [user, other] = ['María', 'Otra'].map((commonName) => authority.issue({ commonName, keyType: 'ed25519' }))
    const chain = [other!.certificate, ...user!.chain]
    const opened = await openP12InBrowser(writeP12({ ...user!, chain, passphrase }), passphrase)
    expect([opened.subject.commonName, opened.keyType, opened.algorithm]).toEqual(['María', 'Ed25519', 'ed25519'])
    const foreign = writeP12({ ...other!, privateKey: user!.privateKey, passphrase })
    await expect(openP12InBrowser(foreign, passphrase)).rejects.toThrow('p12_no_matching_certificate')
  })
})

describe('importablePkcs8', () => {
  it('holds the same key in the plainest form', () => {
    for (const privateKey of [
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
      generateKeyPairSync('ed25519').privateKey,
    ]) {
      const pkcs8 = pkcs8Of(privateKey)
      const spki = Uint8Array.from(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }))
      const written = importablePkcs8(readPrivateKey(pkcs8), readPublicKey(spki))
      if (!written) throw new Error('nothing written')
      // Node writes that form
      expect(written).toEqual(pkcs8)
    }
  })
})

describe('derOfRawSignature', () => {
  it('writes each number in its shortest positive form', () => {
    expect(derOfRawSignature(hex('00010080'))).toEqual(hex('300702010102020080'))
    expect(derOfRawSignature(hex('7fff8000'))).toEqual(hex('300902027fff0203008000'))
  })
})
