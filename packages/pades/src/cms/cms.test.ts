import { execFileSync } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issue } from '../verify/testing/certificates.ts'
import { hasTool } from '../verify/testing/tools.ts'
import { signedAttributes, signedData } from './build.ts'
import { oid } from './der.ts'
import type { SigningHash } from './oids.ts'
import { parseCms } from './parse.ts'
import { readNode, readOid } from './read-der.ts'

const root = issue({ name: 'Raíz de prueba', ca: true, key: 'rsa' })
const content = Buffer.from('los bytes que cubre el ByteRange')

function build(key: 'rsa' | 'ec', hash: SigningHash) {
  const identity = issue({ name: 'Ana Torres', issuer: root, key })
  const contentDigest = createHash(hash).update(content).digest()
  const attributes = signedAttributes({ contentDigest, certificate: identity.certificate, hash })
  const signature = sign(hash, attributes, identity.privateKey)
  const algorithm = key === 'rsa' ? ('rsa-pkcs1' as const) : ('ecdsa' as const)
  const { certificate, chain } = identity
  return {
    identity,
    contentDigest,
    cms: signedData({ signedAttributes: attributes, signature, certificate, chain, hash, algorithm }),
  }
}

describe('object identifiers', () => {
  it.each(['1.2.840.113549.1.7.2', '2.16.840.1.101.3.4.2.1', '2.999.3', '1.3.101.112'])('%s survives', (dotted) => {
    expect(readOid(readNode(oid(dotted)))).toBe(dotted)
  })
})

describe.each([
  ['rsa', 'sha256'],
  ['rsa', 'sha512'],
  ['ec', 'sha256'],
  ['ec', 'sha384'],
] as const)('CMS of %s with %s', (key, hash) => {
  const { identity, contentDigest, cms } = build(key, hash)

  it('reads back what was built', () => {
    const parsed = parseCms(cms)
    expect(parsed.messageDigest).toEqual(Uint8Array.from(contentDigest))
    expect(parsed.digestAlgorithm).toBe(hash)
    expect(parsed.certificates).toHaveLength(2)
    expect(parsed.signingTime).toBeNull()
    expect(parsed.signingCertificate?.hash).toBe(hash)
    expect(parsed.signedAttributes).toHaveLength(1)
  })

  it.runIf(hasTool('openssl'))('is accepted by openssl cms', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pades-cms-'))
    try {
      writeFileSync(join(folder, 'cms.der'), cms)
      writeFileSync(join(folder, 'content'), content)
      const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.certificate.der).toString('base64')}\n-----END CERTIFICATE-----\n`
      writeFileSync(join(folder, 'root.pem'), pem)
      const files = [
        '-in',
        join(folder, 'cms.der'),
        '-content',
        join(folder, 'content'),
        '-CAfile',
        join(folder, 'root.pem'),
      ]
      const args = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-purpose', 'any', ...files]
      expect(execFileSync('openssl', args, { stdio: 'pipe' })).toEqual(content)
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(identity.certificate.subject.commonName).toBe('Ana Torres')
  })
})
