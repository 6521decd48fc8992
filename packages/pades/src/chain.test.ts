import { describe, expect, it } from 'vitest'
import type { CertificateOptions, TestCertificate } from '@foja/testing/ca'
import { createTestAuthority, makeCertificate } from '@foja/testing/ca'
import {
  directoryName,
  dnsName,
  emailName,
  encodeExtension,
  encodeName,
  encodeNameConstraints,
} from '@foja/testing/certificate-encoding'
import { sequence } from './cms/der.ts'
import { parseCertificate } from './certificate.ts'
import { buildChain, issuersInOrder } from './chain.ts'

const now = new Date('2026-03-01T12:00:00Z')
const day = 86_400_000
const at = (days: number) => new Date(now.getTime() + days * day)
const authority = createTestAuthority({ now, keyType: 'p256' })
const parsed = ({ certificate }: TestCertificate) => parseCertificate(certificate)
const root = parsed(authority.root)
const intermediate = parsed(authority.intermediate)
const make = (options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ commonName: 'X', keyType: 'p256', now, issuer: authority.intermediate, ...options })
const authorityUnder = (issuer: TestCertificate | undefined, options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ commonName: 'AC', keyType: 'p256', isCa: true, now, issuer, ...options })

/** Verifies a leaf of a given authority, whose root is the only anchor. */
function judge(issuer: TestCertificate, options: Partial<CertificateOptions> = {}, anchor = authority.root) {
  const leaf = make({ issuer, ...options })
  const others = leaf.chain.map((der) => parseCertificate(der))
  return buildChain(parsed(leaf), others, [parsed(anchor)], now)
}

