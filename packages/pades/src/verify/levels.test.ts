import type { TestCertificate } from '@foja/testing/ca'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentTimestamp } from '../archive.ts'
import { explain } from '../explain.ts'
import { extend } from '../levels.ts'
import { writeDss } from '../pdf/dss.ts'
import { readPdf } from '../pdf/file.ts'
import { RevisionWriter } from '../pdf/revision-writer.ts'
import type { SignatureReport } from '../verify.ts'
import { at, certificateOf, createPki, type Pki } from './testing/pki.ts'
import { appendRevision, contract, stream } from './testing/tiny-pdf.ts'

let pki: Pki
const base = contract()

beforeEach(() => {
  pki = createPki()
})

const only = (signatures: readonly SignatureReport[]): SignatureReport => {
  const people = signatures.filter(({ kind }) => kind !== 'timestamp')
  expect(people).toHaveLength(1)
  return people[0]!
}

describe('levels in verify', () => {
  it.each(['B-B', 'B-T', 'B-LT', 'B-LTA'] as const)(
    '%s is reported; only evidence in the file makes it valid',
    async (level) => {
      const isContained = level === 'B-LT' || level === 'B-LTA'
      const ana = pki.issue({ commonName: 'Ana Torres' })
      const pdf = await pki.sign(base, ana, level)
      const report = pki.check(pdf, at(0.5))
      expect(report.summary).toBe(isContained ? 'valid' : 'indeterminate')
      const signature = only(report.signatures)
      expect(signature).toMatchObject({ level, trusted: true, claimed_at: at(0), modifications: [] })
      expect([signature.indication, signature.subindication]).toEqual(
        isContained ? ['TOTAL_PASSED', null] : ['INDETERMINATE', 'TRY_LATER'],
      )
      expect(signature.time_source).toBe(level === 'B-B' ? 'claimed' : 'timestamp')
      expect(signature.signed_at).toEqual(at(0))
      expect(signature.revocation).toBe(isContained ? 'good' : 'not_checked')
      expect(signature.revocation_source).toBe(isContained ? 'dss' : null)
      const open = ['revocation_not_checked', 'issuer_revocation_unknown']
      if (level === 'B-T') open.push('timestamp_revocation_unknown')
      expect(signature.warnings).toEqual(isContained ? [] : open)
      const kinds = level === 'B-B' ? [] : level === 'B-LTA' ? ['signature', 'document'] : ['signature']
      expect(signature.timestamps).toEqual(
        kinds.map((kind) => ({
          kind,
          time: at(0),
          tsa: 'Sellos',
          valid: true,
          trusted: true,
          problems: isContained ? [] : ['tsa_revocation_unknown'],
        })),
      )
    },
  )

  it('are the same when only an authority below the root is trusted', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const report = pki.check(pdf, at(0.5), { anchors: [certificateOf(pki.middle)] })
    expect(report.summary).toBe('valid')
    expect(only(report.signatures)).toMatchObject({ level: 'B-LTA', revocation: 'good' })
    const stranger = pki.check(pdf, at(0.5), { anchors: [] })
    expect(only(stranger.signatures)).toMatchObject({ level: 'B-LTA', trusted: false })
  })

  it('a document timestamp has its own report, and is not a person’s signature', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana Torres' }), 'B-LTA')
    const { signatures } = pki.check(pdf, at(1))
    expect(signatures.map(({ kind, level }) => [kind, level])).toEqual([
      ['signature', 'B-LTA'],
      ['timestamp', 'timestamp'],
    ])
    const [, stamp] = signatures
    expect(stamp).toMatchObject({
      indication: 'TOTAL_PASSED',
      signer: { name: 'Sellos', issuer: 'Entidad' },
      signed_at: at(0),
      claimed_at: null,
      time_source: 'timestamp',
      integrity: 'intact',
      coversWholeFile: true,
      trusted: true,
      revocation: 'good',
    })
    expect(explain(stamp!, 'es')).toMatch(/^El documento fue sellado el 1 de febrero de 2026, 09:30 UTC por Sellos/)
    expect(explain(signatures[0]!, 'es')).toContain('protegida para archivo')
  })

  it('a timestamp alone is no signature of the file', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const { signatures, summary } = pki.check(pdf, at(1))
    expect([signatures.length, summary]).toEqual([2, 'valid'])
    const stamped = Buffer.concat([base, (await documentTimestamp(base, pki.services)).tail])
    expect(pki.check(stamped, at(1))).toMatchObject({
      signatures: [{ indication: 'INDETERMINATE', subindication: 'TRY_LATER', time_source: 'timestamp' }],
      summary: 'unsigned',
    })
  })

  it('a document timestamp proves a B-B signature', async () => {
    const ana = pki.issue({ commonName: 'Ana', notAfter: at(30) })
    const signed = await pki.sign(base, ana, 'B-B')
    const extended = Buffer.concat([signed, (await extend(signed, 'B-LTA', pki.services)).tail])
    expect(only(pki.check(extended, at(60)).signatures)).toMatchObject({
      indication: 'TOTAL_PASSED',
      level: 'B-LTA',
      time_source: 'timestamp',
    })
  })

  it('one document timestamp over validation data is B-LTA too, as made by Acrobat', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const signed = await pki.sign(base, ana, 'B-B')
    const ocspOf = (about: TestCertificate, issuer: TestCertificate) =>
      makeOcspResponse({
        answers: [pki.answerFor(certificateOf(about).serialNumber, issuer)],
        signer: issuer,
        certificates: [],
        producedAt: at(0),
      })
    const writer = new RevisionWriter(readPdf(signed))
    const ocsps = [ocspOf(ana, pki.middle), ocspOf(pki.middle, pki.root)]
    writeDss(writer, [{ key: 'A'.repeat(40), certificates: [], crls: [], ocsps }])
    const known = Buffer.concat([signed, writer.finish().tail])
    expect(only(pki.check(known, at(0.5)).signatures)).toMatchObject({ level: 'B-B', revocation: 'unknown' })
    const archived = Buffer.concat([known, (await documentTimestamp(known, pki.services)).tail])
    // the file has no evidence about the authority of the timestamp
    expect(only(pki.check(archived, at(60)).signatures)).toMatchObject({ level: 'B-LTA', subindication: 'TRY_LATER' })
    const material = pki.evidenceOf(pki.tsa.current)
    expect(only(pki.check(archived, at(60), { material }).signatures)).toMatchObject({
      level: 'B-LTA',
      indication: 'TOTAL_PASSED',
    })
  })

  it('is intact with an unknown issuer and a claimed time when no anchor is given', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const report = pki.check(pdf, at(0.5), { anchors: [] })
    expect(report.summary).toBe('indeterminate')
    expect(report.signatures).toMatchObject([
      {
        subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
        time_source: 'claimed',
        warnings: ['timestamp_untrusted', 'issuer_unknown', 'revocation_stale', 'revocation_unknown'],
      },
      { subindication: 'NO_CERTIFICATE_CHAIN_FOUND', time_source: 'claimed', trusted: false },
    ])
  })

  it('three signers at B-LTA in turn, and a filled field between them', async () => {
    let pdf: Uint8Array = base
    for (const [day, name] of ['Ana', 'Luis', 'Eva'].entries()) {
      pki.state.now = at(day)
      pdf = await pki.sign(pdf, pki.issue({ commonName: name }), 'B-LTA')
      if (name === 'Luis') {
        pdf = appendRevision(pdf, {
          10: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V (Luis) /AP << /N 12 0 R >> >>',
          12: stream(
            'BT /Helv 12 Tf 2 5 Td (Luis) Tj ET',
            '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
          ),
        })
      }
    }
    const report = pki.check(pdf, at(10))
    expect(report.summary).toBe('valid')
    expect(report.signatures.map(({ level, modifications }) => [level, modifications])).toEqual(
      ['B-LTA', 'timestamp', 'B-LTA', 'timestamp', 'B-LTA', 'timestamp'].map((level) => [level, []]),
    )
    expect(report.signatures[0]?.timestamps).toHaveLength(4)
  })

  it('a certified document is extended, even under P 1', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA', { certify: 1 })
    expect(pki.check(pdf, at(1)).signatures).toMatchObject([
      { kind: 'certification', level: 'B-LTA', indication: 'TOTAL_PASSED' },
      { kind: 'timestamp', indication: 'TOTAL_PASSED' },
    ])
  })
})

