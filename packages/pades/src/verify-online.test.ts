import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { beforeEach, describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { writeDss } from './pdf/dss.ts'
import { readPdf } from './pdf/file.ts'
import { RevisionWriter } from './pdf/revision-writer.ts'
import { verifyOnline } from './verify-online.ts'
import { at, certificateOf, createPki, type Pki } from './verify/testing/pki.ts'
import { contract } from './verify/testing/tiny-pdf.ts'

let pki: Pki
const base = contract()

beforeEach(() => {
  pki = createPki()
})

const checkOnline = (pdf: Uint8Array, now: Date, more = {}) => {
  pki.state.now = now
  pki.asked.length = 0
  return verifyOnline(pdf, { anchors: pki.services.anchors, now }, { fetcher: pki.services.fetcher, ...more })
}

describe('verifyOnline', () => {
  it('queries each certificate of the chain, and reports the source of the answers', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    const report = await checkOnline(pdf, at(3))
    expect(pki.asked).toEqual(['http://pki.test/ocsp/middle', 'http://pki.test/ocsp/root'])
    expect(report).toMatchObject({ summary: 'valid', online: [] })
    expect(report.signatures).toMatchObject([
      { revocation: 'good', revocation_source: 'online', level: 'B-B', warnings: [] },
    ])
  })

  it('queries nothing that the file answers', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    const report = await checkOnline(pdf, at(0))
    expect(pki.asked).toEqual([])
    expect(report.signatures).toMatchObject([{ revocation_source: 'dss', level: 'B-LTA' }, { level: 'timestamp' }])
  })

  it('queries nothing that the signature itself answers', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.signWithAnswer(base, ana)
    const report = await checkOnline(pdf, at(0))
    expect(pki.asked).toEqual(['http://pki.test/ocsp/root'])
    expect(report.signatures).toMatchObject([{ revocation: 'good', revocation_source: 'embedded', warnings: [] }])
  })

  it('queries the authority of the last timestamp, and uses the file when there is no answer', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-LTA')
    await checkOnline(pdf, at(0.5))
    expect(pki.asked).toEqual(['http://pki.test/ocsp/middle', 'http://pki.test/ocsp/root'])
    pki.state.down = true
    const report = await checkOnline(pdf, at(0.5))
    expect(report).toMatchObject({ summary: 'valid', online: [] })
    expect(report.signatures).toMatchObject([
      { revocation: 'good', warnings: [] },
      { revocation: 'good', warnings: [] },
    ])
  })

  it('ignores an answer in the file from before the revocation', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const signed = await pki.sign(base, ana, 'B-T')
    // the key was already stolen, and the last good answer stays current for days
    const lifetime = { thisUpdate: at(-2), nextUpdate: at(5) }
    const answers = [pki.answerFor(certificateOf(ana).serialNumber, pki.middle, lifetime)]
    const ocsp = makeOcspResponse({ answers, signer: pki.middle, certificates: [], producedAt: at(-2) })
    const writer = new RevisionWriter(readPdf(signed))
    writeDss(writer, [{ key: 'A'.repeat(40), certificates: [], crls: [], ocsps: [ocsp] }])
    const pdf = Buffer.concat([signed, writer.finish().tail])
    pki.revoke(ana, at(-1), 'keyCompromise')
    expect((await checkOnline(pdf, at(3))).signatures).toMatchObject([
      { indication: 'TOTAL_FAILED', subindication: 'REVOKED', revoked_at: at(-1), revocation_source: 'online' },
    ])
  })

  it('queries whether a suspension in the file was lifted', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const signed = await pki.sign(base, ana, 'B-B')
    const hold = { status: 'revoked', revokedAt: at(-1), reason: 'certificateHold' } as const
    const lifetime = { thisUpdate: at(0), nextUpdate: at(9) }
    const answers = [pki.answerFor(certificateOf(ana).serialNumber, pki.middle, { ...hold, ...lifetime })]
    const ocsp = makeOcspResponse({ answers, signer: pki.middle, certificates: [], producedAt: at(0) })
    const writer = new RevisionWriter(readPdf(signed))
    writeDss(writer, [{ key: 'A'.repeat(40), certificates: [], crls: [], ocsps: [ocsp] }])
    const pdf = Buffer.concat([signed, writer.finish().tail])
    expect(pki.check(pdf, at(3)).signatures).toMatchObject([{ subindication: 'REVOKED' }])
    expect(await checkOnline(pdf, at(3))).toMatchObject({ summary: 'valid', signatures: [{ revocation: 'good' }] })
  })

  it('keeps the level of the file: fetched data is not in it', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-T')
    expect((await checkOnline(pdf, at(3))).signatures).toMatchObject([{ level: 'B-T', revocation_source: 'online' }])
  })

  it('has no proof that a signature is older than the revocation of its certificate', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-B')
    pki.revoke(ana, at(2), 'keyCompromise')
    const { signatures, summary } = await checkOnline(pdf, at(3))
    expect(summary).toBe('indeterminate')
    expect(signatures).toMatchObject([
      { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE', revocation: 'revoked', revoked_at: at(2) },
    ])
    expect(explain(signatures[0]!, 'es')).toBe(
      'La firma de Ana no se puede dar por válida: su certificado fue revocado el 3 de febrero de 2026, 09:30 UTC y nada prueba que firmara antes.',
    )
  })

  it('accepts a signature timestamped before the revocation, and reports it', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-T')
    pki.revoke(ana, at(2), 'keyCompromise')
    const { signatures } = await checkOnline(pdf, at(3))
    expect(signatures).toMatchObject([
      {
        indication: 'TOTAL_PASSED',
        revocation: 'revoked',
        revoked_at: at(2),
        signed_at: at(0),
        warnings: ['revoked_later'],
      },
    ])
    expect(explain(signatures[0]!, 'es')).toContain('antes de que su certificado fuera revocado el 3 de febrero')
  })

  it('refuses a signature that itself claims a time after the revocation', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-T')
    pki.revoke(ana, at(-2))
    const { signatures } = await checkOnline(pdf, at(3))
    expect(signatures).toMatchObject([{ indication: 'TOTAL_FAILED', subindication: 'REVOKED', signed_at: at(0) }])
    expect(explain(signatures[0]!, 'es')).toContain(
      'con un certificado que estaba revocado desde el 30 de enero de 2026',
    )
  })

  it('has no proof that a signature with a timestamp after the revocation is older', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-T', { signingTime: at(-4) })
    pki.revoke(ana, at(-2))
    const { signatures } = await checkOnline(pdf, at(3))
    expect(signatures).toMatchObject([
      { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE', claimed_at: at(-4), signed_at: at(0) },
    ])
    expect(explain(signatures[0]!, 'es')).toContain('su certificado estaba revocado desde el 30 de enero de 2026')
  })

  it('does not accept a signature whose issuer was revoked', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    pki.revoke(pki.middle, at(1))
    const { signatures } = await checkOnline(pdf, at(3))
    expect(signatures).toMatchObject([
      { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE', warnings: ['issuer_revoked'] },
    ])
    expect(explain(signatures[0]!, 'es')).toContain('fue revocado un certificado de quien responde')
  })

  it('names unreachable authorities, and leaves the verdict open', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    pki.state.down = true
    const report = await checkOnline(pdf, at(3))
    expect(report.summary).toBe('indeterminate')
    expect(report.online).toEqual([
      { code: 'revocation_unavailable', subject: 'Ana', host: 'pki.test', reason: 'unreachable' },
      { code: 'revocation_unavailable', subject: 'Entidad', host: 'pki.test', reason: 'unreachable' },
    ])
    expect(report.signatures).toMatchObject([
      {
        indication: 'INDETERMINATE',
        subindication: 'TRY_LATER',
        revocation: 'unknown',
        warnings: ['revocation_unknown', 'issuer_revocation_unknown'],
      },
    ])
    expect(explain(report.signatures[0]!, 'es')).toContain(
      'falta que Entidad confirme que el certificado sigue vigente',
    )
  })

  it('respects the limit of requests', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    const report = await checkOnline(pdf, at(3), { maxQuestions: 1 })
    expect(pki.asked).toHaveLength(1)
    expect(report.signatures).toMatchObject([
      { subindication: 'TRY_LATER', revocation: 'good', warnings: ['issuer_revocation_unknown'] },
    ])
    expect((await checkOnline(pdf, at(3), { deadlineMs: -1 })).online).toHaveLength(2)
    expect(pki.asked).toEqual([])
  })

  it('queries nothing for a broken signature or an unsigned file', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B')
    const broken = Buffer.from(pdf)
    broken[broken.indexOf('Pago')] = 0x42
    expect((await checkOnline(broken, at(3))).summary).toBe('invalid')
    expect(await checkOnline(base, at(3))).toEqual({ signatures: [], summary: 'unsigned', online: [] })
    expect(pki.asked).toEqual([])
  })

  it('ignores a timestamp of an authority whose key was stolen', async () => {
    const pdf = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-T')
    pki.revoke(pki.tsa.current, at(2), 'keyCompromise')
    expect((await checkOnline(pdf, at(3))).signatures).toMatchObject([
      { time_source: 'claimed', timestamps: [{ trusted: false, problems: ['tsa_revoked'] }] },
    ])
    pki.revoke(pki.tsa.current, at(2), 'cessationOfOperation')
    expect((await checkOnline(pdf, at(3))).signatures).toMatchObject([{ time_source: 'timestamp' }])
  })

  it('checks material supplied by the caller', async () => {
    const ana = pki.issue({ commonName: 'Ana' })
    const pdf = await pki.sign(base, ana, 'B-B')
    const report = pki.check(pdf, at(1), { material: { ocsps: [], crls: [], certificates: [certificateOf(ana)] } })
    expect(report.signatures).toMatchObject([
      { revocation: 'unknown', warnings: ['revocation_unknown', 'issuer_revocation_unknown'] },
    ])
  })
})
