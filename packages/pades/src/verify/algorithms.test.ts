import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../cms/digest.ts'
import { algorithmIdentifier, element, nullElement, octetString, oid, sequence, setOf, Tag } from '../cms/der.ts'
import { digestOids, Oid, rsaSignatureOids } from '../cms/oids.ts'
import { explain } from '../explain.ts'
import { unsignedInteger } from '../cms/values.ts'
import { issue, type TestIdentity } from './testing/certificates.ts'
import {
  attribute,
  contentInfo,
  coveredBytesOf,
  type ForeignForm,
  foreignSignedData,
  plainAttributes,
} from './testing/foreign-cms.ts'
import { ana, firstReport, intermediate, luis, signAs, signChanged, withCms } from './testing/signing.ts'
import { bytesOf, contract } from './testing/tiny-pdf.ts'
import { hasTool } from './testing/tools.ts'

const base = contract()
const cades = await signAs(luis, base, { contentsSize: 12_000 })
const pkcs7 = signChanged(luis, base, (tail) => tail.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.detached'))
const digestOid: Record<string, string> = {
  ...digestOids,
  sha1: Oid.sha1,
  sha224: '2.16.840.1.101.3.4.2.4',
  'sha3-224': '2.16.840.1.101.3.4.2.7',
  'sha3-256': '2.16.840.1.101.3.4.2.8',
  'sha3-384': '2.16.840.1.101.3.4.2.9',
  'sha3-512': '2.16.840.1.101.3.4.2.10',
  shake256: '2.16.840.1.101.3.4.2.12',
  ripemd160: '1.3.36.3.2.1',
}
const digestId = (hash: string): Uint8Array => algorithmIdentifier(digestOid[hash] ?? hash)

/** message-digest by any digest, and signing-certificate-v2, whose default is SHA-256 (RFC 5035 §4). */
function attributesWith(pdf: Uint8Array, hash: string, identity: TestIdentity): Uint8Array {
  const certificateId = sequence(sequence(sequence(octetString(digestOf('sha256', [identity.certificate.der])))))
  const own = attribute(Oid.signingCertificateV2, certificateId)
  return setOf(plainAttributes(digestOf(hash, [coveredBytesOf(pdf)]), own))
}

const reportOf = (pdf: Uint8Array, identity: TestIdentity, form: ForeignForm) =>
  firstReport(withCms(pdf, contentInfo(foreignSignedData(pdf, identity, form))))

const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((octet, i) => (i === bytes.length - 1 ? octet ^ 1 : octet))

const personWith = (privateKey: KeyObject): TestIdentity => issue({ name: 'Eva Paz', issuer: intermediate, privateKey })

const people = {
  rsa: luis,
  ec: ana,
  dsa: personWith(generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }).privateKey),
  dsa1024: personWith(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey),
  ed25519: personWith(generateKeyPairSync('ed25519').privateKey),
  ed448: personWith(generateKeyPairSync('ed448').privateKey),
}