describe('after the certificate expired', () => {
  const signedAt = async (level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA') =>
    only(pki.check(await pki.sign(base, pki.issue({ commonName: 'Ana', notAfter: at(30) }), level), at(60)).signatures)

  it('without a timestamp nothing proves that it was valid', async () => {
    expect(await signedAt('B-B')).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'OUT_OF_BOUNDS_NO_POE',
      warnings: expect.arrayContaining(['certificate_expired']),
    })
  })

  it('with a timestamp but no revocation answer, validity is undecidable', async () => {
    expect(await signedAt('B-T')).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'OUT_OF_BOUNDS_NO_POE',
      trusted: true,
      warnings: expect.arrayContaining(['expired_without_revocation']),
    })
  })

  it.each(['B-LT', 'B-LTA'] as const)('%s stays valid', async (level) => {
    expect(await signedAt(level)).toMatchObject({ indication: 'TOTAL_PASSED', revocation: 'good', level })
  })

  it('and that of the timestamp authority too, only a later timestamp helps', async () => {
    pki.tsa.current = pki.newTsa({ notAfter: at(300) })
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana', notAfter: at(30) }), 'B-LTA')
    expect(pki.check(pdf, at(400)).signatures).toMatchObject([
      { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', time_source: 'claimed' },
      { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE' },
    ])
    pki.state.now = at(200)
    pki.tsa.current = pki.newTsa({ notAfter: at(900) })
    const renewed = Buffer.concat([pdf, (await extend(pdf, 'B-LTA', pki.services)).tail])
    expect(pki.check(renewed, at(400)).signatures).toMatchObject([
      { subindication: 'TRY_LATER', time_source: 'timestamp', signed_at: at(0) },
      { subindication: 'TRY_LATER' },
      { subindication: 'TRY_LATER', warnings: ['timestamp_revocation_unknown', 'revocation_not_checked'] },
    ])
    const { signatures, summary } = pki.check(renewed, at(400), { material: pki.evidenceOf(pki.tsa.current) })
    expect(signatures.map(({ indication, level, signed_at }) => [indication, level, signed_at])).toEqual([
      ['TOTAL_PASSED', 'B-LTA', at(0)],
      ['TOTAL_PASSED', 'timestamp', at(0)],
      ['TOTAL_PASSED', 'timestamp', at(200)],
    ])
    expect(summary).toBe('valid')
    // the last one expires in its turn
    expect(pki.check(renewed, at(1000)).summary).toBe('indeterminate')
  })
})
