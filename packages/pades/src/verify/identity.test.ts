import { describe, expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import { digestOf } from '../cms/digest.ts'
import type { CertificateId, ParsedCms } from '../cms/parse.ts'
import { newWorkBudget } from '../work-budget.ts'
import {
  checkKeyUsage,
  checkSigningCertificate,
  checkTrust,
  findSigner,
  readCertificates,
  signerOf,
} from './identity.ts'
import { issue } from './testing/certificates.ts'
import { ana, intermediate, luis, NOW, root } from './testing/signing.ts'

const { certificate: own } = ana
const serial = Uint8Array.of(0x55, 0x66)
/** Two certificates of one issuer with one serial number: a renewed one, and a decoy. */
const [twin, decoy] = ['Eva Paz', 'Eva Falsa'].map((name) => issue({ name, issuer: intermediate, serial }).certificate)
const namesake = issue({ name: 'Eva Paz', issuer: root, serial }).certificate

const idOf = (certificate: Certificate, more: Partial<CertificateId> = {}): CertificateId => ({
  version: 2,
  hash: 'sha256',
  certHash: digestOf('sha256', [certificate.der]),
  ...more,
})
const cmsOf = (signer: ParsedCms['signer'], signingCertificate: CertificateId | null = null) =>
  ({ signer, signingCertificate, certificates: [] as Uint8Array[] }) as ParsedCms
const named = ({ issuerDer, serialNumber }: Certificate) =>
  ({ kind: 'issuer-serial', issuer: issuerDer, serial: serialNumber }) as const

describe('the certificate of a signer', () => {
  it('has the issuer and the serial number that the signature names', () => {
    expect(findSigner(cmsOf(named(own)), [luis.certificate, own])).toBe(own)
    expect(findSigner(cmsOf(named(own)), [luis.certificate])).toBeNull()
    expect(findSigner(cmsOf(named(own)), [])).toBeNull()
    expect(findSigner(cmsOf(named(namesake)), [twin!, namesake])).toBe(namesake)
    expect(findSigner(cmsOf({ ...named(own), issuer: Uint8Array.of(1, 2, 3) }), [own])).toBeNull()
  })

  it('has the key identifier that the signature names, stated or derived', () => {
    const keyId = Buffer.from(own.subjectKeyId ?? '', 'hex')
    expect(findSigner(cmsOf({ kind: 'key-id', keyId }), [luis.certificate, own])).toBe(own)
    expect(findSigner(cmsOf({ kind: 'key-id', keyId }), [luis.certificate])).toBeNull()
  })

  it('of two with the same name is the one that the signature states', () => {
    expect(findSigner(cmsOf(named(twin!), idOf(twin!)), [decoy!, twin!])).toBe(twin)
    expect(findSigner(cmsOf(named(twin!), idOf(twin!)), [twin!, decoy!])).toBe(twin)
  })

  it('of two with the same name is the first when none is stated, or by an unknown digest', () => {
    expect(findSigner(cmsOf(named(twin!)), [decoy!, twin!])).toBe(decoy)
    expect(findSigner(cmsOf(named(twin!), idOf(own)), [decoy!, twin!])).toBe(decoy)
    expect(findSigner(cmsOf(named(twin!), idOf(twin!, { hash: '1.2.3' })), [decoy!, twin!])).toBe(decoy)
  })
})

describe('the certificates of a signature', () => {
  const cms = (certificates: Uint8Array[]) => ({ ...cmsOf(named(own)), certificates })

  it('are read as far as they are readable', () => {
    const read = readCertificates(cms([Uint8Array.of(1), own.der, Uint8Array.of()]), newWorkBudget())
    expect(read.map(({ fingerprint }) => fingerprint)).toEqual([own.fingerprint])
  })

  it('are read up to a limit, and cost steps', () => {
    const spent: number[] = []
    const budget = { spend: (steps: number) => void spent.push(steps) }
    expect(readCertificates(cms(Array.from({ length: 33 }, () => own.der)), budget)).toHaveLength(32)
    expect(readCertificates(cms([own.der]), budget)).toHaveLength(1)
    expect(spent).toEqual([320_000, 10_000])
  })
})

describe('the signing-certificate attribute (RFC 5035 §4)', () => {
  const check = (id: CertificateId | null, demanded = true) =>
    checkSigningCertificate(cmsOf(named(own), id), own, demanded)
  const undecided = (warning: string) => ({
    indication: 'INDETERMINATE',
    subindication: 'SIG_CONSTRAINTS_FAILURE',
    warning,
  })
  const { issuerDer: issuer, serialNumber } = own

  it('names the certificate', () => {
    expect(check(idOf(own))).toBeNull()
    expect(check(idOf(own), false)).toBeNull()
    expect(check(idOf(own, { hash: 'sha512', certHash: digestOf('sha512', [own.der]) }))).toBeNull()
    expect(check(idOf(own, { issuer, serial: serialNumber }))).toBeNull()
  })

  it('is required by PAdES alone', () => {
    expect(check(null)).toEqual(undecided('signing_certificate_attribute_missing'))
    expect(check(null, false)).toBeNull()
  })

  it.each([true, false])('fails a signature when it names another certificate (required: %s)', (demanded) => {
    const replaced = { indication: 'TOTAL_FAILED', warning: 'signing_certificate_replaced' }
    expect(check(idOf(luis.certificate), demanded)).toMatchObject(replaced)
    expect(check(idOf(own, { certHash: new Uint8Array(0) }), demanded)).toMatchObject(replaced)
  })

  it('leaves a signature undecided with an unknown digest', () => {
    expect(check(idOf(own, { hash: '1.2.3' }))).toEqual(undecided('signing_certificate_digest_unsupported'))
  })

  it.each<[string, Partial<CertificateId>]>([
    ['issuer', { issuer: root.certificate.issuerDer, serial: serialNumber }],
    ['issuer alone', { issuer: root.certificate.issuerDer }],
    ['unreadable issuer', { issuer: Uint8Array.of(1), serial: serialNumber }],
    ['serial number', { issuer, serial: '01' }],
    ['serial number alone', { serial: '01' }],
  ])('leaves a signature undecided with another %s', (_, more) => {
    expect(check(idOf(own, more))).toEqual(undecided('signing_certificate_issuer_differs'))
  })
})

it('recognizes a certificate for signatures', () => {
  const web = issue({ name: 'web', issuer: intermediate, extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] })
  expect(checkKeyUsage(own)).toBeNull()
  expect(checkKeyUsage(web.certificate)).toMatchObject({ indication: 'INDETERMINATE' })
})