describe('supported algorithms', () => {
  it.each<[keyof typeof people, string, string]>([
    ['rsa', 'sha3-224', '2.16.840.1.101.3.4.3.13'],
    ['rsa', 'sha3-256', '2.16.840.1.101.3.4.3.14'],
    ['rsa', 'sha3-512', '2.16.840.1.101.3.4.3.16'],
    ['rsa', 'sha3-256', Oid.rsaEncryption],
    ['ec', 'sha3-256', '2.16.840.1.101.3.4.3.10'],
    ['ec', 'sha3-384', '2.16.840.1.101.3.4.3.11'],
    ['ec', 'sha3-512', Oid.ecPublicKey],
    ['dsa', 'sha224', '2.16.840.1.101.3.4.3.1'],
    ['dsa', 'sha256', '2.16.840.1.101.3.4.3.2'],
    ['dsa', 'sha256', Oid.dsa],
    ['ed25519', 'sha512', '1.3.101.112'],
    ['ed448', 'shake256', '1.3.101.113'],
    ['ed448', 'sha512', '1.3.101.113'],
  ])('%s with %s (%s) passes, and a wrong value fails', (who, hash, algorithm) => {
    const person = people[who]
    const value = (message: Uint8Array): Uint8Array =>
      sign(who.startsWith('ed') ? null : hash, message, person.privateKey)
    const attributes = attributesWith(cades, hash, person)
    const form: ForeignForm = { attributes, digest: digestId(hash), algorithm: algorithmIdentifier(algorithm), value }
    expect(reportOf(cades, person, form)).toMatchObject({ indication: 'TOTAL_PASSED', integrity: 'intact' })
    const forged = reportOf(cades, person, { ...form, value: (message) => flipped(value(message)) })
    expect(forged).toMatchObject({ indication: 'TOTAL_FAILED', subindication: 'SIG_CRYPTO_FAILURE' })
  })

  it('SHAKE256 with a stated length, and with another length', () => {
    const attributes = attributesWith(cades, 'shake256', people.ed448)
    const digest = (...length: number[]) =>
      algorithmIdentifier('2.16.840.1.101.3.4.2.18', element(Tag.integer, Uint8Array.from(length)))
    const form = (...length: number[]): ForeignForm => ({
      attributes,
      digest: digest(...length),
      algorithm: algorithmIdentifier('1.3.101.113'),
      value: (message) => sign(null, message, people.ed448.privateKey),
    })
    expect(reportOf(cades, people.ed448, form(2, 0)).indication).toBe('TOTAL_PASSED')
    expect(reportOf(cades, people.ed448, form(1, 0))).toMatchObject({
      indication: 'INDETERMINATE',
      warnings: expect.arrayContaining(['digest_unsupported']),
    })
  })

  it('ECDSA in the plain format of BSI TR-03111', () => {
    const value = (message: Uint8Array): Uint8Array =>
      sign('sha256', message, { key: ana.privateKey, dsaEncoding: 'ieee-p1363' })
    const algorithm = algorithmIdentifier('0.4.0.127.0.7.1.1.4.1.3')
    expect(reportOf(cades, ana, { algorithm, value }).indication).toBe('TOTAL_PASSED')
  })

  it('ECDSA with the curve repeated in the algorithm', () => {
    const algorithm = algorithmIdentifier(Oid.ecPublicKey, oid('1.2.840.10045.3.1.7'))
    expect(reportOf(cades, ana, { algorithm }).indication).toBe('TOTAL_PASSED')
  })

  it.each([
    ['DSA with SHA-1', people.dsa, 'sha1', '1.2.840.10040.4.3', 'weak_digest_sha1'],
    ['DSA of 1024 bits', people.dsa1024, 'sha256', '2.16.840.1.101.3.4.3.2', 'weak_key'],
    ['RSA with RIPEMD-160', luis, 'ripemd160', '1.3.36.3.3.1.2', 'weak_digest_ripemd160'],
  ])('%s is intact and weak', (_, person, hash, algorithm, warning) => {
    const value = (message: Uint8Array): Uint8Array => sign(hash, message, person.privateKey)
    const attributes = attributesWith(cades, hash, person)
    const form = { attributes, digest: digestId(hash), algorithm: algorithmIdentifier(algorithm), value }
    expect(reportOf(cades, person, form)).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'CRYPTO_CONSTRAINTS_FAILURE',
      integrity: 'intact',
      warnings: expect.arrayContaining([warning]),
    })
  })
})

type Pss = { hash?: string; mask?: string; salt?: number; trailer?: number }

function pssAlgorithm({ hash, mask, salt, trailer }: Pss): Uint8Array {
  const fields = [
    ...(hash ? [element(0xa0, digestId(hash))] : []),
    ...(mask ? [element(0xa1, algorithmIdentifier(Oid.mgf1, digestId(mask)))] : []),
    ...(salt === undefined ? [] : [element(0xa2, unsignedInteger(Uint8Array.of(salt >> 8, salt & 0xff)))]),
    ...(trailer === undefined ? [] : [element(0xa3, unsignedInteger(Uint8Array.of(trailer)))]),
  ]
  return algorithmIdentifier(Oid.rsaPss, sequence(...fields))
}

