import { openStage, signerOf, verdicts } from '@foja/testing/level-stage'
import { makePdf } from '@foja/testing/pdfs'
import type { EncryptionMode } from '@foja/testing/pdfs-encryption'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { afterAll, describe, expect, it } from 'vitest'
import { extend, signAtLevel } from './levels.ts'

// Timestamps and validation data go into encrypted files by the same writer: their streams are encrypted, their CMS not.

const stage = await openStage()
afterAll(() => stage.close())

describe.each<[EncryptionMode, 'table' | 'stream']>([
  ['rc4-128', 'table'],
  ['aes-128', 'stream'],
  ['aes-256', 'table'],
  ['aes-256', 'stream'],
])('%s, %s', (mode, xref) => {
  it('two users sign for archiving, and the archive is renewed', async () => {
    let pdf: Buffer = makePdf({ encryption: { mode }, xref, form: 'indirect' })
    for (const commonName of ['Primera Persona', 'Segunda Persona']) {
      const signer = signerOf(stage.person({ commonName }))
      const options = { level: 'B-LTA', signingTime: stage.clock.now } as const
      pdf = Buffer.concat([pdf, (await signAtLevel(pdf, signer, options, stage.services())).tail])
    }
    pdf = Buffer.concat([pdf, (await extend(pdf, 'B-LTA', stage.services())).tail])
    const report = stage.verify(pdf)
    expect(report.summary).toBe('valid')
    expect(verdicts(report).filter((line) => line.includes('B-LTA TOTAL_PASSED'))).toHaveLength(2)
    expect(report.signatures.flatMap(({ modifications }) => modifications)).toEqual([])
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)).toMatchObject({ code: 0 })
    if (!hasValidator('pdfsig')) return
    const { output } = runValidator('pdfsig', ['-nocert'], pdf)!
    expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(2)
  })
})
