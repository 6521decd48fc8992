import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createTestAuthority, generateTestKey, makeCertificate } from '@foja/testing/ca'
import type { P12Variant } from '@foja/testing/p12'
import { p12Variants, writeCertificateAndKey, writeP12 } from '@foja/testing/p12'
import type { P12Encryption } from '@foja/testing/p12-encryption'
import { parseCertificate } from './certificate.ts'
import type { PadesErrorCode } from './errors.ts'
import { PadesError } from './errors.ts'
import type { OpenedKey } from './open-p12.ts'
import { openCertificateAndKey, openP12 } from './open-p12.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const user = authority.issue({ commonName: 'María Peña', serialNumber: '1712345678', keyType: 'rsa2048' })
const passphrase = 'Clave-Secreta-1'

const sameKey = (privateKey: KeyObject, other: KeyObject) => createPublicKey(privateKey).equals(createPublicKey(other))

function codeOf(action: () => unknown): PadesErrorCode | 'opened' {
  try {
    action()
    return 'opened'
  } catch (error) {
    if (error instanceof PadesError) return error.code
    throw error
  }
}

function expectUser(opened: OpenedKey) {
  expect(sameKey(opened.privateKey, user.privateKey)).toBe(true)
  expect(opened.certificate.subject.commonName).toBe('María Peña')
  expect(opened.chain.map(({ der }) => der)).toEqual(user.chain.map((der) => Uint8Array.from(der)))
}

/** Expected errors of the variants that must not open. */
const refused: Partial<Record<P12Variant, PadesErrorCode>> = {
  'no-key': 'p12_no_private_key',
  'no-certificate': 'p12_no_matching_certificate',
  'unsupported-cipher': 'p12_unsupported_algorithm',
}

describe('openP12', () => {
  it.each(Object.keys(p12Variants) as P12Variant[])('%s: right and wrong passphrase', (variant) => {
    const file = writeP12({ ...user, passphrase, variant })
    const expected = refused[variant]
    if (expected) expect(codeOf(() => openP12(file, passphrase))).toBe(expected)
    else expectUser(openP12(file, passphrase))
    const wrongs = variant === 'many-iterations' ? ['x'] : ['Clave-Secreta-2', '', 'clave-secreta-1', `${passphrase} `]
    for (const wrong of wrongs) expect(codeOf(() => openP12(file, wrong))).toBe('p12_wrong_passphrase')
  })

  it.each(['rsa2048', 'rsa4096', 'p256', 'p384', 'p521'] as const)('opens %s keys', (keyType) => {
    const other = authority.issue({ commonName: 'Otra', keyType })
    for (const variant of ['legacy', 'modern'] as const)
      expect(
        sameKey(openP12(writeP12({ ...other, passphrase, variant }), passphrase).privateKey, other.privateKey),
      ).toBe(true)
  })

  it.each(['', ' ', 'ñandú-güiro', 'contraseña€', '密码', '🔑llave', 'x'.repeat(200), 'á'.repeat(100), '"\\\n\t'])(
    'opens with the passphrase %j',
    (secret) => {
      for (const variant of ['legacy', 'modern', 'no-mac', 'legacy-no-mac', 'pbmac1'] as const)
        expectUser(openP12(writeP12({ ...user, passphrase: secret, variant }), secret))
    },
  )

  it('opens every encoding of the passphrase', () => {
    const secret = 'contraseña'
    for (const variant of ['legacy', 'modern'] as const) {
      const file = writeP12({ ...user, passphrase: secret, variant, layout: { passwordEncoding: 'widened-utf8' } })
      expectUser(openP12(file, secret))
    }
    for (const passwordEncoding of ['utf8', 'latin1', 'bmp'] as const) {
      const scheme = { cipher: 'aes-256', prf: 'sha256', passwordEncoding } as const
      expectUser(
        openP12(writeP12({ ...user, passphrase: secret, layout: { certificates: scheme, key: scheme } }), secret),
      )
      const bare = writeP12({ ...user, passphrase: secret, layout: { certificates: scheme, key: scheme, mac: null } })
      expectUser(openP12(bare, secret))
    }
    const absent = writeP12({ ...user, passphrase: '', variant: 'legacy', layout: { passwordEncoding: 'absent' } })
    expectUser(openP12(absent, ''))
    expectUser(openP12(writeP12({ ...user, passphrase: secret.normalize('NFD'), variant: 'modern' }), secret))
    expectUser(openP12(writeP12({ ...user, passphrase: secret, variant: 'legacy' }), secret.normalize('NFD')))
  })

  it('chooses the key whose certificate may sign, at any position', () => {
    const cipherOnly = authority.issue({ commonName: 'Cifrado', keyUsage: ['keyEncipherment'], keyType: 'rsa2048' })
    for (const variant of ['legacy', 'modern', 'ca-first', 'one-part'] as const) {
      expectUser(openP12(writeP12({ ...user, passphrase, variant, others: [cipherOnly] }), passphrase))
      expectUser(openP12(writeP12({ ...cipherOnly, passphrase, variant, others: [user] }), passphrase))
    }
  })

  it('chooses the certificate with the longest validity, and opens expired ones too', () => {
    const now = Date.now()
    const expired = authority.issue({ commonName: 'Vencida', keyType: 'p256', notAfter: new Date(now - 1000) })
    expect(openP12(writeP12({ ...expired, passphrase }), passphrase).certificate.subject.commonName).toBe('Vencida')
    expectUser(openP12(writeP12({ ...expired, passphrase, others: [user] }), passphrase))
    const renewed = authority.issue({
      commonName: 'Renovada',
      privateKey: expired.privateKey,
      notAfter: new Date(now + 1e9),
    })
    const file = writeP12({ ...expired, passphrase, chain: [...expired.chain, renewed.certificate] })
    expect(openP12(file, passphrase).certificate.subject.commonName).toBe('Renovada')
  })

  it('distinguishes a foreign certificate from a missing one', () => {
    const file = writeP12({ ...user, privateKey: generateTestKey('p256'), passphrase })
    expect(codeOf(() => openP12(file, passphrase))).toBe('p12_no_matching_certificate')
  })

  it('opens a self-signed certificate without a chain', () => {
    const self = makeCertificate({ commonName: 'Yo', keyType: 'p256' })
    const opened = openP12(writeP12({ ...self, passphrase }), passphrase)
    expect(opened.chain).toEqual([])
    expect(opened.certificate.subject.commonName).toBe('Yo')
  })
})