describe('buildChain', () => {
  it('reaches the anchor, given the intermediates in any order', () => {
    const leaf = parsed(make())
    const { trusted, path, reason } = buildChain(leaf, [root, leaf, intermediate, intermediate], [root], now)
    expect({ trusted, reason }).toEqual({ trusted: true, reason: undefined })
    expect(path).toEqual([leaf, intermediate, root])
  })

  it.each(['rsa2048', 'p384', 'p521', 'ed25519'] as const)('checks %s leaves', (keyType) => {
    expect(judge(authority.intermediate, { keyType }).trusted).toBe(true)
  })

  it('checks SHA-384 and SHA-512 by RSA and EC issuers', () => {
    const rsaRoot = authorityUnder(undefined, { keyType: 'rsa2048' })
    for (const hash of ['sha384', 'sha512'] as const) {
      expect(judge(rsaRoot, { hash }, rsaRoot).trusted).toBe(true)
      expect(judge(authority.intermediate, { hash }).trusted).toBe(true)
    }
  })

  it('accepts an intermediate, or the certificate itself, as an anchor', () => {
    const leaf = parsed(make())
    expect(buildChain(leaf, [], [intermediate], now).trusted).toBe(true)
    expect(buildChain(leaf, [], [leaf], now).trusted).toBe(true)
  })

  it('finds no issuer without an anchor or without the intermediate', () => {
    const leaf = parsed(make())
    expect(buildChain(leaf, [intermediate, root], [], now)).toMatchObject({ trusted: false, reason: 'issuer_unknown' })
    expect(buildChain(leaf, [], [root], now)).toMatchObject({ trusted: false, reason: 'issuer_unknown', path: [leaf] })
  })

  it('is not misled by another authority with the same name', () => {
    const other = createTestAuthority({ now, keyType: 'p256' })
    const leaf = parsed(make())
    expect(buildChain(leaf, [parsed(other.intermediate)], [parsed(other.root)], now).trusted).toBe(false)
  })

  it.each([
    ['with key identifiers', true],
    ['without key identifiers', false],
  ])('distinguishes authorities of one name by their key, %s', (_which, identified) => {
    const [one, two] = [authorityUnder(undefined), authorityUnder(undefined)]
    const bare = (certificate: TestCertificate) => {
      const { authorityKeyId: _authority, subjectKeyId: _subject, ...rest } = parsed(certificate)
      return identified ? parsed(certificate) : rest
    }
    const anchors = [bare(one), bare(two)]
    for (const issuer of [one, two]) {
      const leaf = bare(make({ issuer }))
      for (const order of [anchors, anchors.toReversed()]) {
        const { trusted, path } = buildChain(leaf, [], order, now)
        expect(trusted).toBe(true)
        expect(path[1]?.fingerprint).toBe(parsed(issuer).fingerprint)
        expect(issuersInOrder(leaf, order).map(({ fingerprint }) => fingerprint)).toEqual([parsed(issuer).fingerprint])
      }
      expect(buildChain(leaf, [], [bare(issuer === one ? two : one)], now).trusted).toBe(false)
    }
  })

  it('detects forged signatures', () => {
    const leaf = make({ extensions: [] })
    const forged = Uint8Array.from(leaf.certificate)
    // the subject's common name 'X' is in the signed part, after 2.5.4.3, a string's tag and the length 1; another
    // letter keeps the structure valid
    const commonName = Buffer.from(forged).lastIndexOf(Buffer.from([0x55, 0x04, 0x03]))
    expect(Buffer.from(forged.subarray(commonName + 4, commonName + 6))).toEqual(Buffer.from([1, 'X'.charCodeAt(0)]))
    forged[commonName + 5] = 'Y'.charCodeAt(0)
    expect(buildChain(parseCertificate(forged), [intermediate], [root], now)).toMatchObject({
      trusted: false,
      reason: 'bad_signature',
    })
  })

  it('checks validity at the given time, for every certificate of the path', () => {
    const leaf = parsed(make({ notBefore: at(-10), notAfter: at(10) }))
    const reasonAt = (days: number) => buildChain(leaf, [intermediate], [root], at(days)).reason
    expect([reasonAt(-11), reasonAt(-10), reasonAt(0), reasonAt(10), reasonAt(11)]).toEqual([
      'not_yet_valid',
      undefined,
      undefined,
      undefined,
      'expired',
    ])
    const old = authorityUnder(authority.root, { notBefore: at(-20), notAfter: at(-1) })
    expect(judge(old).reason).toBe('expired')
  })

  it('refuses issuers that are not authorities', () => {
    expect(judge(make()).reason).toBe('not_a_ca')
    expect(judge(authorityUnder(authority.root, { keyUsage: ['digitalSignature'] })).reason).toBe('not_a_ca')
    expect(judge(authorityUnder(authority.root, { isCa: false, keyUsage: ['keyCertSign'] })).reason).toBe('not_a_ca')
  })

  it('limits the path length', () => {
    // the intermediate has pathLength 0: only end entities below it
    expect(judge(authorityUnder(authority.intermediate, { commonName: 'Inferior' })).reason).toBe('path_length')
    const one = authorityUnder(authority.root, { commonName: 'Uno', pathLength: 1 })
    const two = authorityUnder(one, { commonName: 'Dos' })
    expect(judge(two).trusted).toBe(true)
    expect(judge(authorityUnder(two, { commonName: 'Tres' })).reason).toBe('path_length')
  })

  it("flags weak digests and keys, except in the anchor's self-signature", () => {
    expect(judge(authority.intermediate, { hash: 'sha1' }).reason).toBe('weak_algorithm')
    expect(judge(authority.intermediate, { keyType: 'rsa1024' }).reason).toBe('weak_algorithm')
    const oldRoot = authorityUnder(undefined, { keyType: 'rsa2048', hash: 'sha1' })
    expect(judge(oldRoot, {}, oldRoot).trusted).toBe(true)
    const weakRoot = authorityUnder(undefined, { keyType: 'rsa1024' })
    expect(judge(weakRoot, {}, weakRoot).reason).toBe('weak_algorithm')
    const md5Root = authorityUnder(undefined, { keyType: 'rsa2048' })
    expect(judge(md5Root, { hash: 'md5' }, md5Root).reason).toBe('weak_algorithm')
  })

  it('refuses unknown critical extensions and ignores unknown others', () => {
    const extension = (critical: boolean) => encodeExtension('1.3.6.1.4.1.99999.1', critical, sequence())
    expect(judge(authority.intermediate, { extensions: [extension(true)] }).reason).toBe('unknown_critical_extension')
    expect(judge(authority.intermediate, { extensions: [extension(false)] }).trusted).toBe(true)
  })

  it('terminates with loops of cross-certified authorities', () => {
    const a = authorityUnder(undefined, { commonName: 'A' })
    const b = authorityUnder(undefined, { commonName: 'B' })
    const aByB = authorityUnder(b, { commonName: 'A', privateKey: a.privateKey })
    const bByA = authorityUnder(a, { commonName: 'B', privateKey: b.privateKey })
    const leaf = parsed(make({ issuer: a }))
    const pool = [a, b, aByB, bByA].map(parsed)
    expect(buildChain(leaf, pool, [], now).reason).toBe('issuer_unknown')
    expect(buildChain(leaf, pool, [parsed(b)], now).trusted).toBe(true)
    expect(buildChain(leaf, [parsed(aByB)], [parsed(a)], now).trusted).toBe(true)
  })

  it('prefers the valid path among several', () => {
    const key = authority.intermediate.privateKey
    const name = 'Autoridad de Certificación Subordinada de Pruebas'
    const expired = authorityUnder(authority.root, {
      commonName: name,
      organization: 'Entidad de Certificación de Pruebas',
      privateKey: key,
      notBefore: at(-9),
      notAfter: at(-1),
    })
    expect(buildChain(parsed(make()), [parsed(expired), intermediate], [root], now).trusted).toBe(true)
    expect(buildChain(parsed(make()), [parsed(expired)], [root], now).reason).toBe('expired')
  })

  it('applies the constraints of the anchor itself, not those of a forgeable copy', () => {
    const stranger = authorityUnder(undefined, { commonName: 'Cualquiera' })
    const old = authorityUnder(undefined, { commonName: 'Raíz vieja', notBefore: at(-90), notAfter: at(-1) })
    const copy = { commonName: 'Raíz vieja', privateKey: old.privateKey }
    for (const forged of [authorityUnder(stranger, copy), authorityUnder(undefined, copy)]) {
      const { trusted, reason, path } = buildChain(parsed(make({ issuer: old })), [parsed(forged)], [parsed(old)], now)
      expect({ trusted, reason }).toEqual({ trusted: false, reason: 'expired' })
      expect(path.at(-1)).toEqual(parsed(old))
    }
    const narrow = authorityUnder(undefined, { commonName: 'Raíz', pathLength: 0 })
    const rogue = authorityUnder(narrow, { commonName: 'Intrusa' })
    const wide = authorityUnder(stranger, { commonName: 'Raíz', privateKey: narrow.privateKey })
    const pool = [rogue, wide].map(parsed)
    expect(buildChain(parsed(make({ issuer: rogue })), pool, [parsed(narrow)], now)).toMatchObject({
      trusted: false,
      reason: 'path_length',
    })
  })

  it('does not mistake a copy of a trusted certificate for the certificate itself', () => {
    const person = make()
    const copy = make({ issuer: authorityUnder(undefined), privateKey: person.privateKey })
    expect(buildChain(parsed(copy), [], [parsed(person)], now)).toMatchObject({
      trusted: false,
      reason: 'issuer_unknown',
    })
  })

  it('accepts a renewed anchor beside the expired one', () => {
    const old = authorityUnder(undefined, { commonName: 'Raíz', notBefore: at(-90), notAfter: at(-1) })
    const renewed = authorityUnder(undefined, { commonName: 'Raíz', privateKey: old.privateKey })
    const leaf = parsed(make({ issuer: old }))
    expect(buildChain(leaf, [], [parsed(old), parsed(renewed)], now).trusted).toBe(true)
  })

  it('ignores case, spacing and string type in names', () => {
    const upper = authorityUnder(undefined, { commonName: 'Autoridad  Raíz', stringType: 'bmp' })
    const lower = authorityUnder(undefined, { commonName: 'AUTORIDAD RAÍZ', privateKey: upper.privateKey })
    expect(buildChain(parsed(make({ issuer: upper })), [], [parsed(lower)], now).trusted).toBe(true)
  })

  it('limits the search among floods of look-alikes', () => {
    const key = authority.intermediate.privateKey
    const subject = { commonName: 'Igual', organization: 'Y' }
    const first = authorityUnder(undefined, { ...subject, privateKey: key })
    const pool = Array.from({ length: 60 }, () => parsed(authorityUnder(first, { ...subject })))
    expect(buildChain(parsed(make({ issuer: first })), pool, [root], now).trusted).toBe(false)
  })
})

