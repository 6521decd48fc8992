import { makePdf } from '@foja/testing/pdfs'
import type { PkiServicesOptions } from '@foja/testing/pki-services'
import { rewriteWithQpdf, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { extend, signAtLevel } from './levels.ts'
import type { Level } from './levels.ts'
import { failureOf, openStage, signerOf, verdicts } from '@foja/testing/level-stage'

const day = 86_400_000

const stage = await openStage()
const start = stage.clock.now
afterAll(() => stage.close())
beforeEach(() => {
  stage.clock.now = start
  stage.pki.behave({ tsa: 'ok', ocsp: 'ok', crl: 'ok', ca: 'ok' })
})

const later = (days: number): void => {
  stage.clock.now = new Date(start.getTime() + days * day)
}

async function signed(level: Level, pdf: Uint8Array = makePdf(), name?: string): Promise<Buffer> {
  const signer = signerOf(stage.person(name ? { commonName: name } : {}))
  const { tail } = await signAtLevel(pdf, signer, { level, signingTime: stage.clock.now }, stage.services())
  return Buffer.concat([pdf, tail])
}

async function extended(pdf: Uint8Array, level: 'B-LT' | 'B-LTA'): Promise<Buffer> {
  const { tail } = await extend(pdf, level, stage.services())
  return Buffer.concat([pdf, tail])
}

describe('extending signatures', () => {
  it.each<[Level, 'B-LT' | 'B-LTA']>([
    ['B-T', 'B-LT'],
    ['B-T', 'B-LTA'],
    ['B-LT', 'B-LTA'],
  ])('from %s to %s', async (from, to) => {
    const before = await signed(from)
    const after = await extended(before, to)
    expect(after.subarray(0, before.length).equals(before)).toBe(true)
    const report = stage.verify(after)
    expect(report.summary).toBe('valid')
    expect(report.signatures[0]).toMatchObject({ level: to, modifications: [] })
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], after)!.code).toBe(0)
  })

  it('gives B-B a proof of time by the document timestamp', async () => {
    const report = stage.verify(await extended(await signed('B-B'), 'B-LT'))
    expect(verdicts(report)).toEqual(['Signature1 B-LT TOTAL_PASSED', 'DocTimeStamp1 timestamp TOTAL_PASSED'])
    expect(report.signatures[0]).toMatchObject({ time_source: 'timestamp', revocation: 'good' })
    const archived = stage.verify(await extended(await signed('B-B'), 'B-LTA'))
    expect(verdicts(archived)[0]).toBe('Signature1 B-LTA TOTAL_PASSED')
  })

  it('covers every signature of the file', async () => {
    const two = await signed('B-T', await signed('B-B', makePdf(), 'Ana'), 'Luis')
    const report = stage.verify(await extended(two, 'B-LTA'))
    expect(report.summary).toBe('valid')
    expect(report.signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA', 'timestamp', 'timestamp'])
  })

  it('appends nothing when nothing is missing', async () => {
    const complete = await signed('B-LT')
    expect((await extend(complete, 'B-LT', stage.services())).tail).toHaveLength(0)
  })

  it('refuses an unsigned file', async () => {
    expect((await failureOf(extend(makePdf(), 'B-LTA', stage.services()))).code).toBe('pdf_not_signed')
  })

  it('fails and names the one signer whose data is unavailable', async () => {
    const lonely = signerOf(stage.person({ commonName: 'Sola', ocspUrl: undefined, crlUrl: undefined }))
    const pdf = makePdf()
    const options = { level: 'B-T', signingTime: stage.clock.now } as const
    const { tail } = await signAtLevel(pdf, lonely, options, stage.services())
    expect(await failureOf(extend(Buffer.concat([pdf, tail]), 'B-LT', stage.services()))).toMatchObject({
      code: 'revocation_unavailable',
      detail: { subject: 'Sola', reason: 'no_source' },
    })
  })

  it('accepts a revocation after the timestamp, and refuses one before it', async () => {
    const pdf = makePdf()
    const ana = stage.person({ commonName: 'Ana Revocada' })
    const options = { level: 'B-T', signingTime: stage.clock.now } as const
    const { tail } = await signAtLevel(pdf, signerOf(ana), options, stage.services())
    const before = Buffer.concat([pdf, tail])
    later(2)
    stage.pki.revoke(ana, new Date(start.getTime() + day), 'superseded')
    expect(verdicts(stage.verify(await extended(before, 'B-LTA')))[0]).toBe('Signature1 B-LTA TOTAL_PASSED')
    stage.pki.revoke(ana, new Date(start.getTime() - day), 'keyCompromise')
    expect(await failureOf(extend(before, 'B-LTA', stage.services()))).toMatchObject({ code: 'certificate_revoked' })
  })
})