describe('openP12 with hostile and damaged files', () => {
  it('refuses other files', () => {
    const samples = [
      new Uint8Array(0),
      Buffer.from('hello world'),
      Buffer.from('%PDF-1.7'),
      user.certificate,
      new Uint8Array(5000),
    ]
    for (const bytes of samples) expect(codeOf(() => openP12(bytes, passphrase))).toBe('p12_damaged')
  })

  it('limits size and iterations', () => {
    expect(codeOf(() => openP12(new Uint8Array(262_145), passphrase))).toBe('p12_too_large')
    const slow = writeP12({ ...user, passphrase, variant: 'many-iterations' })
    expect(codeOf(() => openP12(slow, passphrase, { maxIterations: 50_000 }))).toBe('p12_too_slow')
    const legacy = writeP12({ ...user, passphrase, variant: 'legacy' })
    expect(codeOf(() => openP12(legacy, passphrase, { maxBytes: 1000 }))).toBe('p12_too_large')
  })

  it('counts iterations times blocks over every attempt, not time', () => {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1e12 * clock.mock.calls.length)
    const layout = { iterations: 2000 }
    // MAC, certificates and key by SHA-256: one block each; by SHA-1 keys of 32 octets take two; 3DES three, RC2-40 two
    const rounds = { modern: 3, 'aes-256-sha1': 5, legacy: 6 } as const
    for (const [variant, count] of Object.entries(rounds)) {
      const file = writeP12({ ...user, passphrase, variant: variant as keyof typeof rounds, layout })
      expect(codeOf(() => openP12(file, passphrase, { maxIterations: 2000 * count }))).toBe('opened')
      expect(codeOf(() => openP12(file, passphrase, { maxIterations: 2000 * count - 1 }))).toBe('p12_too_slow')
    }
    clock.mockRestore()
  })

  it('refuses absurd iteration counts before starting', () => {
    const file = Buffer.from(writeP12({ ...user, passphrase, variant: 'legacy', layout: { iterations: 0x8000 } }))
    // INTEGER 02 03 00 80 00 becomes 0x7FFFFF: over eight million, in every place
    for (let at = file.indexOf('0203008000', 'hex'); at >= 0; at = file.indexOf('0203008000', 'hex'))
      file.write('7fffff', at + 2, 'hex')
    expect(codeOf(() => openP12(file, passphrase))).toBe('p12_too_slow')
  })

  const fewIterations = { iterations: 2 }
  const corpus = (
    ['legacy', 'modern', 'legacy-ber', 'no-mac', 'legacy-no-mac', 'one-part', 'pbmac1', 'nested'] as const
  ).map((variant) => writeP12({ ...user, passphrase, variant, layout: fewIterations }))

  it('returns a code for every truncation', () => {
    for (const file of corpus)
      for (let length = 0; length < file.length; length += 7)
        expect(codeOf(() => openP12(file.subarray(0, length), passphrase))).toBe('p12_damaged')
  })

  it('returns a code or the right key for every mutation, in bounded time', () => {
    const edit = fc.record({ at: fc.nat(6000), value: fc.nat(255) })
    fc.assert(
      fc.property(fc.constantFrom(...corpus), fc.array(edit, { minLength: 1, maxLength: 4 }), (file, edits) => {
        const mutant = Uint8Array.from(file)
        for (const { at, value } of edits) mutant[at % mutant.length] = value
        const code = codeOf(() => openP12(mutant, passphrase, { maxIterations: 5000 }))
        expect(code).toMatch(/^(?:p12_|opened)/)
      }),
      { numRuns: 3000 },
    )
  })

  it('returns a code for mutated outer headers', () => {
    for (const file of corpus)
      for (let at = 0; at < 60; at++)
        for (const value of [0x00, 0x80, 0x84, 0xff, 0x30]) {
          const mutant = Uint8Array.from(file)
          mutant[at] = value
          expect(codeOf(() => openP12(mutant, passphrase, { maxIterations: 5000 }))).toMatch(/^(?:p12_|opened)/)
        }
  })

  it('survives deep nesting', () => {
    for (const header of [
      [0x30, 0x80],
      [0x24, 0x80],
      [0xa0, 0x80],
    ]) {
      const nested = Uint8Array.from({ length: 200_000 }, (_, i) => header[i % 2] ?? 0)
      expect(codeOf(() => openP12(nested, passphrase))).toBe('p12_damaged')
    }
  })

  it('distinguishes an altered file from a wrong passphrase', () => {
    for (const variant of ['legacy', 'modern', 'ber', 'one-part'] as const) {
      const file = writeP12({ ...user, passphrase, variant })
      // the last octets are the MAC's salt and iterations, the first ones headers: the middle is encrypted content
      const altered = Uint8Array.from(file)
      const middle = Math.floor(file.length / 2)
      altered[middle] = (altered[middle] ?? 0) ^ 0x20
      if (variant !== 'one-part') expect(codeOf(() => openP12(altered, passphrase))).toBe('p12_damaged')
      expect(codeOf(() => openP12(altered, 'otra'))).toBe('p12_wrong_passphrase')
    }
  })

  it('reports a wrong passphrase when the work budget ends during the extra check', () => {
    const file = writeP12({ ...user, passphrase, variant: 'legacy' })
    expect(codeOf(() => openP12(file, 'otra', { maxIterations: 3000 }))).toBe('p12_wrong_passphrase')
    expect(codeOf(() => openP12(file, passphrase, { maxIterations: 3000 }))).toBe('p12_too_slow')
  })

  it('keeps the default limit when one is passed as undefined', () => {
    expect(codeOf(() => openP12(new Uint8Array(262_145), passphrase, { maxBytes: undefined }))).toBe('p12_too_large')
  })

  it('never includes the passphrase in an error', () => {
    const canary = 'canario-7f3a91'
    for (const file of [...corpus, user.certificate, new Uint8Array(3)])
      try {
        openP12(file, canary)
        expect.unreachable()
      } catch (error) {
        const said = `${JSON.stringify(error)} ${String(error)} ${(error as Error).stack}`
        expect(said).not.toContain(canary)
      }
  })
})