describe('RSASSA-PSS', () => {
  const saltOf = (saltLength: number) => (message: Uint8Array) =>
    sign('sha256', message, { key: luis.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
  const sha256 = { hash: 'sha256', mask: 'sha256' }

  it.each([0, 20, 32, 127, 128, 129, 200, 222])('a salt of %i octets passes', (salt) => {
    const form: ForeignForm = { algorithm: pssAlgorithm({ ...sha256, salt }), value: saltOf(salt) }
    expect(reportOf(cades, luis, form).indication).toBe('TOTAL_PASSED')
    const another: ForeignForm = { ...form, value: saltOf(salt === 0 ? 1 : salt - 1) }
    expect(reportOf(cades, luis, another)).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'SIG_CRYPTO_FAILURE',
    })
  })

  it.runIf(hasTool('openssl'))('a mask by another digest passes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pades-pss-'))
    try {
      writeFileSync(join(folder, 'key.pem'), luis.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      const byOpenssl = (message: Uint8Array): Uint8Array => {
        writeFileSync(join(folder, 'message'), message)
        const args = ['dgst', '-sha256', '-sign', join(folder, 'key.pem')]
        for (const option of ['rsa_padding_mode:pss', 'rsa_mgf1_md:sha1', 'rsa_pss_saltlen:64'])
          args.push('-sigopt', option)
        return execFileSync('openssl', [...args, join(folder, 'message')])
      }
      // the default mask generation is MGF1 with SHA-1 (RFC 4055 §3.1)
      for (const mask of ['sha1', undefined]) {
        const algorithm = pssAlgorithm({ hash: 'sha256', mask, salt: 64 })
        expect(reportOf(cades, luis, { algorithm, value: byOpenssl }).indication).toBe('TOTAL_PASSED')
        expect(reportOf(cades, luis, { algorithm, value: saltOf(64) }).indication).toBe('TOTAL_FAILED')
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each<[string, Uint8Array]>([
    [
      'a mask generation that is not MGF1',
      algorithmIdentifier(Oid.rsaPss, sequence(element(0xa1, digestId('sha256')))),
    ],
    ['a mask by an unknown digest', pssAlgorithm({ hash: 'sha256', mask: '1.2.643.7.1.1.2.2', salt: 32 })],
    ['another trailer', pssAlgorithm({ ...sha256, salt: 32, trailer: 2 })],
    ['a negative salt', algorithmIdentifier(Oid.rsaPss, sequence(element(0xa2, element(2, Uint8Array.of(0xff)))))],
    ['parameters that are no sequence', algorithmIdentifier(Oid.rsaPss, oid(Oid.mgf1))],
  ])('%s is unsupported', (_, algorithm) => {
    expect(reportOf(cades, luis, { algorithm, value: saltOf(32) })).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'GENERIC',
      integrity: 'not_checked',
      warnings: expect.arrayContaining(['signature_algorithm_unsupported']),
    })
  })
})

describe('unsupported algorithms', () => {
  it('an unknown signature algorithm gives no verdict, and no forgery', () => {
    const gost = algorithmIdentifier('1.2.643.7.1.1.3.2')
    const report = reportOf(cades, luis, { algorithm: gost })
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'GENERIC',
      integrity: 'not_checked',
      signer: { name: 'Luis Vega' },
      warnings: expect.arrayContaining(['signature_algorithm_unsupported']),
    })
    expect(explain(report, 'es')).toBe('No se puede decidir si la firma de Luis Vega es válida.')
  })

  it.each([
    ['with an algorithm that names another', algorithmIdentifier(rsaSignatureOids.sha256, nullElement())],
    ['with an algorithm that names none', algorithmIdentifier(Oid.rsaEncryption, nullElement())],
  ])('an unknown digest %s gives no verdict', (_, algorithm) => {
    expect(reportOf(cades, luis, { digest: digestId('1.2.643.7.1.1.2.2'), algorithm })).toMatchObject({
      indication: 'INDETERMINATE',
      integrity: 'not_checked',
      warnings: expect.arrayContaining(['digest_unsupported']),
    })
  })

  it('a signing-certificate by an unknown digest gives no verdict', () => {
    const id = sequence(digestId('1.2.643.7.1.1.2.2'), octetString(new Uint8Array(32)))
    const own = attribute(Oid.signingCertificateV2, sequence(sequence(id)))
    const attributes = setOf(plainAttributes(digestOf('sha256', [coveredBytesOf(cades)]), own))
    expect(reportOf(cades, luis, { attributes })).toMatchObject({
      indication: 'INDETERMINATE',
      integrity: 'intact',
      warnings: expect.arrayContaining(['signing_certificate_digest_unsupported']),
    })
  })

  it('a digest that SignedData does not announce is reported', () => {
    expect(reportOf(cades, luis, { announced: [digestId('sha512')] })).toMatchObject({
      indication: 'INDETERMINATE',
      integrity: 'intact',
      warnings: expect.arrayContaining(['cms_digest_not_listed']),
    })
  })

  it('an algorithm for another kind of key is a wrong value', () => {
    expect(reportOf(cades, ana, {})).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'SIG_CRYPTO_FAILURE',
      warnings: expect.arrayContaining(['signature_algorithm_of_another_key']),
    })
  })

  it.each(['adbe.pkcs7.sha1', 'adbe.x509.rsa_sha1', 'ETSI.CAdES.attached', 'X.unknown'])(
    'the subfilter %s is not judged, whatever /Contents holds',
    (subfilter) => {
      const name = `/SubFilter /${subfilter}`.padEnd('/SubFilter /ETSI.CAdES.detached'.length)
      const pdf = signChanged(ana, base, (tail) => tail.replace('/SubFilter /ETSI.CAdES.detached', name))
      const other = withCms(pdf, contentInfo(foreignSignedData(cades, luis, {})))
      for (const signed of [pdf, other, withCms(pdf, octetString(new Uint8Array(256)))]) {
        expect(firstReport(signed)).toMatchObject({
          indication: 'INDETERMINATE',
          subindication: 'GENERIC',
          integrity: 'not_checked',
          warnings: ['subfilter_unsupported'],
        })
      }
    },
  )
})

