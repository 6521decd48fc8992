import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { element, octetString, sequence, setOf, Tag } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { attribute, contentInfo, type ForeignForm, foreignSignedData, plainAttributes } from './testing/foreign-cms.ts'
import { coveredDigest, firstReport, luis, signAs, SIGNED_AT, signChanged, withCms } from './testing/signing.ts'
import { contract } from './testing/tiny-pdf.ts'

/** The form of PAdES baseline (ETSI EN 319 142-1 §6.3), and what a signature without it is reported as. */

const room = { contentsSize: 12_000 }
const cades = await signAs(luis, contract(), room)
const pkcs7 = signChanged(luis, contract(), (tail) => tail.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.detached'))
const timeless = signChanged(luis, contract(), (tail) =>
  tail.replace(/\/M \([^)]*\)/, (found) => ' '.repeat(found.length)),
)

const certificateId = sequence(octetString(createHash('sha256').update(luis.certificate.der).digest()))
const named = attribute(Oid.signingCertificateV2, sequence(sequence(certificateId)))
const later = '260201100000Z'
const signingTime = attribute(Oid.signingTime, element(Tag.utcTime, Buffer.from(later)))
const claimed = new Date('2026-02-01T10:00:00Z')

const form = (pdf: Uint8Array, ...more: Uint8Array[]): ForeignForm => ({
  attributes: setOf(plainAttributes(coveredDigest(pdf), ...more)),
})
const reportOf = (pdf: Uint8Array, given: ForeignForm) =>
  firstReport(withCms(pdf, contentInfo(foreignSignedData(pdf, luis, given))))

describe('the form of a signature', () => {
  it('is that of PAdES with a certificate, a time in the dictionary, and none in the CMS', () => {
    expect(reportOf(cades, form(cades, named))).toMatchObject({ level: 'B-B', warnings: [], claimed_at: SIGNED_AT })
    expect(reportOf(cades, form(cades, named, signingTime))).toMatchObject({
      indication: 'TOTAL_PASSED',
      level: 'CMS',
      warnings: ['signing_time_attribute_present'],
      claimed_at: SIGNED_AT,
    })
    expect(reportOf(cades, form(cades))).toMatchObject({ level: 'CMS' })
  })

  it('is none of PAdES without a time in the dictionary, which the CMS may state', () => {
    expect(reportOf(timeless, form(timeless, named))).toMatchObject({ level: 'CMS', claimed_at: null, signed_at: null })
    const stated = reportOf(timeless, form(timeless, named, signingTime))
    expect(stated).toMatchObject({ level: 'CMS', claimed_at: claimed, signed_at: claimed })
  })

  it('is PKCS#7 by its name, with or without the attributes of PAdES', () => {
    const plain = { indication: 'TOTAL_PASSED', level: 'CMS', warnings: [] }
    expect(reportOf(pkcs7, form(pkcs7, named))).toMatchObject(plain)
    expect(reportOf(pkcs7, form(pkcs7, named, signingTime))).toMatchObject(plain)
    expect(reportOf(pkcs7, form(pkcs7))).toMatchObject(plain)
  })

  it('without signed attributes is reported', () => {
    expect(reportOf(pkcs7, { attributes: null }).warnings).toEqual(['no_signed_attributes'])
  })
})
