import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { issue } from './verify/testing/certificates.ts'
import {
  ana,
  check,
  firstReport,
  intermediate,
  lists,
  luis,
  NOW,
  root,
  signAs,
  SIGNED_AT,
} from './verify/testing/signing.ts'
import { appendRevision, contract, stream } from './verify/testing/tiny-pdf.ts'
import { hasTool } from './verify/testing/tools.ts'
import { verify } from './verify.ts'

const base = contract()
const stamp = { page: 1, x: 72, y: 600, width: 150, height: 60 }

describe('verifying our own signature', () => {
  it('accepts it with every part reported', async () => {
    const report = firstReport(await signAs(ana, base, { rectangle: stamp, reason: 'Acuerdo', location: 'Quito' }))
    expect(report).toMatchObject({
      kind: 'signature',
      indication: 'TOTAL_PASSED',
      subindication: null,
      signer: { name: 'Ana Torres', issuer: 'Entidad de prueba', organization: 'Pruebas', country: 'EC' },
      level: 'B-B',
      signed_at: SIGNED_AT,
      time_source: 'claimed',
      integrity: 'intact',
      coversWholeFile: true,
      coversRevision: 2,
      revisions: 2,
      modifiedAfter: false,
      trusted: true,
      revocation: 'good',
      revocation_source: 'online',
      page: 1,
      rectangle: stamp,
      reason: 'Acuerdo',
      location: 'Quito',
      warnings: [],
    })
    expect(report.chain.map(({ subject }) => subject.commonName)).toEqual([
      'Ana Torres',
      'Entidad de prueba',
      'Raíz de prueba',
    ])
  })

  it('reports an unknown issuer without an anchor', async () => {
    const report = firstReport(await signAs(ana, base), [])
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
      integrity: 'intact',
      trusted: false,
    })
    expect(explain(report, 'es')).toContain('no conocemos a quien emitió su certificado (Entidad de prueba)')
  })

  it('explains it in one sentence', async () => {
    const report = firstReport(await signAs(ana, base))
    expect(explain(report, 'es')).toBe(
      'La firma de Ana Torres es válida: nada ha cambiado y Entidad de prueba responde por su identidad.',
    )
    expect(explain(report, 'en')).toBe(
      'The signature of Ana Torres is valid: nothing has changed, and Entidad de prueba vouches for their identity.',
    )
  })

  it.each([
    [ana, 'sha256'],
    [ana, 'sha512'],
    [luis, 'sha256'],
    [luis, 'sha512'],
  ] as const)('accepts each key and hash', async (identity, hash) => {
    expect(firstReport(await signAs(identity, base, { hash })).indication).toBe('TOTAL_PASSED')
  })

  it.runIf(hasTool('pdfsig'))('is confirmed by pdfsig', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pades-verify-'))
    try {
      const file = join(folder, 'signed.pdf')
      writeFileSync(file, await signAs(luis, await signAs(ana, base)))
      const out = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
      expect(out.match(/Signature is Valid/g)).toHaveLength(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('time and trust in verify', () => {
  it.each([
    ['expired since', { notAfter: new Date('2026-02-15T00:00:00Z') }, 'certificate_expired'],
    ['not yet valid when claimed', { notBefore: new Date('2026-02-10T00:00:00Z') }, 'claimed_time_outside_certificate'],
    ['not yet valid now', { notBefore: new Date('2027-01-01T00:00:00Z') }, 'certificate_not_yet_valid'],
  ])('a certificate %s has no proof of existence', async (_, validity, warning) => {
    const eva = issue({ name: 'Eva', issuer: intermediate, ...validity })
    const report = firstReport(await signAs(eva, base, { allow: ['certificate_not_yet_valid'] }))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE' })
    expect(report.warnings).toContain(warning)
  })

  it('flags RSA below 2048 bits', async () => {
    const report = firstReport(await signAs(issue({ name: 'Eva', issuer: intermediate, key: 'rsa-1024' }), base))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subindication: 'CRYPTO_CONSTRAINTS_FAILURE' })
  })

  it('accepts missing issuers from the caller', async () => {
    const bare = { ...ana, chain: [] }
    const pdf = await signAs(bare, base)
    expect(firstReport(pdf).subindication).toBe('NO_CERTIFICATE_CHAIN_FOUND')
    const report = verify(pdf, {
      anchors: [root.certificate],
      intermediates: [intermediate.certificate],
      now: NOW,
      material: lists,
    })
    expect(report.summary).toBe('valid')
  })
})

describe('verify permits after a signature', () => {
  it('more signatures: five in a row, each valid', async () => {
    let pdf: Uint8Array = base
    for (let i = 0; i < 5; i++)
      pdf = await signAs(i % 2 ? luis : ana, pdf, { rectangle: { ...stamp, y: 100 + i * 80 } })
    const report = check(pdf)
    expect(report.signatures.map(({ indication, modifications }) => [indication, modifications])).toEqual(
      Array.from({ length: 5 }, () => ['TOTAL_PASSED', []]),
    )
    expect(report.signatures.map(({ coversWholeFile }) => coversWholeFile)).toEqual([false, false, false, false, true])
    // each signed revision is independent
    for (const { signedBytes } of report.signatures) {
      expect(check(pdf.subarray(0, signedBytes)).signatures.at(-1)).toMatchObject({
        coversWholeFile: true,
        signedBytes,
      })
    }
    expect(report.signatures[0]?.additions).toHaveLength(4)
    expect(explain(report.signatures[0]!, 'es')).toContain('Después firmó Luis Vega (página 1)')
  })

  it('a filled field', async () => {
    const filled = appendRevision(await signAs(ana, base), {
      10: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V (Luis) /AP << /N 12 0 R >> >>',
      12: stream(
        'BT /Helv 12 Tf 2 5 Td (Luis) Tj ET',
        '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
      ),
    })
    expect(firstReport(filled)).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: [{ kind: 'field_filled', object: 10 }],
      coversWholeFile: false,
    })
    expect(check(await signAs(luis, filled)).summary).toBe('valid')
  })

  it('validation data, metadata and dates', async () => {
    const signed = await signAs(ana, base)
    const catalog = /1 0 obj\n(<<[^]*?)\nendobj/.exec(Buffer.from(signed).toString('latin1').slice(base.length))?.[1]
    if (!catalog) throw new Error('catalog not rewritten')
    const later = appendRevision(
      signed,
      {
        1: catalog.replace(/>>$/, '/DSS 90 0 R /Metadata 91 0 R >>'),
        14: '<< /Title (Contrato) /ModDate (D:20260301000000Z) /Producer (Otro) >>',
        90: '<< /Certs [ ] >>',
        91: stream('<x/>', '/Type /Metadata /Subtype /XML'),
      },
      '/Info 14 0 R',
    )
    expect(firstReport(later)).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: [{ kind: 'validation_data_added' }, { kind: 'metadata_changed' }],
    })
  })

  it('verify returns no signatures for an unsigned file', () => {
    expect(check(base)).toEqual({ signatures: [], summary: 'unsigned' })
  })
})
