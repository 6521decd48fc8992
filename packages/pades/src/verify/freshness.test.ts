import type { CertificateOptions, TestCertificate } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { beforeEach, describe, expect, it } from 'vitest'
import { nullElement, oid } from '../cms/der.ts'
import { PadesError } from '../errors.ts'
import { signAtLevel } from '../levels.ts'
import type { FetchRequest } from '../net/fetcher.ts'
import { parseOcspResponse } from '../ocsp/response.ts'
import { writeDss } from '../pdf/dss.ts'
import { readPdf } from '../pdf/file.ts'
import { RevisionWriter } from '../pdf/revision-writer.ts'
import type { SignatureReport } from '../verify.ts'
import { verifyOnline } from '../verify-online.ts'
import { at, certificateOf, createPki, type Pki } from './testing/pki.ts'
import { contract } from './testing/tiny-pdf.ts'

let pki: Pki
const base = contract()
beforeEach(() => {
  pki = createPki()
})

const seconds = (count: number): Date => new Date(at(0).getTime() + count * 1000)
const first = ({ signatures }: { signatures: SignatureReport[] }): SignatureReport => signatures[0]!
const tryLater = { indication: 'INDETERMINATE', subindication: 'TRY_LATER' }

/** An answer that was 'good' when issued, valid for a week. */
const goodAt = (when: Date, about: TestCertificate, issuer = pki.middle): Uint8Array =>
  makeOcspResponse({
    answers: [
      pki.answerFor(certificateOf(about).serialNumber, issuer, {
        status: 'good',
        thisUpdate: when,
        nextUpdate: new Date(when.getTime() + 7 * 86_400_000),
      }),
    ],
    signer: issuer,
    certificates: [],
    producedAt: when,
  })

function withEvidence(pdf: Uint8Array, ...ocsps: Uint8Array[]): Uint8Array {
  const writer = new RevisionWriter(readPdf(pdf))
  writeDss(writer, [{ key: 'A'.repeat(40), certificates: [], crls: [], ocsps }])
  return Buffer.concat([pdf, writer.finish().tail])
}

/** Everything for B-LT except the answer about the signer. */
const authorities = (): Uint8Array[] => [goodAt(at(0), pki.tsa.current), goodAt(at(0), pki.middle, pki.root)]
const online = (pdf: Uint8Array, now: Date) => {
  pki.state.now = now
  return verifyOnline(pdf, { anchors: pki.services.anchors, now }, { fetcher: pki.services.fetcher })
}

describe('evidence about the signer and the proven time (ETSI TS 119 102-1 §5.2.5.4)', () => {
  it('an earlier answer does not save a key revoked 65 seconds before the timestamp', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const stolen = await pki.sign(base, ana, 'B-T')
    pki.revoke(ana, seconds(-65), 'keyCompromise')
    const replayed = withEvidence(stolen, goodAt(seconds(-70), ana), ...authorities())
    const report = first(pki.check(replayed, at(0.01)))
    expect(report).toMatchObject({ ...tryLater, level: 'B-T', revocation: 'unknown', time_source: 'timestamp' })
    expect(report.warnings).toEqual(['revocation_stale', 'revocation_unknown'])
    expect(first(await online(replayed, at(0.01)))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'REVOKED',
      revoked_at: seconds(-65),
    })
  })

  it('stays open when the authority repeats the old answer', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const stolen = await pki.sign(base, ana, 'B-T')
    pki.revoke(ana, seconds(-65), 'keyCompromise')
    const material = pki.evidenceOf(pki.tsa.current)
    const old = parseOcspResponse(goodAt(seconds(-70), ana))
    const report = pki.check(stolen, at(0.01), { material: { ...material, ocsps: [...material.ocsps, old] } })
    expect(first(report)).toMatchObject({ ...tryLater, revocation: 'unknown' })
  })

  it.each([
    ['a second before the timestamp', -1, 0, false],
    ['in the second of the timestamp', 0, 0, true],
    ['after the timestamp', 1, 0, true],
    ['before it, within the allowance of the caller', -30, 30_000, true],
    ['before it, beyond the allowance of the caller', -31, 30_000, false],
  ])('an answer made %s', async (_, made, allowanceMs, counts) => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = withEvidence(await pki.sign(base, ana, 'B-T'), goodAt(seconds(made), ana), ...authorities())
    const report = first(pki.check(pdf, at(0.01), { allowanceMs }))
    expect(report).toMatchObject(counts ? { indication: 'TOTAL_PASSED', level: 'B-LT' } : { ...tryLater, level: 'B-T' })
  })

  it('an answer within the same second counts for a time with fractions', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    pki.state.token = { genTime: new Date(at(0).getTime() + 900), fraction: true }
    const pdf = withEvidence(await pki.sign(base, ana, 'B-T'), goodAt(at(0), ana), ...authorities())
    expect(first(pki.check(pdf, at(0.01)))).toMatchObject({ indication: 'TOTAL_PASSED' })
  })

  it('without a proven time only freshly fetched evidence counts, not that in the file', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const stolen = await pki.sign(base, ana, 'B-B')
    const replayed = withEvidence(stolen, goodAt(at(0), ana), ...authorities())
    expect(first(pki.check(replayed, at(0.5)))).toMatchObject({ ...tryLater, revocation: 'unknown' })
    expect(first(await online(replayed, at(0.5)))).toMatchObject({
      indication: 'TOTAL_PASSED',
      revocation_source: 'online',
    })
  })

  it('evidence about an authority counts while it is current', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const old = [goodAt(at(-3), pki.tsa.current), goodAt(at(-3), pki.middle, pki.root)]
    const pdf = withEvidence(await pki.sign(base, ana, 'B-T'), goodAt(at(0), ana), ...old)
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LT' })
  })

  it('an authority without an answer leaves the verdict open', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = withEvidence(await pki.sign(base, ana, 'B-T'), goodAt(at(0), ana), goodAt(at(0), pki.tsa.current))
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({
      ...tryLater,
      revocation: 'good',
      warnings: expect.arrayContaining(['issuer_revocation_unknown']),
    })
  })
})

