import { createTestAuthority } from '@foja/testing/ca'
import { describe, expect, it } from 'vitest'
import { createHash, sign } from 'node:crypto'
import { parseCertificate } from '../certificate.ts'
import { signedAttributes, signedData } from './build.ts'
import { concatBytes, element, octetString, oid, sequence, setOf } from './der.ts'
import { parseCms } from './parse.ts'
import { addUnsignedAttribute, timestampAttribute } from './unsigned-attribute.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const person = authority.issue({ commonName: 'Ana', keyType: 'p256' })
const certificate = parseCertificate(person.certificate)
const contentDigest = createHash('sha256').update('x').digest()
const attributes = signedAttributes({ contentDigest, certificate, hash: 'sha256' })
const cms = signedData({
  signedAttributes: attributes,
  signature: sign('sha256', attributes, person.privateKey),
  certificate,
  chain: [],
  hash: 'sha256',
  algorithm: 'ecdsa',
})
const token = sequence(oid('1.2.840.113549.1.7.2'), octetString(Buffer.alloc(300, 1)))
const other = sequence(oid('1.2.840.113549.1.9.16.2.99'), setOf([octetString(Uint8Array.of(1))]))

describe('adding an unsigned attribute', () => {
  it('changes no signed bytes', () => {
    const stamped = addUnsignedAttribute(cms, timestampAttribute(token))
    const { timestampToken, timestampTokens, length, ...rest } = parseCms(stamped)
    expect([timestampToken, timestampTokens]).toEqual([token, [token]])
    expect(length).toBe(stamped.length)
    expect({ ...rest, timestampToken: null, timestampTokens: [], length: cms.length }).toEqual(parseCms(cms))
  })

  it('keeps existing ones, in DER order', () => {
    const one = addUnsignedAttribute(addUnsignedAttribute(cms, other), timestampAttribute(token))
    const two = addUnsignedAttribute(addUnsignedAttribute(cms, timestampAttribute(token)), other)
    expect(one).toEqual(two)
    expect(parseCms(one).timestampToken).toEqual(token)
  })

  it('converts surrounding indefinite lengths to definite ones', () => {
    const inside = cms.subarray(cms.length - (cms.length - 4))
    const indefinite = concatBytes([Uint8Array.of(0x30, 0x80), inside, Uint8Array.of(0, 0)])
    expect(parseCms(indefinite).signature).toEqual(parseCms(cms).signature)
    expect(addUnsignedAttribute(indefinite, other)).toEqual(addUnsignedAttribute(cms, other))
    expect(element(0x30, inside)).toEqual(cms)
  })
})
