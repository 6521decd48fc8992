import { createHash } from 'node:crypto'
import type { TestCertificate } from '@foja/testing/ca'
import type { RevocationReason } from '@foja/testing/pki-services-crl'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { makeTimestampToken, type TokenOptions } from '@foja/testing/pki-services-tsa'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentTimestamp } from '../archive.ts'
import { parseCms } from '../cms/parse.ts'
import { addUnsignedAttribute, timestampAttribute } from '../cms/unsigned-attribute.ts'
import { parseOcspResponse } from '../ocsp/response.ts'
import { verifyOnline } from '../verify-online.ts'
import type { SignatureReport } from '../verify.ts'
import { at, certificateOf, createPki, type Pki } from './testing/pki.ts'
import { cmsOf, withCms } from './testing/signing.ts'
import { contract } from './testing/tiny-pdf.ts'

/** Limits and order of the times that a timestamp can prove; forged ones are in `time-attacks.test.ts`. */

let pki: Pki
let ana: TestCertificate
beforeEach(() => {
  pki = createPki()
  ana = pki.issue({ commonName: 'Ana' })
})

const MINUTE = 60_000
const after = (days: number, ms: number): Date => new Date(at(days).getTime() + ms)
const signed = (level: 'B-B' | 'B-T' = 'B-B') => pki.sign(contract(), ana, level, { contentsSize: 32_000 })

/** Adds a timestamp of the authority to the signature. */
function withToken(pdf: Uint8Array, options: Partial<TokenOptions> & { genTime: Date }): Uint8Array {
  const cms = cmsOf(pdf)
  const digest = createHash('sha256').update(parseCms(cms).signature).digest()
  const token = makeTimestampToken({ tsa: pki.tsa.current, imprint: { hash: 'sha256', digest }, ...options })
  return withCms(pdf, addUnsignedAttribute(cms, timestampAttribute(token)))
}

async function archived(pdf: Uint8Array, when: Date, tsa = pki.tsa.current): Promise<Uint8Array> {
  pki.state.now = when
  pki.tsa.current = tsa
  return Buffer.concat([pdf, (await documentTimestamp(pdf, pki.services)).tail])
}

/** Current answers about these certificates, and about their authority. */
function evidenceOf(...about: TestCertificate[]) {
  const answers = [pki.answerFor(certificateOf(pki.middle).serialNumber, pki.root)]
  const ofRoot = makeOcspResponse({ answers, signer: pki.root, certificates: [], producedAt: pki.state.now })
  const own = pki.evidenceOf(...about)
  return { ...own, ocsps: [...own.ocsps, parseOcspResponse(ofRoot)] }
}

const reportsOf = (pdf: Uint8Array, now: Date, options = {}) => {
  const { signatures } = pki.check(pdf, now, options)
  const person = signatures.find(({ kind }) => kind !== 'timestamp')
  return { person: person as SignatureReport, stamps: signatures.filter(({ kind }) => kind === 'timestamp') }
}
const problemsOf = (pdf: Uint8Array, now: Date) =>
  reportsOf(pdf, now).person.timestamps.map(({ problems }) =>
    problems.filter((code) => code !== 'tsa_revocation_unknown'),
  )

describe('a clock that differs from the authority’s', () => {
  it('by five minutes is accepted, and not by more', async () => {
    const pdf = await signed()
    expect(problemsOf(withToken(pdf, { genTime: after(1, 5 * MINUTE) }), at(1))).toEqual([[]])
    const later = withToken(pdf, { genTime: after(1, 5 * MINUTE + 1), fraction: true })
    expect(problemsOf(later, at(1))).toEqual([['in_future']])
  })

  it('by a minute from that of a later timestamp is accepted, and not by more', async () => {
    const pdf = await signed()
    const inOrder = await archived(withToken(pdf, { genTime: after(1, MINUTE) }), at(1))
    expect(problemsOf(inOrder, at(2))).toEqual([[], []])
    const late = await archived(withToken(pdf, { genTime: after(1, MINUTE + 1), fraction: true }), at(1))
    expect(problemsOf(late, at(2))).toEqual([['order'], []])
  })

  it('by five minutes from the signer’s is accepted, and more is reported', async () => {
    const pdf = await signed()
    const early = (ms: number) => withToken(pdf, { genTime: after(0, -ms), fraction: ms % 1000 > 0 })
    expect(reportsOf(early(5 * MINUTE), at(1)).person.warnings).not.toContain('claimed_time_after_timestamp')
    expect(reportsOf(early(5 * MINUTE + 1), at(1)).person.warnings).toContain('claimed_time_after_timestamp')
  })
})