describe('a timestamp whose authority has no answer yet', () => {
  it('leaves the verdict open when nothing else proves the signature', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = withEvidence(await pki.sign(base, ana, 'B-T'), goodAt(at(0), ana), goodAt(at(0), pki.middle, pki.root))
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({
      ...tryLater,
      time_source: 'timestamp',
      revocation: 'good',
      warnings: ['timestamp_revocation_unknown'],
    })
  })

  it('does not affect a signature that is valid without it', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const silent = pki.newTsa({ ocspUrl: undefined })
    pki.tsa.current = silent
    const report = first(await online(await pki.sign(base, ana, 'B-T'), at(1)))
    expect(report).toMatchObject({
      indication: 'TOTAL_PASSED',
      time_source: 'claimed',
      warnings: ['timestamp_revocation_unknown'],
    })
  })
})

describe('anchors for people and for timestamps', () => {
  it('a timestamp proves no time when its authority is trusted for people only', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana', notAfter: at(30) }), 'B-LTA')
    const report = pki.check(pdf, at(60), { timestampAnchors: [] })
    expect(report.signatures).toMatchObject([
      { trusted: false, subindication: 'OUT_OF_BOUNDS_NO_POE', time_source: 'claimed' },
      { subindication: 'NO_CERTIFICATE_CHAIN_FOUND', time_source: 'claimed' },
    ])
    expect(report.signatures[0]!.timestamps.map(({ trusted }) => trusted)).toEqual([false, false])
    expect(first(pki.check(pdf, at(60))).indication).toBe('TOTAL_PASSED')
  })

  it('a person is not trusted by an authority for timestamps', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const { anchors } = pki.services
    expect(pki.check(pdf, at(0.5), { anchors: [], timestampAnchors: anchors }).signatures).toMatchObject([
      { subindication: 'NO_CERTIFICATE_CHAIN_FOUND', time_source: 'timestamp', level: 'B-LTA' },
      { indication: 'TOTAL_PASSED' },
    ])
  })
})

describe('certificates that need no revocation', () => {
  const validityAssured = encodeExtension('0.4.0.194121.2.1', false, nullElement())
  const noRevocation = encodeExtension('2.5.29.56', false, nullElement())
  const noCheck = encodeExtension('1.3.6.1.5.5.7.48.1.5', false, nullElement())
  const sign = (options: Partial<CertificateOptions>) =>
    pki.sign(base, pki.issue({ commonName: 'Ana', ocspUrl: undefined, ...options }), 'B-LT')

  it.each([
    ['id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1 §5.2)', validityAssured],
    ['noRevAvail (RFC 9608)', noRevocation],
  ])('%s', async (_, extension) => {
    const pdf = await sign({ extensions: [extension] })
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({
      indication: 'TOTAL_PASSED',
      level: 'B-LT',
      revocation: 'not_needed',
      warnings: [],
    })
  })

  it('noRevAvail with a revocation address does not count (RFC 9608 §3)', async () => {
    const ana = pki.issue({ commonName: 'Ana', extensions: [noRevocation] })
    expect(first(pki.check(await pki.sign(base, ana, 'B-B'), at(0.5)))).toMatchObject({
      ...tryLater,
      revocation: 'not_checked',
    })
  })

  it('ocsp-nocheck is for responders: a person with it needs an answer (RFC 6960 §4.2.2.2.1)', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana', extensions: [noCheck] }), 'B-B')
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({ ...tryLater, revocation: 'not_checked' })
  })

  it('a person whose own certificate is an anchor', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-B')
    expect(first(pki.check(pdf, at(0.5), { anchors: [certificateOf(ana)] }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      revocation: 'not_needed',
    })
  })

  it('a certificate without a revocation address stays open', async () => {
    const ana = pki.issue({ commonName: 'Ana', ocspUrl: undefined })
    const report = first(await online(await pki.sign(base, ana, 'B-B'), at(0.5)))
    expect(report).toMatchObject({ ...tryLater, revocation: 'unknown' })
    expect(report.warnings).toContain('revocation_without_source')
  })
})

