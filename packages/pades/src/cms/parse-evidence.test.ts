import { createTestAuthority } from '@foja/testing/ca'
import { makeCrl } from '@foja/testing/pki-services-crl'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from '../certificate.ts'
import { signedAttributes, signedData } from './build.ts'
import { concatBytes, element, oid, sequence, setOf } from './der.ts'
import { Oid } from './oids.ts'
import { parseCms, parseTimestampCms } from './parse.ts'
import { children, encodingOf, readNode } from './read-der.ts'

const now = new Date('2026-06-15T12:00:00Z')
const authority = createTestAuthority({ keyType: 'p256', now })
const { intermediate } = authority
const certificate = parseCertificate(authority.issue({ commonName: 'Ana', keyType: 'p256' }).certificate)
const crl = makeCrl({ issuer: intermediate, thisUpdate: now, nextUpdate: null })
const ocsp = makeOcspResponse({ answers: [], signer: intermediate, producedAt: now })

const attribute = (type: string, ...values: Uint8Array[]): Uint8Array => sequence(oid(type), setOf(values))

function cms(extra: { signed?: Uint8Array[]; unsigned?: Uint8Array[] } = {}): Uint8Array {
  const plain = signedAttributes({ contentDigest: new Uint8Array(32), certificate, hash: 'sha256' })
  return signedData({
    signedAttributes: setOf([...children(readNode(plain)).map(encodingOf), ...(extra.signed ?? [])]),
    signature: Uint8Array.of(1),
    certificate,
    chain: [],
    hash: 'sha256',
    algorithm: 'ecdsa',
    unsignedAttributes: extra.unsigned,
  })
}

/** Puts `[1] crls` between certificates and signer infos. */
function withChoices(der: Uint8Array, ...choices: Uint8Array[]): Uint8Array {
  const [type, wrapped] = children(readNode(der))
  const fields = wrapped ? children(children(wrapped)[0] ?? wrapped).map(encodingOf) : []
  const infos = fields.pop()
  const content = sequence(...fields, element(0xa1, concatBytes(choices)), infos ?? new Uint8Array())
  return sequence(type ? encodingOf(type) : new Uint8Array(), element(0xa0, content))
}

describe('evidence inside a CMS', () => {
  it('is found in Adobe’s signed attribute', () => {
    const lists = [element(0xa0, sequence(crl, crl)), element(0xa1, sequence(ocsp))]
    const read = parseCms(cms({ signed: [attribute(Oid.revocationInfoArchival, sequence(...lists))] }))
    expect(read.revocation).toEqual({ crls: [crl, crl], ocsps: [ocsp] })
  })

  it('is found beside the certificates (RFC 5652 §10.2.1, RFC 5940)', () => {
    const other = element(0xa1, oid(Oid.revocationInfoOcsp), ocsp)
    const unknown = element(0xa1, oid('1.2.3'), ocsp)
    expect(parseCms(withChoices(cms(), crl, other, unknown)).revocation).toEqual({ crls: [crl], ocsps: [ocsp] })
  })

  it('does not invalidate the signature when damaged', () => {
    const damaged = attribute(Oid.revocationInfoArchival, sequence(element(0xa0, Uint8Array.of(1, 2))))
    expect(parseCms(cms({ signed: [damaged] })).revocation).toEqual({ crls: [], ocsps: [] })
    expect(parseCms(cms()).revocation).toEqual({ crls: [], ocsps: [] })
  })

  it('may be several timestamps', () => {
    const tokens = [sequence(oid('1.2.3')), sequence(oid('1.2.4'))]
    const read = parseCms(cms({ unsigned: [attribute(Oid.signatureTimestamp, ...tokens)] }))
    expect(read.timestampTokens).toEqual(tokens)
    expect(read.timestampToken).toEqual(tokens[0])
    expect(parseCms(cms())).toMatchObject({ timestampToken: null, timestampTokens: [] })
  })

  it('never includes a signature as a timestamp', () => {
    expect(() => parseTimestampCms(cms())).toThrow('cms_wrong_content_type')
  })
})
