import type { KeyObject } from 'node:crypto'
import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestAuthority, generateTestKey, makeCertificate } from '@foja/testing/ca'
import type { P12Variant } from '@foja/testing/p12'
import { p12Variants, writeCertificateAndKey, writeP12 } from '@foja/testing/p12'
import { parseCertificate } from '../certificate.ts'
import { signedAttributes } from '../cms/build.ts'
import type { SigningHash } from '../cms/oids.ts'
import type { PadesErrorCode } from '../errors.ts'
import { PadesError } from '../errors.ts'
import { openP12 } from '../open-p12.ts'
import { type BrowserKey, openCertificateAndKeyInBrowser, openP12InBrowser } from './open-p12.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const user = authority.issue({ commonName: 'María Peña', serialNumber: '1712345678', keyType: 'rsa2048' })
const passphrase = 'Clave-Secreta-1'
const contentDigest = { sha256: new Uint8Array(32).fill(7), sha384: new Uint8Array(48), sha512: new Uint8Array(64) }

async function codeOf(action: Promise<unknown>): Promise<PadesErrorCode | 'opened'> {
  try {
    await action
    return 'opened'
  } catch (error) {
    if (error instanceof PadesError) return error.code
    throw error
  }
}

const attributesFor = (key: BrowserKey, hash: SigningHash): Uint8Array =>
  signedAttributes({ contentDigest: contentDigest[hash], certificate: parseCertificate(key.certificate), hash })

/** Signs with the page's key and verifies with node:crypto under the original public key. */
async function signsAs(key: BrowserKey, privateKey: KeyObject, hash: SigningHash = 'sha256'): Promise<boolean> {
  const attributes = attributesFor(key, hash)
  return verify(hash, attributes, createPublicKey(privateKey), await key.sign(attributes, hash))
}

async function expectUser(key: BrowserKey) {
  expect(key.subject.commonName).toBe('María Peña')
  expect(key.subject.serialNumber).toBe('1712345678')
  expect(key.certificate).toEqual(Uint8Array.from(user.certificate))
  expect(key.chain).toEqual(user.chain.map((der) => Uint8Array.from(der)))
  expect(await signsAs(key, user.privateKey)).toBe(true)
}

const refused: Partial<Record<P12Variant, PadesErrorCode>> = {
  'no-key': 'p12_no_private_key',
  'no-certificate': 'p12_no_matching_certificate',
  'unsupported-cipher': 'p12_unsupported_algorithm',
}

