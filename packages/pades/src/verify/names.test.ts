import { sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import { digestOf } from '../cms/digest.ts'
import { concatBytes, element, octetString, oid, sequence, setOf, smallInteger, Tag } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { issuerAndSerialOf, readNode, contentOf } from '../cms/read-der.ts'
import { issue, type TestIdentity } from './testing/certificates.ts'
import { attribute, contentInfo, coveredBytesOf, foreignSignedData, plainAttributes } from './testing/foreign-cms.ts'
import { firstReport, intermediate, luis, signAs, withCms } from './testing/signing.ts'
import { contract } from './testing/tiny-pdf.ts'

/** Equal names in different bytes (RFC 5280 §7.1), where a signature and its certificates repeat them. */

const signed = await signAs(luis, contract())
const printable = (text: string): Uint8Array => element(0x13, Buffer.from(text))
const written = (organization: Uint8Array, commonName: Uint8Array): Uint8Array =>
  sequence(
    setOf([sequence(oid('2.5.4.6'), printable('ec'))]),
    setOf([sequence(oid('2.5.4.10'), organization)]),
    setOf([sequence(oid('2.5.4.3'), commonName)]),
  )
const otherwise = written(printable('PRUEBAS '), printable('Entidad  de prueba'))
const another = written(printable('Pruebas'), printable('Otra entidad'))
const serialOf = ({ certificate }: TestIdentity): Uint8Array => issuerAndSerialOf(certificate.der).serial

function reportOf(identity: TestIdentity & { before?: Certificate[] }, signer: Uint8Array, issuerSerial: Uint8Array) {
  const covered = digestOf('sha256', [coveredBytesOf(signed)])
  const id = sequence(octetString(digestOf('sha256', [identity.certificate.der])), issuerSerial)
  const attributes = setOf(plainAttributes(covered, attribute(Oid.signingCertificateV2, sequence(sequence(id)))))
  const value = (message: Uint8Array): Uint8Array => sign('sha256', message, identity.privateKey)
  return firstReport(
    withCms(
      signed,
      contentInfo(foreignSignedData(signed, identity, { signer, attributes, value, before: identity.before })),
    ),
  )
}

const issuerSerialOf = (name: Uint8Array, serial: Uint8Array): Uint8Array =>
  sequence(sequence(element(0xa4, name)), serial)

describe('an issuer in another encoding', () => {
  const serial = serialOf(luis)

  it('in issuerAndSerialNumber and in signing-certificate', () => {
    expect(reportOf(luis, sequence(otherwise, serial), issuerSerialOf(otherwise, serial))).toMatchObject({
      indication: 'TOTAL_PASSED',
      signer: { name: 'Luis Vega' },
    })
  })

  it('in the certificate of the signer', () => {
    const eva = issue({ name: 'Eva Paz', issuer: intermediate, key: 'rsa', issuerName: otherwise })
    const own = issuerAndSerialOf(eva.certificate.der)
    expect(Buffer.from(own.issuer).equals(intermediate.certificate.subjectDer)).toBe(false)
    const { subjectDer } = intermediate.certificate
    expect(reportOf(eva, sequence(subjectDer, own.serial), issuerSerialOf(subjectDer, own.serial))).toMatchObject({
      indication: 'TOTAL_PASSED',
      trusted: true,
      signer: { name: 'Eva Paz' },
    })
  })

  it('with a serial number with a leading zero', () => {
    const longer = element(Tag.integer, concatBytes([Uint8Array.of(0), contentOf(readNode(serial))]))
    expect(reportOf(luis, sequence(otherwise, longer), issuerSerialOf(otherwise, longer)).indication).toBe(
      'TOTAL_PASSED',
    )
  })

  it('is another issuer when its text differs', () => {
    expect(reportOf(luis, sequence(another, serial), issuerSerialOf(otherwise, serial))).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'NO_SIGNING_CERTIFICATE_FOUND',
    })
    const wrongIds = [
      issuerSerialOf(another, serial),
      issuerSerialOf(otherwise, smallInteger(9)),
      issuerSerialOf(octetString(Uint8Array.of(1)), serial),
    ]
    for (const wrong of wrongIds) {
      expect(reportOf(luis, sequence(otherwise, serial), wrong)).toMatchObject({
        indication: 'INDETERMINATE',
        warnings: expect.arrayContaining(['signing_certificate_issuer_differs']),
      })
    }
  })
})

describe("several certificates with the signer's name", () => {
  it('the one in signing-certificate is the signer', () => {
    const serial = serialOf(luis)
    const decoy = issue({ name: 'Otro', issuer: intermediate, serial: contentOf(readNode(serial)) })
    const crowded = { ...luis, before: [decoy.certificate] }
    expect(reportOf(crowded, sequence(otherwise, serial), issuerSerialOf(otherwise, serial))).toMatchObject({
      indication: 'TOTAL_PASSED',
      signer: { name: 'Luis Vega' },
    })
  })
})
