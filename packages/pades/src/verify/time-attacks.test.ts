import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { makeCertificate, type TestCertificate } from '@foja/testing/ca'
import { makeCrl } from '@foja/testing/pki-services-crl'
import { makeOcspResponse, type OcspAnswer } from '@foja/testing/pki-services-ocsp'
import { makeTimestampToken, type TokenOptions } from '@foja/testing/pki-services-tsa'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentTimestamp } from '../archive.ts'
import { signedAttributes, signedData } from '../cms/build.ts'
import { oid, sequence } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { parseCms } from '../cms/parse.ts'
import { children, encodingOf, readNode } from '../cms/read-der.ts'
import { addUnsignedAttribute, timestampAttribute } from '../cms/unsigned-attribute.ts'
import { parseCrl } from '../crl/crl.ts'
import { extend } from '../levels.ts'
import { vriKey, writeDss } from '../pdf/dss.ts'
import { readPdf } from '../pdf/file.ts'
import { RevisionWriter } from '../pdf/revision-writer.ts'
import type { SignatureReport } from '../verify.ts'
import { at, certificateOf, createPki, type Pki } from './testing/pki.ts'
import { cmsOf, coveredDigest, withCms } from './testing/signing.ts'
import { DEFAULT_STEPS } from '../work-budget.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

let pki: Pki
const base = contract()
const room = { contentsSize: 16_000 }

beforeEach(() => {
  pki = createPki()
})

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** Adds an attacker's timestamp to the signature: it is unsigned, so no key is needed. */
function withToken(pdf: Uint8Array, options: Partial<TokenOptions> & { tsa: TestCertificate; genTime: Date }) {
  const cms = cmsOf(pdf)
  const imprint = { hash: 'sha256', digest: sha256(parseCms(cms).signature) } as const
  return withCms(pdf, addUnsignedAttribute(cms, timestampAttribute(makeTimestampToken({ imprint, ...options }))))
}

function withDss(pdf: Uint8Array, data: { ocsps?: Uint8Array[]; crls?: Uint8Array[]; certificates?: Uint8Array[] }) {
  const writer = new RevisionWriter(readPdf(pdf))
  writeDss(writer, [{ key: vriKey(cmsOf(pdf)), certificates: [], ocsps: [], crls: [], ...data }])
  return Buffer.concat([pdf, writer.finish().tail])
}

const personOf = (pdf: Uint8Array, now: Date): SignatureReport => {
  const report = pki.check(pdf, now).signatures.find(({ kind }) => kind !== 'timestamp')
  if (!report) throw new Error('no signature')
  return report
}

/**
 * An attacker with an expired key wants an earlier time. Back-dated timestamps: ETSI EN 319 102-1 §5.4 (validation of
 * timestamps) and RFC 3161 §4 say what a token must withstand.
 */