describe('signing at B-LT', () => {
  const nonceOid = Buffer.from(oid('1.3.6.1.5.5.7.48.1.2'))
  const hasNonce = ({ body }: FetchRequest): boolean => Buffer.from(body ?? []).includes(nonceOid)
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

  /** A responder that serves a pre-produced answer, and a new one for a nonce when `live`. */
  const signWith = (ana: TestCertificate, prepared: Date, options: { live: boolean; wait?: (ms: number) => void }) => {
    const fetcher: typeof pki.services.fetcher = async (request) => {
      if (request.url.endsWith('/middle') && !(options.live && hasNonce(request))) {
        const isTsa = Buffer.from(request.body ?? []).includes(
          Buffer.from(certificateOf(pki.tsa.current).serialNumber, 'hex'),
        )
        const body = goodAt(prepared, isTsa ? pki.tsa.current : ana)
        pki.asked.push(request.url)
        return { status: 200, contentType: 'application/ocsp-response', body }
      }
      return pki.services.fetcher(request)
    }
    const wait = async (ms: number): Promise<void> => options.wait?.(ms)
    const signing = { level: 'B-LT', signingTime: at(0) } as const
    return signAtLevel(base, pki.signerOf(ana), signing, { ...pki.services, fetcher, wait })
  }

  it('refuses evidence from before the timestamp, with a reason', async () => {
    const failure = await failureOf(signWith(pki.issue({ commonName: 'Ana' }), seconds(-3600), { live: false }))
    expect(failure).toBeInstanceOf(PadesError)
    expect(failure).toMatchObject({ code: 'revocation_unavailable', detail: { subject: 'Ana', reason: 'stale' } })
  })

  it('asks again with a nonce, which a pre-produced answer cannot contain', async () => {
    const waits: number[] = []
    const ana = pki.issue({ commonName: 'Ana' })
    const signed = await signWith(ana, seconds(-3600), { live: true, wait: (ms) => waits.push(ms) })
    const pdf = Buffer.concat([base, signed.tail])
    expect(first(pki.check(pdf, at(0.5)))).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LT' })
    expect(waits).toEqual([])
  })

  it('waits for a responder whose clock is slightly behind', async () => {
    const waits: number[] = []
    await signWith(pki.issue({ commonName: 'Ana' }), seconds(-4), { live: true, wait: (ms) => waits.push(ms) })
    expect(waits).toEqual([4000])
  })
})

describe('the engine refuses to sign with', () => {
  const sign = (person: TestCertificate, options = {}) => pki.sign(base, person, 'B-B', options)

  it.each([
    ['certificate_expired', { notAfter: at(-1) }],
    ['certificate_not_yet_valid', { notBefore: at(1) }],
  ] as const)('a certificate with %s unless allowed by name', async (code, dates) => {
    const ana = pki.issue({ commonName: 'Ana', ...dates })
    await expect(sign(ana)).rejects.toMatchObject({ code, detail: { subject: 'Ana' } })
    await expect(sign(ana, { allow: ['certificate_revoked'] })).rejects.toMatchObject({ code })
    expect(await sign(ana, { allow: [code] })).toBeInstanceOf(Uint8Array)
  })

  it('an expired certificate at an earlier claimed time', async () => {
    const ana = pki.issue({ commonName: 'Ana', notAfter: at(-1) })
    const backdated = { signingTime: at(-5) }
    await expect(sign(ana, backdated)).rejects.toMatchObject({ code: 'certificate_expired' })
  })

  it('a certificate known to the caller as revoked', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const revocation = { status: 'revoked', revokedAt: at(-2), reason: 'superseded' }
    await expect(sign(ana, { revocation })).rejects.toMatchObject({
      code: 'certificate_revoked',
      detail: { subject: 'Ana', revokedAt: at(-2).toISOString(), reason: 'superseded' },
    })
    const announced = { status: 'good', revokedAt: at(2), reason: null }
    await expect(sign(ana, { revocation: announced })).rejects.toMatchObject({ code: 'certificate_revoked' })
    expect(await sign(ana, { revocation, allow: ['certificate_revoked'] })).toBeInstanceOf(Uint8Array)
  })
})
