import { constants, createHash, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedAttributes } from '../cms/build.ts'
import {
  algorithmIdentifier,
  concatBytes,
  element,
  nullElement,
  octetString,
  oid,
  sequence,
  setOf,
  smallInteger,
  Tag,
} from '../cms/der.ts'
import { digestOids, Oid, rsaSignatureOids } from '../cms/oids.ts'
import { children, encodingOf, readNode } from '../cms/read-der.ts'
import { readDate } from './signature-entry.ts'
import { coveredDigest, firstReport, luis, signAs, signChanged, withCms } from './testing/signing.ts'
import { attribute, contentInfo, type ForeignForm, foreignSignedData, plainAttributes } from './testing/foreign-cms.ts'
import { contract } from './testing/tiny-pdf.ts'

/** Valid output of other programs that differs from ours. */

const base = contract()
const cades = await signAs(luis, base)
const pkcs7 = signChanged(luis, base, (tail) => tail.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.detached'))
const sha256 = algorithmIdentifier(digestOids.sha256)
const ours = (pdf: Uint8Array) =>
  signedAttributes({ contentDigest: coveredDigest(pdf), certificate: luis.certificate, hash: 'sha256' })
const plain = (pdf: Uint8Array, ...more: Uint8Array[]) => plainAttributes(coveredDigest(pdf), ...more)
const signedDataOf = (pdf: Uint8Array, form: ForeignForm) => foreignSignedData(pdf, luis, form)
const reportOf = (pdf: Uint8Array, form: ForeignForm) => firstReport(withCms(pdf, contentInfo(signedDataOf(pdf, form))))

describe('signatures by other programs', () => {
  it('RSASSA-PSS', () => {
    const digest = element(0xa0, sha256)
    const mask = element(0xa1, algorithmIdentifier(Oid.mgf1, sha256))
    const parameters = (salt: number) => sequence(digest, mask, element(0xa2, smallInteger(salt)))
    const value = (attributes: Uint8Array) =>
      sign('sha256', attributes, { key: luis.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
    const pss = (salt: number): ForeignForm => ({ algorithm: sequence(oid(Oid.rsaPss), parameters(salt)), value })
    expect(reportOf(cades, pss(32)).indication).toBe('TOTAL_PASSED')
    expect(reportOf(cades, pss(20)).subindication).toBe('SIG_CRYPTO_FAILURE')
  })

  it('rsaEncryption, with the digest named elsewhere', () => {
    expect(reportOf(cades, { algorithm: algorithmIdentifier(Oid.rsaEncryption, nullElement()) }).indication).toBe(
      'TOTAL_PASSED',
    )
  })

  it('a signer named by key identifier', () => {
    const keyId = createHash('sha1').update(luis.certificate.publicKeyDer).digest()
    expect(reportOf(cades, { signer: element(0x80, keyId), version: 3, signerVersion: 3 }).indication).toBe(
      'TOTAL_PASSED',
    )
  })

  it('attributes signed in their original order', () => {
    const items = children(readNode(ours(cades)))
      .map(encodingOf)
      .toReversed()
    expect(reportOf(cades, { attributes: element(Tag.set, concatBytes(items)) }).indication).toBe('TOTAL_PASSED')
  })

  it('BER with indefinite lengths', () => {
    const end = Uint8Array.of(0, 0)
    const inner = concatBytes([Uint8Array.of(0xa0, 0x80), signedDataOf(cades, {}), end])
    const ber = concatBytes([Uint8Array.of(0x30, 0x80), oid(Oid.signedData), inner, end])
    expect(firstReport(withCms(cades, ber)).indication).toBe('TOTAL_PASSED')
  })

  it('plain PKCS#7 with a signing time', () => {
    const time = attribute(Oid.signingTime, element(Tag.utcTime, Buffer.from('260201093000Z')))
    const attributes = setOf(plain(pkcs7, time))
    expect(reportOf(pkcs7, { attributes })).toMatchObject({ indication: 'TOTAL_PASSED', level: 'CMS' })
  })

  it('signing-certificate version 1, by SHA-1', () => {
    const id = sequence(octetString(createHash('sha1').update(luis.certificate.der).digest()))
    const attributes = setOf(plain(cades, attribute(Oid.signingCertificate, sequence(sequence(id)))))
    expect(reportOf(cades, { attributes }).indication).toBe('TOTAL_PASSED')
  })
})

describe('signatures that other programs get wrong', () => {
  it('CAdES without signing-certificate', () => {
    const report = reportOf(cades, { attributes: setOf(plain(cades)) })
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'SIG_CONSTRAINTS_FAILURE',
      level: 'CMS',
    })
  })

  it('a digest that differs from that of the signature algorithm', () => {
    const value = (attributes: Uint8Array) => sign('sha512', attributes, luis.privateKey)
    const report = reportOf(cades, { algorithm: algorithmIdentifier(rsaSignatureOids.sha512, nullElement()), value })
    expect(report).toMatchObject({
      indication: 'TOTAL_FAILED',
      warnings: expect.arrayContaining(['algorithms_disagree']),
    })
  })

  it.each([
    ['twice', (items: Uint8Array[]) => [...items, items[1]!], 'cms_attribute_repeated'],
    ['never', (items: Uint8Array[]) => items.slice(0, 1), 'cms_attribute_missing'],
    [
      'with two values',
      (items: Uint8Array[]) => [
        items[0]!,
        sequence(oid(Oid.messageDigest), setOf([octetString(new Uint8Array(32)), octetString(new Uint8Array(32))])),
      ],
      'cms_attribute_repeated',
    ],
  ])('message-digest %s', (_, change, warning) => {
    expect(reportOf(cades, { attributes: setOf(change(plain(cades))) })).toMatchObject({
      indication: 'TOTAL_FAILED',
      warnings: [warning],
    })
  })
})

describe('PDF dates', () => {
  it.each([
    ['D:20260201093000Z', '2026-02-01T09:30:00.000Z'],
    ["D:20260201043000-05'00'", '2026-02-01T09:30:00.000Z'],
    ["D:20260201150000+05'30", '2026-02-01T09:30:00.000Z'],
    ['D:2026', '2026-01-01T00:00:00.000Z'],
  ])('%s', (text, expected) => expect(readDate(text)?.toISOString()).toBe(expected))

  it.each(['', '2026-02-01', 'D:', 'D:26'])('%j is invalid', (text) => expect(readDate(text)).toBeNull())
})