describe('name constraints', () => {
  const constrained = (permitted: Uint8Array[], excluded: Uint8Array[] = []) =>
    authorityUnder(authority.root, {
      extensions: [encodeExtension('2.5.29.30', true, encodeNameConstraints(permitted, excluded))],
    })
  const alternative = (...names: Uint8Array[]) => [encodeExtension('2.5.29.17', false, sequence(...names))]
  const country = (code: string) => directoryName(encodeName([['C', code]]))

  it('restrict subjects to permitted and excluded directories', () => {
    const subject = (code: string) => ({
      subject: [
        ['C', code],
        ['CN', 'X'],
      ] satisfies CertificateOptions['subject'],
    })
    expect(judge(constrained([country('EC')]), subject('EC')).trusted).toBe(true)
    expect(judge(constrained([country('EC')]), subject('PE')).reason).toBe('name_constraints')
    expect(judge(constrained([], [country('PE')]), subject('PE')).reason).toBe('name_constraints')
    expect(judge(constrained([], [country('PE')]), subject('EC')).trusted).toBe(true)
  })

  it('restrict mail addresses and hosts', () => {
    const mail = (address: string) => ({ extensions: alternative(emailName(address)) })
    const host = (name: string) => ({ extensions: alternative(dnsName(name)) })
    expect(judge(constrained([emailName('ejemplo.ec')]), mail('a@ejemplo.ec')).trusted).toBe(true)
    expect(judge(constrained([emailName('ejemplo.ec')]), mail('a@sub.ejemplo.ec')).reason).toBe('name_constraints')
    expect(judge(constrained([emailName('.ejemplo.ec')]), mail('a@sub.ejemplo.ec')).trusted).toBe(true)
    expect(judge(constrained([emailName('b@ejemplo.ec')]), mail('a@ejemplo.ec')).reason).toBe('name_constraints')
    expect(judge(constrained([emailName('ejemplo.ec')]), { email: 'a@otro.ec' }).reason).toBe('name_constraints')
    expect(judge(constrained([dnsName('ejemplo.ec')]), host('www.ejemplo.ec')).trusted).toBe(true)
    expect(judge(constrained([dnsName('ejemplo.ec')]), host('malejemplo.ec')).reason).toBe('name_constraints')
    expect(judge(constrained([], [dnsName('ejemplo.ec')]), host('ejemplo.ec')).reason).toBe('name_constraints')
  })

  it('count as violated when damaged', () => {
    const broken = authorityUnder(authority.root, {
      extensions: [encodeExtension('2.5.29.30', true, Uint8Array.of(0x30, 0x05, 0xa0))],
    })
    expect(judge(broken).reason).toBe('name_constraints')
  })
})

describe('issuersInOrder', () => {
  it('orders the issuers it finds and omits unrelated ones', () => {
    const leaf = parsed(make())
    expect(issuersInOrder(leaf, [root, parsed(make()), leaf, intermediate])).toEqual([intermediate, root])
    expect(issuersInOrder(leaf, [root])).toEqual([])
    expect(issuersInOrder(root, [root])).toEqual([])
  })
})