describe('renewal of an archive', () => {
  it('adds evidence for the last timestamp and a new one over it, repeatedly', async () => {
    let pdf = await signed('B-LTA')
    for (const days of [300, 600]) {
      later(days)
      const before = pdf
      pdf = await extended(pdf, 'B-LTA')
      expect(pdf.subarray(0, before.length).equals(before)).toBe(true)
    }
    const report = stage.verify(pdf)
    expect(report.summary).toBe('valid')
    expect(verdicts(report)).toEqual([
      'Signature1 B-LTA TOTAL_PASSED',
      'DocTimeStamp1 timestamp TOTAL_PASSED',
      'DocTimeStamp2 timestamp TOTAL_PASSED',
      'DocTimeStamp3 timestamp TOTAL_PASSED',
    ])
    expect(report.signatures[0]!.signed_at).toEqual(start)
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)!.code).toBe(0)
  })

  it('asks nothing that the file already proves', async () => {
    const pdf = await signed('B-LTA')
    later(300)
    stage.pki.requests.length = 0
    await extended(pdf, 'B-LTA')
    const questions = stage.pki.requests.map(({ path }) => path)
    // the signer's chain was proven for its time; the authority's is queried again, for now
    expect(questions.toSorted()).toEqual(['/ocsp', '/ocsp', '/tsa'])
  })

  it('keeps a certification that permits no changes', async () => {
    const pdf = makePdf()
    const options = { level: 'B-LTA', certify: 1, signingTime: stage.clock.now } as const
    const { tail } = await signAtLevel(pdf, signerOf(stage.person()), options, stage.services())
    later(100)
    const report = stage.verify(await extended(Buffer.concat([pdf, tail]), 'B-LTA'))
    expect(report.signatures[0]).toMatchObject({ kind: 'certification', level: 'B-LTA', indication: 'TOTAL_PASSED' })
  })

  it.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256'] as const)('works inside an encrypted file: %s', async (mode) => {
    const pdf = await signed('B-LTA', makePdf({ encryption: { mode }, metadata: true }))
    later(100)
    const after = await extended(pdf, 'B-LTA')
    expect(verdicts(stage.verify(after))[0]).toBe('Signature1 B-LTA TOTAL_PASSED')
    expect(stage.verify(after).summary).toBe('valid')
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], after)!.code).toBe(0)
  })
})

describe('extending combined', () => {
  it('with five signers, a timestamp after each, and a renewal', async () => {
    let pdf: Buffer = makePdf({ xref: 'stream' })
    for (const name of ['Ana', 'Luis', 'Eva', 'Juan', 'Rosa']) pdf = await signed('B-LTA', pdf, name)
    later(30)
    const report = stage.verify(await extended(pdf, 'B-LTA'))
    expect(report.summary).toBe('valid')
    expect(report.signatures.map(({ level }) => level)).toEqual([
      ...Array.from({ length: 5 }, () => ['B-LTA', 'timestamp']).flat(),
      'timestamp',
    ])
  })

  it('with a field that locks everything', async () => {
    const emptyField = { name: 'Firma', rect: [50, 50, 200, 100], lock: '<< /Type /SigFieldLock /Action /All >>' }
    const pdf = makePdf({ emptyField })
    const options = { level: 'B-LTA', fieldName: 'Firma', signingTime: stage.clock.now } as const
    const { tail } = await signAtLevel(pdf, signerOf(stage.person()), options, stage.services())
    const report = stage.verify(await extended(Buffer.concat([pdf, tail]), 'B-LTA'))
    expect(report.summary).toBe('valid')
    expect(report.signatures[0]).toMatchObject({ field: 'Firma', level: 'B-LTA', modifications: [] })
  })

  it.runIf(hasValidator('qpdf')).each(['generate', 'disable'])(
    'a linearized file, object streams %s',
    async (streams) => {
      const linear = rewriteWithQpdf(['--linearize', `--object-streams=${streams}`], makePdf({ pages: 3 }))
      const after = await extended(await signed('B-LTA', linear), 'B-LTA')
      expect(stage.verify(after).summary).toBe('valid')
      expect(runValidator('qpdf', ['--check'], after)!.code).toBe(0)
    },
  )

  it.each<[string, Partial<PkiServicesOptions>]>([
    [
      'RSA and old attributes',
      { tsaKeyType: 'rsa2048', token: { plainRsa: true, signingCertificate: 'v1', fraction: true } },
    ],
    ['other digests, no delegate', { responder: 'issuer', token: { hash: 'sha512', accuracy: { seconds: 1 } } }],
  ])('with other services: %s', async (_, options) => {
    const other = await openStage({ authority: stage.authority, ...options })
    try {
      const pdf = makePdf()
      const signing = { level: 'B-LTA', signingTime: other.clock.now } as const
      const { tail } = await signAtLevel(pdf, signerOf(other.person()), signing, other.services())
      expect(verdicts(other.verify(Buffer.concat([pdf, tail])))).toEqual([
        'Signature1 B-LTA TOTAL_PASSED',
        'DocTimeStamp1 timestamp TOTAL_PASSED',
      ])
    } finally {
      await other.close()
    }
  })
})