describe('openP12InBrowser', () => {
  it.each(Object.keys(p12Variants) as P12Variant[])('%s: right and wrong passphrase', async (variant) => {
    const file = writeP12({ ...user, passphrase, variant })
    const expected = refused[variant]
    if (expected) expect(await codeOf(openP12InBrowser(file, passphrase))).toBe(expected)
    else await expectUser(await openP12InBrowser(file, passphrase))
    const wrongs = variant === 'many-iterations' ? ['x'] : ['Clave-Secreta-2', '', 'clave-secreta-1']
    for (const wrong of wrongs) expect(await codeOf(openP12InBrowser(file, wrong))).toBe('p12_wrong_passphrase')
  })

  it.each(['rsa2048', 'rsa4096', 'p256', 'p384', 'p521'] as const)('signs with %s keys', async (keyType) => {
    const other = authority.issue({ commonName: 'Otra', keyType })
    const key = await openP12InBrowser(writeP12({ ...other, passphrase, variant: 'legacy' }), passphrase)
    expect(key.algorithm).toBe(keyType.startsWith('rsa') ? 'rsa-pkcs1' : 'ecdsa')
    expect(key.keyType).toBe(parseCertificate(other.certificate).keyType)
    // several, because a coordinate that starts with zeros or a high bit is encoded differently
    for (const hash of ['sha256', 'sha384', 'sha512', 'sha256', 'sha256', 'sha256'] as const)
      expect(await signsAs(key, other.privateKey, hash)).toBe(true)
  })

  it("returns the same certificate data as the server's reader", async () => {
    const key = await openP12InBrowser(writeP12({ ...user, passphrase }), passphrase)
    const known = parseCertificate(user.certificate)
    const { subject, issuer, serialNumber, notBefore, notAfter, keyUsage, keyType } = known
    expect(key).toMatchObject({ subject, issuer, serialNumber, notBefore, notAfter, keyUsage, keyType })
    expect(key.problems(new Date())).toEqual([])
    expect(key.problems(new Date(notAfter.getTime() + 1))).toEqual(['certificate_expired'])
    expect(key.problems(new Date(notBefore.getTime() - 1))).toEqual(['certificate_not_yet_valid'])
  })

  it.each(['', 'ñandú-güiro', 'contraseña€', '密码', '🔑llave', 'x'.repeat(200), 'á'.repeat(100)])(
    'opens with the passphrase %j',
    async (secret) => {
      for (const variant of ['legacy', 'modern', 'no-mac', 'legacy-no-mac', 'pbmac1'] as const)
        await expectUser(await openP12InBrowser(writeP12({ ...user, passphrase: secret, variant }), secret))
    },
  )

  it('opens every encoding of the passphrase', async () => {
    const secret = 'contraseña'
    const widened = { passwordEncoding: 'widened-utf8' } as const
    await expectUser(
      await openP12InBrowser(writeP12({ ...user, passphrase: secret, variant: 'legacy', layout: widened }), secret),
    )
    for (const passwordEncoding of ['utf8', 'latin1', 'bmp'] as const) {
      const scheme = { cipher: 'aes-256', prf: 'sha256', passwordEncoding } as const
      const layout = { certificates: scheme, key: scheme, mac: null }
      await expectUser(await openP12InBrowser(writeP12({ ...user, passphrase: secret, layout }), secret))
    }
    const composed = writeP12({ ...user, passphrase: secret, variant: 'legacy' })
    await expectUser(await openP12InBrowser(composed, secret.normalize('NFD')))
    const absent = writeP12({ ...user, passphrase: '', variant: 'legacy', layout: { passwordEncoding: 'absent' } })
    await expectUser(await openP12InBrowser(absent, ''))
  })

  it('chooses the key whose certificate may sign, at any position', async () => {
    const cipherOnly = authority.issue({ commonName: 'Cifrado', keyUsage: ['keyEncipherment'], keyType: 'rsa2048' })
    for (const variant of ['legacy', 'modern', 'ca-first', 'one-part'] as const) {
      await expectUser(
        await openP12InBrowser(writeP12({ ...user, passphrase, variant, others: [cipherOnly] }), passphrase),
      )
      await expectUser(
        await openP12InBrowser(writeP12({ ...cipherOnly, passphrase, variant, others: [user] }), passphrase),
      )
    }
    const alone = await openP12InBrowser(writeP12({ ...cipherOnly, passphrase }), passphrase)
    expect(alone.problems(new Date())).toEqual(['certificate_not_for_signing'])
  })

  it('distinguishes a foreign certificate from a missing one, and opens a self-signed one without a chain', async () => {
    for (const keyType of ['p256', 'rsa2048'] as const) {
      const file = writeP12({ ...user, privateKey: generateTestKey(keyType), passphrase })
      expect(await codeOf(openP12InBrowser(file, passphrase))).toBe('p12_no_matching_certificate')
    }
    const self = makeCertificate({ commonName: 'Yo', keyType: 'p256' })
    const opened = await openP12InBrowser(writeP12({ ...self, passphrase }), passphrase)
    expect(opened.chain).toEqual([])
  })
})