describe('a timestamp that proves no time', () => {
  const expired = () => pki.issue({ commonName: 'Ana', notAfter: at(30) })
  const unproven = { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', time_source: 'claimed' }
  const evil = () => makeCertificate({ commonName: 'Sellos', keyType: 'p256', isCa: true, now: at(0) })
  const usage = (...purposes: string[]) => encodeExtension('2.5.29.37', true, sequence(...purposes.map(oid)))

  it.each<[string, () => TestCertificate, string]>([
    ['an untrusted authority', () => pki.newTsa({ issuer: evil() }), 'tsa_issuer_unknown'],
    ['a person of the trusted authority', () => pki.issue({ commonName: 'Luis' }), 'not_a_tsa'],
    [
      'a certificate that may do more than stamp (RFC 3161 §2.3)',
      () => pki.newTsa({ extensions: [usage('1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4')] }),
      'not_a_tsa',
    ],
    [
      'a certificate whose purpose is not critical (RFC 3161 §2.3)',
      () => pki.newTsa({ extensions: [], extendedKeyUsage: ['1.3.6.1.5.5.7.3.8'] }),
      'not_a_tsa',
    ],
    ['an authority that is not yet valid', () => pki.newTsa({ notBefore: at(20) }), 'tsa_not_valid_then'],
    ['an authority that has expired since', () => pki.newTsa({ notAfter: at(50) }), 'tsa_expired'],
    [
      'an authority of the same name under another root',
      () => pki.newTsa({ issuer: { ...evil(), certificate: evil().certificate } }),
      'tsa_issuer_unknown',
    ],
  ])('by %s', async (_, tsa, problem) => {
    const pdf = withToken(await pki.sign(base, expired(), 'B-B', room), { tsa: tsa(), genTime: at(5) })
    const report = personOf(pdf, at(60))
    expect(report).toMatchObject(unproven)
    expect(report.timestamps[0]?.problems).toContain(problem)
    expect(report.warnings.some((code) => code === 'timestamp_invalid' || code === 'timestamp_untrusted')).toBe(true)
  })

  it('by an authority whose key was stolen, according to the file itself', async () => {
    const tsa = pki.tsa.current
    const answer = pki.answerFor(certificateOf(tsa).serialNumber, pki.middle, {
      status: 'revoked',
      revokedAt: at(8),
      reason: 'keyCompromise',
      thisUpdate: at(40),
    })
    const evidence = makeOcspResponse({ answers: [answer], signer: pki.middle, certificates: [], producedAt: at(40) })
    const stamped = withToken(await pki.sign(base, expired(), 'B-B', room), { tsa, genTime: at(5) })
    const report = personOf(withDss(stamped, { ocsps: [evidence] }), at(60))
    expect(report).toMatchObject({ ...unproven, timestamps: [{ trusted: false, problems: ['tsa_revoked'] }] })
  })

  it('over another signature (replay of a timestamp)', async () => {
    const other = await pki.sign(base, pki.issue({ commonName: 'Luis' }), 'B-B', room)
    const imprint = { hash: 'sha256', digest: sha256(parseCms(cmsOf(other)).signature) } as const
    const pdf = withToken(await pki.sign(base, expired(), 'B-B', room), {
      tsa: pki.tsa.current,
      genTime: at(5),
      imprint,
    })
    const report = personOf(pdf, at(60))
    expect(report).toMatchObject({ ...unproven, timestamps: [{ valid: false, problems: ['imprint_mismatch'] }] })
  })

  it('with a time changed after stamping', async () => {
    const signed = await pki.sign(base, expired(), 'B-T', room)
    const text = Buffer.from(cmsOf(signed)).toString('latin1')
    expect(text).toContain('20260201093000Z')
    const forged = Buffer.from(text.replaceAll('20260201093000Z', '20260105093000Z'), 'latin1')
    expect(personOf(withCms(signed, forged), at(60))).toMatchObject({
      ...unproven,
      timestamps: [{ valid: false, problems: expect.arrayContaining(['bad_signature']) }],
    })
  })

  it('of tomorrow', async () => {
    const pdf = withToken(await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B', room), {
      tsa: pki.tsa.current,
      genTime: at(5),
    })
    expect(personOf(pdf, at(4))).toMatchObject({
      time_source: 'claimed',
      timestamps: [{ trusted: false, problems: ['in_future'] }],
    })
  })

  it('with the digest of another certificate (RFC 5816)', async () => {
    const pdf = withToken(await pki.sign(base, expired(), 'B-B', room), {
      tsa: pki.tsa.current,
      genTime: at(5),
      signingCertificate: 'of_another',
    })
    expect(personOf(pdf, at(60)).timestamps[0]?.problems).toContain('signing_certificate_mismatch')
  })

  it('by SHA-1', async () => {
    const signed = await pki.sign(base, expired(), 'B-B', room)
    const digest = createHash('sha1')
      .update(parseCms(cmsOf(signed)).signature)
      .digest()
    const imprint = { hash: 'sha1', digest } as const
    const pdf = withToken(signed, { tsa: pki.tsa.current, genTime: at(5), imprint })
    expect(personOf(pdf, at(60))).toMatchObject({ ...unproven, timestamps: [{ problems: ['weak_algorithm'] }] })
  })

  it('a claimed time after the proven one is reported', async () => {
    const pdf = withToken(await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B', room), {
      tsa: pki.tsa.current,
      genTime: at(-1),
    })
    expect(personOf(pdf, at(4))).toMatchObject({
      signed_at: at(-1),
      claimed_at: at(0),
      warnings: expect.arrayContaining(['claimed_time_after_timestamp']),
    })
  })
})

/**
 * A timestamp as a signature, and the reverse: ISO 32000-2 §12.8.5 gives each its own dictionary type and SubFilter.
 */