describe('a timestamp whose authority was revoked (RFC 3161 §4)', () => {
  /** A document timestamp of day 5; its authority is revoked, and asked on day 10. */
  async function revoked(day: number, reason?: RevocationReason) {
    const pdf = await archived(await signed(), at(5))
    pki.revoke(pki.tsa.current, at(day), reason)
    pki.state.now = at(10)
    return reportsOf(pdf, at(10), { material: evidenceOf(pki.tsa.current, ana) })
  }
  const distrusted = { trusted: false, problems: ['tsa_revoked'] }

  it.each<[number, RevocationReason | undefined]>([
    [6, 'superseded'],
    [6, 'cessationOfOperation'],
    [6, 'affiliationChanged'],
    [6, 'unspecified'],
  ])('on day %i as %s, still proves its time', async (day, reason) => {
    const { person, stamps } = await revoked(day, reason)
    expect(person).toMatchObject({ time_source: 'timestamp', signed_at: at(5), timestamps: [{ problems: [] }] })
    expect(stamps).toMatchObject([{ indication: 'TOTAL_PASSED', revoked_at: at(6) }])
  })

  it.each<[number, RevocationReason | undefined]>([
    [6, 'keyCompromise'],
    [6, undefined],
    [6, 'cACompromise'],
  ])('on day %i as %s, proves none', async (day, reason) => {
    const { person, stamps } = await revoked(day, reason)
    expect(person).toMatchObject({ time_source: 'claimed', timestamps: [distrusted] })
    expect(stamps).toMatchObject([
      {
        indication: 'INDETERMINATE',
        subindication: 'REVOKED_NO_POE',
        time_source: 'claimed',
        warnings: ['timestamp_authority_revoked'],
      },
    ])
  })

  it.each<[number, RevocationReason]>([
    [4, 'superseded'],
    [5, 'superseded'],
    [5, 'keyCompromise'],
  ])('on day %i as %s, is refuted by its own time', async (day, reason) => {
    const { person, stamps } = await revoked(day, reason)
    expect(person).toMatchObject({ time_source: 'claimed', timestamps: [distrusted] })
    expect(stamps).toMatchObject([{ indication: 'TOTAL_FAILED', subindication: 'REVOKED' }])
  })

  it('after a later timestamp of another authority, is saved by it', async () => {
    const first = pki.tsa.current
    const inner = await archived(await signed(), at(5))
    const second = pki.newTsa({ commonName: 'Otros sellos' })
    const pdf = await archived(inner, at(7), second)
    const on = (day: number) => {
      pki.revoke(first, at(day), 'keyCompromise')
      pki.state.now = at(10)
      const material = evidenceOf(first, second, ana)
      return reportsOf(pdf, at(10), { material }).person
    }
    expect(on(8)).toMatchObject({ time_source: 'timestamp', signed_at: at(5), timestamps: [{ problems: [] }, {}] })
    expect(on(7)).toMatchObject({ time_source: 'timestamp', signed_at: at(7), timestamps: [distrusted, {}] })
    expect(on(6)).toMatchObject({ time_source: 'timestamp', signed_at: at(7), timestamps: [distrusted, {}] })
  })

  it('is saved only for now by a later timestamp whose own authority has no answer', async () => {
    const first = pki.tsa.current
    const pdf = await archived(await archived(await signed(), at(5)), at(7), pki.newTsa({ commonName: 'Otros' }))
    pki.revoke(first, at(8), 'keyCompromise')
    pki.state.now = at(10)
    const { person, stamps } = reportsOf(pdf, at(10), { material: evidenceOf(first, ana) })
    expect(person.timestamps.map(({ trusted, problems }) => [trusted, problems])).toEqual([
      [true, ['tsa_revocation_unknown']],
      [true, ['tsa_revocation_unknown']],
    ])
    expect(stamps).toMatchObject([{ subindication: 'TRY_LATER' }, { subindication: 'TRY_LATER' }])
  })
})