describe('hostile and damaged files', () => {
  const file = writeP12({ ...user, passphrase, variant: 'legacy', layout: { iterations: 2 } })

  it("answers truncations and mutations with the same codes as the server's reader", async () => {
    const inNode = (bytes: Uint8Array) => codeOf(Promise.resolve().then(() => openP12(bytes, passphrase)))
    for (let at = 0; at < file.length; at += 41) {
      const mutant = Uint8Array.from(file)
      mutant[at] = (mutant[at] ?? 0) ^ 0x11
      for (const bytes of [file.subarray(0, at), mutant])
        expect(await codeOf(openP12InBrowser(bytes, passphrase))).toBe(await inNode(bytes))
    }
  })

  it('limits size and iterations', async () => {
    expect(await codeOf(openP12InBrowser(new Uint8Array(262_145), passphrase))).toBe('p12_too_large')
    const slow = writeP12({ ...user, passphrase, variant: 'many-iterations' })
    expect(await codeOf(openP12InBrowser(slow, passphrase, { maxIterations: 50_000 }))).toBe('p12_too_slow')
  })

  it('never includes the passphrase in an error', async () => {
    const canary = 'canario-7f3a91'
    const error: unknown = await openP12InBrowser(file, canary).catch((reason: unknown) => reason)
    expect(`${JSON.stringify(error)} ${String(error)} ${(error as Error).stack}`).not.toContain(canary)
  })
})

describe('the browser key', () => {
  it('signs only the attributes of a PAdES signature by its certificate', async () => {
    const key = await openP12InBrowser(writeP12({ ...user, passphrase }), passphrase)
    const other = parseCertificate(authority.issue({ commonName: 'Otra', keyType: 'p256' }).certificate)
    const own = attributesFor(key, 'sha256')
    const refusedBytes = [
      new Uint8Array(),
      Buffer.from('challenge of a login'),
      own.subarray(0, -1),
      Uint8Array.from([...own, 0]),
      signedAttributes({ contentDigest: contentDigest.sha256, certificate: other, hash: 'sha256' }),
      signedAttributes({
        contentDigest: new Uint8Array(31),
        certificate: parseCertificate(key.certificate),
        hash: 'sha256',
      }),
    ]
    for (const bytes of refusedBytes) await expect(key.sign(bytes, 'sha256')).rejects.toThrow('signature_mismatch')
    await expect(key.sign(own, 'sha512')).rejects.toThrow('signature_mismatch')
    expect(await signsAs(key, user.privateKey)).toBe(true)
  })

  it('stops signing once forgotten', async () => {
    const key = await openP12InBrowser(writeP12({ ...user, passphrase }), passphrase)
    key.forget()
    await expect(key.sign(attributesFor(key, 'sha256'), 'sha256')).rejects.toThrow('the key was forgotten')
  })
})

describe('openCertificateAndKeyInBrowser', () => {
  it.each([
    ['3DES', { cipher: '3des', prf: 'sha1' }],
    ['AES-256', { cipher: 'aes-256', prf: 'sha256' }],
    ['PBES1 DES', 'pbes1-des-md5'],
  ] as const)('opens a key under %s', async (_, scheme) => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase, scheme)
    const opened = await openCertificateAndKeyInBrowser(certificate, key, passphrase)
    expect(await signsAs(opened, user.privateKey)).toBe(true)
    expect(await codeOf(openCertificateAndKeyInBrowser(certificate, key, 'otra'))).toBe('p12_wrong_passphrase')
  })

  it('opens PEM, encrypted or not', async () => {
    const pem = (options: object) => Buffer.from(user.privateKey.export({ type: 'pkcs8', format: 'pem', ...options }))
    const certificate = Buffer.from(
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(user.certificate).toString('base64')}\n-----END CERTIFICATE-----\n`,
    )
    for (const options of [{}, { cipher: 'aes-256-cbc', passphrase }, { cipher: 'aes-192-cbc', passphrase }])
      expect(
        await signsAs(await openCertificateAndKeyInBrowser(certificate, pem(options), passphrase), user.privateKey),
      ).toBe(true)
  })

  it('reports each cause', async () => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase)
    const other = authority.issue({ commonName: 'Otra', keyType: 'p256' }).certificate
    const open = (cer: Uint8Array, secret: Uint8Array) =>
      codeOf(openCertificateAndKeyInBrowser(cer, secret, passphrase))
    expect(await open(other, key)).toBe('p12_no_matching_certificate')
    expect(await open(Buffer.from('no'), key)).toBe('certificate_damaged')
    expect(await open(certificate, key.subarray(0, 99))).toBe('p12_damaged')
    expect(await open(certificate, new Uint8Array(300_000))).toBe('p12_too_large')
  })
})