describe('document timestamps', () => {
  const stampedBy = async (pdf: Uint8Array) =>
    Buffer.concat([pdf, (await documentTimestamp(pdf, pki.services)).tail]) as Uint8Array

  it('a timestamp token in place of a person’s signature', async () => {
    const signed = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B', room)
    const imprint = { hash: 'sha256', digest: coveredDigest(signed) } as const
    const token = makeTimestampToken({ tsa: pki.tsa.current, genTime: at(0), imprint })
    expect(personOf(withCms(signed, token), at(1))).toMatchObject({
      kind: 'signature',
      indication: 'TOTAL_FAILED',
      subindication: 'FORMAT_FAILURE',
      signer: null,
    })
  })

  it('a person’s signature in place of a token', async () => {
    const luis = pki.issue({ commonName: 'Luis' })
    const stamped = await stampedBy(await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B'))
    const certificate = certificateOf(luis)
    const attributes = signedAttributes({ contentDigest: coveredDigest(stamped), certificate, hash: 'sha256' })
    const signature = await pki.signerOf(luis).signDigest(sha256(attributes), 'sha256', attributes)
    const cms = signedData({
      signedAttributes: attributes,
      signature,
      certificate,
      chain: [],
      hash: 'sha256',
      algorithm: 'ecdsa',
    })
    const { signatures } = pki.check(withCms(stamped, cms), at(1))
    expect(signatures).toMatchObject([
      { kind: 'signature', time_source: 'claimed' },
      { kind: 'timestamp', indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE', signer: null },
    ])
  })

  it('a token of another document proves nothing', async () => {
    const ana = pki.issue({ commonName: 'Ana', notAfter: at(30) })
    const stamped = await stampedBy(await pki.sign(base, ana, 'B-B'))
    const other = cmsOf(await stampedBy(contract({ 5: stream('BT (Otro) Tj ET') })))
    const { signatures, summary } = pki.check(withCms(stamped, other), at(60))
    expect(summary).toBe('invalid')
    expect(signatures).toMatchObject([
      { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', time_source: 'claimed' },
      { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE', integrity: 'broken' },
    ])
  })

  it('does not prove later signatures', async () => {
    const stamped = await stampedBy(base)
    pki.state.now = at(50)
    const ana = pki.issue({ commonName: 'Ana', notAfter: at(70) })
    const pdf = await pki.sign(stamped, ana, 'B-B')
    expect(personOf(pdf, at(60))).toMatchObject({ time_source: 'claimed', timestamps: [], level: 'B-B' })
    expect(personOf(pdf, at(80)).subindication).toBe('OUT_OF_BOUNDS_NO_POE')
  })

  it('a later change is detected, for the timestamp and for the signature', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const forged = appendRevision(pdf, { 5: stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET') })
    expect(pki.check(forged, at(1)).signatures).toMatchObject([
      { subindication: 'MODIFIED_AFTER_SIGNING', modifications: [{ kind: 'page_changed', object: 5, page: 1 }] },
      { subindication: 'MODIFIED_AFTER_SIGNING', kind: 'timestamp' },
    ])
  })

  it('a change hidden in validation data is detected (incremental saving with /DSS)', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-T')
    const evil = appendRevision(pdf, { 5: stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET') })
    const archived = Buffer.concat([evil, (await extend(evil, 'B-LTA', pki.services)).tail])
    const { signatures, summary } = pki.check(archived, at(1))
    expect(summary).toBe('invalid')
    expect(signatures[0]).toMatchObject({ subindication: 'MODIFIED_AFTER_SIGNING', level: 'B-LTA' })
  })

  it('a /DSS whose stream is also drawn on the page is a modification', async () => {
    const shadow = contract({ 7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R /Sombra 70 0 R >> >>' })
    const pdf = await pki.sign(shadow, pki.issue({ commonName: 'Ana' }), 'B-B')
    const catalog = textOfBytes(pdf)
      .match(/\n1 0 obj\n([^]*?)\nendobj/g)!
      .at(-1)!
    const forged = appendRevision(pdf, {
      1: catalog.slice(9, -7).replace(/>>$/, '/DSS << /Certs [ 70 0 R ] >> >>'),
      70: stream('0 0 612 792 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 612 792 ]'),
    })
    expect(personOf(forged, at(1)).modifications).toEqual([{ kind: 'page_changed', object: 70, page: 1 }])
  })

  it('with times in the wrong order, the inner one is ignored', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    pki.state.now = at(20)
    const inner = await stampedBy(await pki.sign(base, ana, 'B-B'))
    pki.state.now = at(10)
    const { signatures } = pki.check(await stampedBy(inner), at(30))
    expect(signatures).toMatchObject([
      { signed_at: at(10), timestamps: [{ problems: ['order'] }, { problems: ['tsa_revocation_unknown'] }] },
      { indication: 'INDETERMINATE', subindication: 'TIMESTAMP_ORDER_FAILURE' },
      { indication: 'INDETERMINATE', subindication: 'TRY_LATER' },
    ])
  })
})

/** /DSS is unsigned: anyone with the file can fill it. RFC 6960 §4.2.2.2, RFC 5280 §6.3.3. */
describe('forged validation data', () => {
  const good = (person: TestCertificate, more: Partial<OcspAnswer> = {}): OcspAnswer =>
    pki.answerFor(certificateOf(person).serialNumber, pki.middle, {
      status: 'good',
      thisUpdate: at(0),
      nextUpdate: at(90),
      ...more,
    })
  const ocsp = (answer: OcspAnswer, signer: TestCertificate, producedAt = at(0)) =>
    makeOcspResponse({ answers: [answer], signer, producedAt })

  it('accepts the right answer', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = withDss(await pki.sign(base, ana, 'B-T', room), { ocsps: [ocsp(good(ana), pki.middle)] })
    expect(personOf(pdf, at(1))).toMatchObject({ revocation: 'good', revocation_source: 'dss' })
  })

  it.each<[string, (ana: TestCertificate) => { ocsps?: Uint8Array[]; crls?: Uint8Array[] }]>([
    ['OCSP by a person of the same authority', (ana) => ({ ocsps: [ocsp(good(ana), pki.issue({ commonName: 'X' }))] })],
    ['OCSP by the signer', (ana) => ({ ocsps: [ocsp(good(ana), ana)] })],
    [
      'OCSP by a delegate of another authority',
      (ana) => {
        const other = makeCertificate({ commonName: 'Entidad', keyType: 'p256', isCa: true, now: at(0) })
        const delegate = pki.issue({ commonName: 'OCSP', issuer: other, extendedKeyUsage: [Oid.ocspSigning] })
        return { ocsps: [ocsp(good(ana), delegate)] }
      },
    ],
    ['OCSP about another certificate', () => ({ ocsps: [ocsp(good(pki.issue({ commonName: 'Luis' })), pki.middle)] })],
    [
      'OCSP about the same number of another issuer',
      (ana) => ({ ocsps: [ocsp({ ...good(ana), issuer: pki.root }, pki.root)] }),
    ],
    [
      'OCSP that is stale',
      (ana) => ({ ocsps: [ocsp(good(ana, { thisUpdate: at(-9), nextUpdate: at(-8) }), pki.middle, at(-9))] }),
    ],
    [
      'OCSP from the future',
      (ana) => ({ ocsps: [ocsp(good(ana, { thisUpdate: at(9), nextUpdate: at(99) }), pki.middle, at(9))] }),
    ],
    [
      'OCSP with a flipped byte',
      (ana) => {
        const bytes = Buffer.from(
          makeOcspResponse({ answers: [good(ana)], signer: pki.middle, certificates: [], producedAt: at(0) }),
        )
        bytes[bytes.length - 3]! ^= 1
        return { ocsps: [bytes] }
      },
    ],
    [
      'a list of another authority of the same name',
      () => {
        const other = makeCertificate({ commonName: 'Entidad', keyType: 'p256', isCa: true, now: at(0) })
        return { crls: [makeCrl({ issuer: other, thisUpdate: at(0), nextUpdate: at(90) })] }
      },
    ],
    [
      'a list that is stale',
      () => ({ crls: [makeCrl({ issuer: pki.middle, thisUpdate: at(-9), nextUpdate: at(-8) })] }),
    ],
    ['rubbish', () => ({ ocsps: [Buffer.from('no')], crls: [Buffer.from('no')] })],
  ])('%s does not count as good', async (_, forge) => {
    const ana = pki.issue({ commonName: 'Ana' })
    const report = personOf(withDss(await pki.sign(base, ana, 'B-T', room), forge(ana)), at(1))
    expect(['unknown', 'not_checked']).toContain(report.revocation)
    expect(report).toMatchObject({ level: 'B-T', revocation_source: null })
    expect(report.warnings.some((code) => /^revocation_(unknown|not_checked)$/.test(code))).toBe(true)
  })

  it('an old good answer does not hide a revocation', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const revoked = good(ana, { status: 'revoked', revokedAt: at(-3), thisUpdate: at(-2) })
    const ocsps = [ocsp(good(ana), pki.middle), ocsp(revoked, pki.middle, at(-2))]
    const pdf = withDss(await pki.sign(base, ana, 'B-T', room), { ocsps })
    expect(personOf(pdf, at(1))).toMatchObject({ subindication: 'REVOKED', revoked_at: at(-3) })
  })

  it('a certificate in /DSS is not trusted', async () => {
    const evil = makeCertificate({ commonName: 'Raíz', keyType: 'p256', isCa: true, now: at(0) })
    const eva = pki.issue({ commonName: 'Eva', issuer: evil })
    const pdf = withDss(await pki.sign(base, eva, 'B-B', room), { certificates: [evil.certificate] })
    expect(personOf(pdf, at(1)).trusted).toBe(false)
  })

  it('endless lists do not keep the verifier busy', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    const catalog = textOfBytes(pdf)
      .match(/\n1 0 obj\n([^]*?)\nendobj/g)!
      .at(-1)!
    const items = Array.from({ length: 20_000 }, (_, i) => `${100 + i} 0 R`).join(' ')
    const forged = appendRevision(pdf, {
      1: catalog.slice(9, -7).replace(/>>$/, '/DSS 90 0 R >>'),
      90: `<< /Certs [ ${items} 90 0 R ] /OCSPs 90 0 R /CRLs [ 5 0 R 5 0 R ] /VRI << /A 90 0 R /B << /Cert 90 0 R >> >> >>`,
    })
    const { report, steps } = pki.workOf(forged, at(1))
    expect(report.signatures[0]).toMatchObject({ subindication: 'TRY_LATER', revocation: 'not_checked' })
    expect(steps).toBeLessThan(DEFAULT_STEPS / 60)
  })

  it.each([
    ['packed once', 1],
    ['packed twice', 2],
  ])('lists that decompress to gigabytes take neither work nor memory: %s', async (_, times) => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    // a readable list: its entries are only scanned on demand
    const [list, ...rest] = children(readNode(makeCrl({ issuer: pki.middle, thisUpdate: at(0), nextUpdate: at(90) })))
    const entries = sequence(Buffer.alloc(60 << 20))
    const fields = children(list!).map(encodingOf).toSpliced(5, 0, entries)
    let packed: Uint8Array = sequence(sequence(...fields), ...rest.map(encodingOf))
    expect(parseCrl(packed).entries).not.toBeNull()
    for (let i = 0; i < times; i++) packed = deflateSync(packed)
    const filters = Array.from({ length: times }, () => '/FlateDecode').join(' ')
    const bomb = stream(textOfBytes(packed), `/Filter [ ${filters} ]`)
    const numbers = Array.from({ length: 40 }, (_none, i) => 100 + i)
    const catalog = textOfBytes(pdf)
      .match(/\n1 0 obj\n([^]*?)\nendobj/g)!
      .at(-1)!
    const crls = numbers.map((number) => `${number} 0 R`).join(' ')
    const forged = appendRevision(pdf, {
      1: catalog.slice(9, -7).replace(/>>$/, `/DSS << /CRLs [ ${crls} ] >> >>`),
      ...Object.fromEntries(numbers.map((number) => [number, bomb])),
    })
    const before = process.memoryUsage().arrayBuffers
    const { report, steps } = pki.workOf(forged, at(1))
    expect(report.signatures[0]?.subindication).toBe('TRY_LATER')
    // decoding costs a step per 64 bytes
    expect(steps).toBeLessThan(DEFAULT_STEPS / 3)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400 << 20)
  })

  it('a thousand answers about one certificate do not keep the verifier busy', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    let pdf: Uint8Array = await pki.sign(base, ana, 'B-B', room)
    const ocsps = Array.from({ length: 1000 }, (_, i) =>
      ocsp(good(ana, { thisUpdate: new Date(at(0).getTime() + i) }), pki.middle, new Date(at(0).getTime() + i)),
    )
    pdf = withDss(pdf, { ocsps })
    for (let i = 0; i < 12; i++) pdf = await pki.sign(pdf, ana, 'B-B')
    const { report, steps } = pki.workOf(pdf, at(1))
    expect(steps).toBeLessThan(DEFAULT_STEPS)
    expect(['valid', 'indeterminate']).toContain(report.summary)
  })
})

/** adbe-revocationInfoArchival (ISO 32000-2 §12.8.3.3.2) and the crls field of CMS (RFC 5652 §5.1). */
describe('revocation evidence inside the signature', () => {
  it('counts for the signer only', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.signWithAnswer(base, ana)
    expect(personOf(pdf, at(0))).toMatchObject({ revocation: 'good', revocation_source: 'embedded' })
    // from then on only its author says that it is the last one
    expect(personOf(pdf, at(0.5))).toMatchObject({
      subindication: 'TRY_LATER',
      revocation: 'unknown',
      warnings: ['revocation_stale', 'revocation_unknown', 'issuer_revocation_unknown'],
    })
    const other = await pki.signWithAnswer(base, ana, pki.issue({ commonName: 'Luis' }))
    expect(personOf(other, at(0.5)).revocation).toBe('not_checked')
  })
})