describe('trust', () => {
  const [notBefore, notAfter] = [new Date('2026-02-10T00:00:00Z'), new Date('2026-04-10T00:00:00Z')]
  const eva = issue({ name: 'Eva Paz', issuer: intermediate, notBefore, notAfter })
  const trust = (times: Partial<Parameters<typeof checkTrust>[3]> = {}, anchors = [root.certificate]) => {
    const whole = { claimed: null, proven: null, now: NOW, ...times }
    const { trusted, findings } = checkTrust(eva.certificate, eva.chain, anchors, whole)
    return [trusted, ...findings.map(({ warning }) => warning)]
  }
  const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms)

  it('is that of the chain', () => {
    expect(trust()).toEqual([true])
    expect(trust({}, [])).toEqual([false, 'issuer_unknown'])
  })

  it('needs a claimed time within the certificate, to the millisecond', () => {
    const outside = [true, 'claimed_time_outside_certificate']
    expect(trust({ claimed: notBefore })).toEqual([true])
    expect(trust({ claimed: shifted(notBefore, -1) })).toEqual(outside)
    expect(trust({ claimed: notAfter })).toEqual([true])
    expect(trust({ claimed: shifted(notAfter, 1) })).toEqual(outside)
  })

  it('is decided at the proven time, which the claimed one cannot change', () => {
    expect(trust({ claimed: shifted(notBefore, -1), proven: NOW })).toEqual([true])
    expect(trust({ proven: shifted(notBefore, -1) })).toEqual([false, 'certificate_not_yet_valid'])
    expect(trust({ proven: NOW, now: shifted(notAfter, 1) })).toEqual([true])
    expect(trust({ now: shifted(notAfter, 1) })).toEqual([false, 'certificate_expired'])
  })
})

it('a signer is reported as the certificate says', () => {
  const { commonName: _, ...issuer } = own.issuer
  const report = { name: 'Ana Torres', organization: 'Pruebas', serial: own.serialNumber, country: 'EC' }
  expect(signerOf(own)).toEqual({ ...report, issuer: 'Entidad de prueba' })
  expect(signerOf({ ...own, issuer })).toEqual({ ...report, issuer: 'Pruebas' })
})
