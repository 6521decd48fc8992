import { spawnSync } from 'node:child_process'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAuthority, generateTestKey } from '@foja/testing/ca'
import type { TestCertificate, TestKeyType } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { trustIn } from '@foja/testing/revocation-lists'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { type Certificate, parseCertificate } from './certificate.ts'
import { octetString, oid, sequence, smallInteger } from './cms/der.ts'
import type { SignatureAlgorithm } from './cms/oids.ts'
import { Oid } from './cms/oids.ts'
import { parseCms } from './cms/parse.ts'
import { children, encodingOf, readNode, readOctets } from './cms/read-der.ts'
import { PadesError } from './errors.ts'
import { keySigner } from './key-signer.ts'
import { openP12 } from './open-p12.ts'
import { sign, type SignOptions } from './sign.ts'
import type { Signer } from './signer.ts'
import { verify } from './verify.ts'
import { cmsOf, lastGap } from './verify/testing/signing.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const root = parseCertificate(authority.root.certificate)
const passphrase = 'clave'
const facts: SignOptions = { signingTime: new Date() }

const open = (user: TestCertificate) => openP12(writeP12({ ...user, passphrase }), passphrase)

/** Runs openssl on files of these names and contents. */
function openssl(args: string[], files: Record<string, Uint8Array | string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pades-key-'))
  try {
    for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents)
    const { stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8', cwd: folder })
    return `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`

/**
 * openssl's result for the last signature of a file. Before 3.2 its `cms` has no Ed25519, so that is verified
 * separately.
 */
function opensslVerdict(pdf: Uint8Array, { publicKeyDer, keyType }: Certificate): string {
  const cms = parseCms(cmsOf(pdf))
  if (keyType === 'Ed25519') {
    const files = { key: pem('PUBLIC KEY', publicKeyDer), value: cms.signature, attributes: cms.signedAttributes[0]! }
    const args = 'pkeyutl -verify -rawin -pubin -inkey key -sigfile value -in attributes'
    return openssl(args.split(' '), files).replace('Signature Verified Successfully', 'Verification successful')
  }
  const { start, end, rest } = lastGap(pdf)
  const covered = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)])
  const args = 'cms -verify -cades -binary -inform DER -purpose any -in cms -content covered -CAfile root -out out'
  return openssl(args.split(' '), { cms: cmsOf(pdf), covered, root: pem('CERTIFICATE', root.der) })
}

async function expectAccepted(signer: Signer, options: Partial<SignOptions> = {}) {
  const { pdf } = await sign(makePdf(), signer, { ...facts, ...options })
  expect(verify(pdf, trustIn(authority)).summary).toBe('valid')
  if (hasValidator('openssl')) expect(opensslVerdict(pdf, signer.certificate)).toContain('Verification successful')
  return { pdf, cms: parseCms(cmsOf(pdf)) }
}

/** The same RSA key under another identifier: PKCS#8 with rsaEncryption or id-RSASSA-PSS. */
function renamed(key: KeyObject, identifier: string): KeyObject {
  const [, , wrapped] = children(readNode(key.export({ type: 'pkcs8', format: 'der' })))
  const pkcs8 = sequence(smallInteger(0), sequence(oid(identifier)), octetString(readOctets(wrapped)))
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
}

describe('signing with every kind of key from a .p12', () => {
  it.each<[TestKeyType, SignatureAlgorithm, hash: string]>([
    ['rsa2048', 'rsa-pkcs1', 'sha256'],
    ['rsa-pss', 'rsa-pss', 'sha256'],
    ['rsa-pss-sha256', 'rsa-pss', 'sha256'],
    ['rsa-pss-sha384', 'rsa-pss', 'sha384'],
    ['ed25519', 'ed25519', 'sha512'],
    ['brainpoolP256r1', 'ecdsa', 'sha256'],
    ['brainpoolP384r1', 'ecdsa', 'sha256'],
    ['brainpoolP512r1', 'ecdsa', 'sha256'],
  ])('%s: %s with %s, accepted by us and by openssl', async (keyType, algorithm, hash) => {
    const signer = keySigner(open(authority.issue({ commonName: 'Ana', keyType })))
    expect(signer.algorithm).toBe(algorithm)
    const { cms } = await expectAccepted(signer)
    expect(cms.digestAlgorithm).toBe(hash)
  })

  it('uses RSASSA-PSS with an ordinary RSA key on request', async () => {
    const signer = keySigner(open(authority.issue({ commonName: 'Ana' })), { pss: true })
    expect(signer.algorithm).toBe('rsa-pss')
    for (const hash of ['sha256', 'sha384', 'sha512'] as const) {
      const { pdf, cms } = await expectAccepted(signer, { hash })
      // its NSS supports RSASSA-PSS, but no keys restricted to it, no Ed25519 and no brainpool curves
      const judged = runValidator('pdfsig', ['-nocert'], pdf)
      if (judged) expect(judged.output).toContain('Signature Validation: Signature is Valid.')
      expect(cms.signatureAlgorithm.oid).toBe(Oid.rsaPss)
      const [digest, mask, salt] = children(readNode(cms.signatureAlgorithm.parameters!)).map(
        (field) => children(field)[0]!,
      )
      expect(encodingOf(children(mask!)[1]!)).toEqual(encodingOf(digest!))
      expect(salt!.bytes[salt!.contentStart]).toBe({ sha256: 32, sha384: 48, sha512: 64 }[hash])
    }
  })

  it('pairs a certificate for RSASSA-PSS with a key named rsaEncryption, and the reverse', async () => {
    const plain = generateTestKey('rsa2048')
    const restricted = renamed(plain, Oid.rsaPss)
    for (const [inCertificate, inFile] of [
      [restricted, plain],
      [plain, restricted],
    ] as const) {
      const user = authority.issue({ commonName: 'Ana', privateKey: inCertificate })
      const signer = keySigner(open({ ...user, privateKey: inFile }))
      expect(signer.algorithm).toBe('rsa-pss')
      await expectAccepted(signer)
    }
  })

  it('uses the digest that the key requires, overriding the option', async () => {
    const signer = keySigner(open(authority.issue({ commonName: 'Ana', keyType: 'ed25519' })))
    const { cms } = await expectAccepted(signer, { hash: 'sha256' })
    expect(cms.digestAlgorithm).toBe('sha512')
  })

  it('refuses a field that requires another digest', async () => {
    const signer = keySigner(open(authority.issue({ commonName: 'Ana', keyType: 'rsa-pss-sha384' })))
    const seeded = (hash: string, flags: number) =>
      makePdf({
        form: 'direct',
        emptyField: {
          name: 'Firma',
          rect: [0, 0, 0, 0],
          seed: `<< /Type /SV /DigestMethod [(${hash})] /Ff ${flags} >>`,
        },
      })
    const signing = (pdf: Uint8Array) => sign(pdf, signer, { ...facts, fieldName: 'Firma' })
    await expect(signing(seeded('SHA256', 64))).rejects.toMatchObject({ detail: { key: 'DigestMethod' } })
    for (const pdf of [seeded('SHA384', 64), seeded('SHA256', 0)]) {
      const signed = await signing(pdf)
      expect(parseCms(cmsOf(signed.pdf)).digestAlgorithm).toBe('sha384')
    }
  })

  it('refuses Ed448 by name', () => {
    const key = open(authority.issue({ commonName: 'Ana', keyType: 'ed448' }))
    expect(() => keySigner(key)).toThrow(new PadesError('p12_unsupported_algorithm', { key: 'ed448' }))
  })
})