describe('a CMS without signed attributes (RFC 5652 §5.4)', () => {
  it('is verified over the document itself', () => {
    expect(reportOf(pkcs7, luis, { attributes: null })).toMatchObject({
      indication: 'TOTAL_PASSED',
      integrity: 'intact',
      level: 'CMS',
      warnings: expect.arrayContaining(['no_signed_attributes']),
    })
    for (const person of [people.ed25519, people.ed448]) {
      const algorithm = algorithmIdentifier(person === people.ed448 ? '1.3.101.113' : '1.3.101.112')
      const value = (message: Uint8Array): Uint8Array => sign(null, message, person.privateKey)
      expect(reportOf(pkcs7, person, { attributes: null, algorithm, value }).integrity).toBe('intact')
    }
  })

  it('fails after a changed bit of the document or value', () => {
    const wrongValue = (message: Uint8Array): Uint8Array => flipped(sign('sha256', message, luis.privateKey))
    const ofAnother = (): Uint8Array => sign('sha256', base, luis.privateKey)
    for (const value of [wrongValue, ofAnother]) {
      expect(reportOf(pkcs7, luis, { attributes: null, value })).toMatchObject({
        indication: 'TOTAL_FAILED',
        subindication: 'SIG_CRYPTO_FAILURE',
        integrity: 'broken',
      })
    }
  })

  it('lacks signing-certificate, which PAdES requires', () => {
    expect(reportOf(cades, luis, { attributes: null })).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'SIG_CONSTRAINTS_FAILURE',
      integrity: 'intact',
      warnings: expect.arrayContaining(['signing_certificate_attribute_missing']),
    })
  })

  // a signature over attributes is one over their bytes: a document starting with such a SET could reuse it
  it('over a document that begins like attributes fails', () => {
    const prefix = element(Tag.set, new Uint8Array(200).fill(0x20))
    const disguised = Buffer.concat([prefix, bytesOf('\n'), base])
    const signed = signChanged(luis, disguised, (tail) => tail.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.detached'))
    expect(reportOf(signed, luis, { attributes: null })).toMatchObject({
      indication: 'TOTAL_FAILED',
      warnings: expect.arrayContaining(['attributes_as_document']),
    })
    expect(reportOf(signed, luis, {}).warnings).not.toContain('attributes_as_document')
  })

  it.runIf(hasTool('openssl'))('is accepted as written by openssl cms -noattr', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pades-noattr-'))
    try {
      const pem = (der: Uint8Array): string =>
        `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
      writeFileSync(join(folder, 'key.pem'), luis.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      writeFileSync(join(folder, 'signer.pem'), pem(luis.certificate.der))
      writeFileSync(join(folder, 'chain.pem'), luis.chain.map(({ der }) => pem(der)).join(''))
      writeFileSync(join(folder, 'content'), coveredBytesOf(pkcs7))
      const file = (name: string): string => join(folder, name)
      const signing = ['cms', '-sign', '-binary', '-noattr', '-md', 'sha256', '-outform', 'DER', '-in', file('content')]
      const by = ['-signer', file('signer.pem'), '-inkey', file('key.pem'), '-certfile', file('chain.pem')]
      const cms = execFileSync('openssl', [...signing, ...by])
      expect(firstReport(withCms(pkcs7, cms))).toMatchObject({ indication: 'TOTAL_PASSED', integrity: 'intact' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('versions of SignedData', () => {
  it.each([3, 4, 5])('%i, as with OCSP responses among its revocation data (RFC 5652 §5.1)', (version) => {
    expect(reportOf(cades, luis, { version }).indication).toBe('TOTAL_PASSED')
  })
})