describe('the token of a signature', () => {
  it('without the certificate of its authority proves no time', async () => {
    const pdf = withToken(await signed(), { genTime: at(0), withoutCertificates: true })
    expect(reportsOf(pdf, at(1)).person).toMatchObject({
      time_source: 'claimed',
      level: 'B-B',
      timestamps: [{ tsa: '', valid: false, trusted: false, problems: ['tsa_certificate_missing'] }],
      warnings: expect.arrayContaining(['timestamp_invalid']),
    })
  })

  it('that cannot be read proves no time', async () => {
    const pdf = await signed()
    const broken = withCms(pdf, addUnsignedAttribute(cmsOf(pdf), timestampAttribute(Uint8Array.of(0x30, 0))))
    const { person } = reportsOf(broken, at(1))
    expect(person).toMatchObject({ time_source: 'claimed', level: 'B-B', timestamps: [] })
    expect(person.warnings).toContain('timestamp_invalid')
  })

  it('is one of four at most, the earliest of which counts', async () => {
    let pdf: Uint8Array = await signed()
    for (let i = 1; i <= 4; i++) pdf = withToken(pdf, { genTime: after(0, i * 1000) })
    const { person } = reportsOf(pdf, at(1))
    expect(person.timestamps).toHaveLength(4)
    expect(person).toMatchObject({ time_source: 'timestamp', signed_at: after(0, 1000) })
    expect(reportsOf(withToken(pdf, { genTime: after(0, 5000) }), at(1)).person.timestamps).toHaveLength(4)
  })

  it('of an untrusted authority does not hide an invalid one, nor the reverse', async () => {
    const stranger = pki.newTsa({ issuer: createPki().root })
    const pdf = withToken(await signed(), { genTime: at(0), tsa: stranger })
    expect(reportsOf(pdf, at(1)).person.warnings).toContain('timestamp_untrusted')
    const both = withToken(pdf, { genTime: at(0), withoutCertificates: true })
    const { warnings } = reportsOf(both, at(1)).person
    expect(warnings).toContain('timestamp_invalid')
    expect(warnings).not.toContain('timestamp_untrusted')
  })
})

it('evidence fetched by the caller makes no level: it is not in the file', async () => {
  const pdf = await signed('B-T')
  pki.state.now = at(0.5)
  const services = { fetcher: pki.services.fetcher }
  const report = await verifyOnline(pdf, { anchors: pki.services.anchors, now: at(0.5) }, services)
  expect(report.signatures).toMatchObject([{ indication: 'TOTAL_PASSED', level: 'B-T', revocation_source: 'online' }])
})

it('no authority is asked about a signature that is broken', async () => {
  const pdf = await signed()
  const forged = Buffer.from(pdf)
  forged.write('999', forged.indexOf('(Pago: 100)') + 7, 'latin1')
  pki.asked.length = 0
  const options = { anchors: pki.services.anchors, now: at(0.5) }
  const { summary } = await verifyOnline(forged, options, { fetcher: pki.services.fetcher })
  expect([summary, pki.asked]).toEqual(['invalid', []])
  await verifyOnline(pdf, options, { fetcher: pki.services.fetcher })
  expect(pki.asked).not.toEqual([])
})