describe('openCertificateAndKey', () => {
  const schemes: [string, Exclude<P12Encryption, 'none'>][] = [
    ['3DES', { cipher: '3des', prf: 'sha1' }],
    ['AES-256', { cipher: 'aes-256', prf: 'sha256' }],
    ['PBES1 DES', 'pbes1-des-md5'],
    ['PKCS#12 3DES', '3des'],
  ]

  it.each(schemes)('opens a key under %s', (_, scheme) => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase, scheme)
    const opened = openCertificateAndKey(certificate, key, passphrase)
    expect(sameKey(opened.privateKey, user.privateKey)).toBe(true)
    expect(opened.certificate.der).toEqual(parseCertificate(user.certificate).der)
    expect(codeOf(() => openCertificateAndKey(certificate, key, 'otra'))).toBe('p12_wrong_passphrase')
  })

  it('opens PEM keys, encrypted or not', () => {
    const encrypted = user.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    const open = (key: string | Buffer, secret = passphrase) =>
      openCertificateAndKey(user.certificate, Buffer.from(key), secret)
    expect(sameKey(open(encrypted).privateKey, user.privateKey)).toBe(true)
    expect(codeOf(() => open(encrypted, 'otra'))).toBe('p12_wrong_passphrase')
    expect(sameKey(open(user.privateKey.export({ type: 'pkcs8', format: 'pem' })).privateKey, user.privateKey)).toBe(
      true,
    )
  })

  it('reports each cause', () => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase)
    const other = authority.issue({ commonName: 'Otra', keyType: 'p256' })
    expect(codeOf(() => openCertificateAndKey(other.certificate, key, passphrase))).toBe('p12_no_matching_certificate')
    expect(codeOf(() => openCertificateAndKey(Buffer.from('no'), key, passphrase))).toBe('certificate_damaged')
    expect(codeOf(() => openCertificateAndKey(certificate, key.subarray(0, 99), passphrase))).toBe('p12_damaged')
    expect(codeOf(() => openCertificateAndKey(certificate, certificate, passphrase))).toMatch(
      /p12_(?:damaged|unsupported_algorithm)/,
    )
    expect(codeOf(() => openCertificateAndKey(certificate, new Uint8Array(300_000), passphrase))).toBe('p12_too_large')
  })
})
